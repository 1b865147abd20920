/** A page of the documentation: `src/docs/NAME.md`, served at `/docs/NAME`. */
export interface DocsPage {
  readonly name: string
  readonly title: string
  /** Contents, in one line. */
  readonly about: string
}

/** The pages, in reading order. */
export const docsPages: ReadonlyArray<DocsPage> = [
  {
    name: "recipes",
    title: "Recipes",
    about: "Tasks, each with its command: markdown, CSV, llms.txt, sitemaps, schedules, chunks, pictures and more."
  },
  {
    name: "guide",
    title: "Guide",
    about: "Requests for one page: documents, pictures, formats of a response, errors, warnings."
  },
  {
    name: "options",
    title: "Options",
    about: "Fields, selectors, records, pages behind a login, directives of a site."
  },
  {
    name: "data",
    title: "Data by a schema",
    about: "The fields that you want of every page of a site: rules learnt from examples, what is promised, recipes."
  },
  {
    name: "jobs",
    title: "Jobs",
    about: "Crawls and batches: scope and budget, plans, changes, webhooks, reading results."
  },
  {
    name: "errors",
    title: "Limits and errors",
    about: "All limits, all error codes with their remedies, and when to send a request again."
  },
  { name: "command-line", title: "Command line", about: "All commands of `gleaner`, saved pages, exit codes." },
  {
    name: "client",
    title: "Client and library",
    about: "TypeScript or JavaScript, with Effect or without; tests without a network."
  },
  { name: "python", title: "Python", about: "A client with only the standard library, and CSV for pandas." },
  { name: "mcp", title: "For agents", about: "The API as tools of the Model Context Protocol." },
  {
    name: "migration",
    title: "Coming from Firecrawl, Crawl4AI, Jina Reader",
    about: "Corresponding options, and use of the client of Firecrawl."
  },
  {
    name: "firecrawl",
    title: "Clients of Firecrawl",
    about: "Clients that work with Gleaner, call by call, and the options and routes that are refused."
  },
  {
    name: "extraction",
    title: "How extraction decides",
    about: "Choice of the content, of pages to render, inspection."
  },
  {
    name: "politeness",
    title: "Politeness",
    about: "For site owners: requests of Gleaner to a site, and how to exclude it."
  },
  { name: "security", title: "Security", about: "For operators: keys, addresses, processes, the console." },
  {
    name: "operating",
    title: "Operating",
    about: "Settings, stores of jobs and documents, log, metrics, traces, proxy."
  },
  {
    name: "upgrade",
    title: "Backup and upgrade",
    about: "Copies of the jobs, new versions, and what stays compatible."
  },
  {
    name: "nodes",
    title: "More than one machine",
    about: "Several nodes with one Postgres: guarantees, limits, sizing."
  },
  { name: "architecture", title: "How it is built", about: "Flow, folders, libraries, checks and benchmarks." }
]
