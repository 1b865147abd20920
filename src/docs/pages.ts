/** A page of the documentation: `NAME.md` in this folder, served at `/docs/NAME`. */
export interface DocsPage {
  readonly name: string
  readonly title: string
  /** What a reader finds there, in one line. */
  readonly about: string
}

/** The pages in the order in which one would read them. */
export const docsPages: ReadonlyArray<DocsPage> = [
  {
    name: "guide",
    title: "Guide",
    about: "Reading one page: documents, pictures, forms of an answer, errors, warnings."
  },
  { name: "options", title: "Options", about: "Saying what you want: fields, selectors, records of your own, logins." },
  {
    name: "jobs",
    title: "Jobs",
    about: "Crawls and batches: scope and budget, plans, changes, webhooks, reading results."
  },
  { name: "command-line", title: "Command line", about: "Every command of `gleaner`, saved pages, exit codes." },
  {
    name: "client",
    title: "Client and library",
    about: "From TypeScript or JavaScript, with Effect or without; tests without a network."
  },
  { name: "mcp", title: "For agents", about: "The same as tools, over the Model Context Protocol." },
  {
    name: "migration",
    title: "Coming from Firecrawl, Crawl4AI, Jina Reader",
    about: "Which option is which, and how to use the client of Firecrawl."
  },
  {
    name: "extraction",
    title: "How extraction decides",
    about: "What counts as content, when a page is rendered, how to look inside."
  },
  {
    name: "politeness",
    title: "Politeness",
    about: "For site owners: what Gleaner asks of a site, and how to keep it out."
  },
  { name: "security", title: "Security", about: "For operators: keys, addresses, processes, the console." },
  {
    name: "operating",
    title: "Operating",
    about: "Settings, stores, documents elsewhere, log, metrics, traces, proxy."
  },
  {
    name: "nodes",
    title: "More than one machine",
    about: "Equal nodes around one Postgres: promises, limits, sizing."
  },
  { name: "architecture", title: "How it is built", about: "Folders, libraries, checks and benchmarks." }
]
