/** The form control of an option. `lines`: one text a line. `pairs`: `name: value`, one a line. */
export type Kind = "switch" | "number" | "text" | "lines" | "pairs" | "json" | "choice"

export interface OptionField {
  readonly name: string
  readonly label: string
  readonly kind: Kind
  readonly help: string
  readonly placeholder?: string
  readonly choices?: ReadonlyArray<readonly [value: string, label: string]>
  /** Default value. It is shown and not sent. */
  readonly preset?: string | boolean
  /** Shown with the first options, not among the advanced ones. */
  readonly isFirst?: boolean
}

const reading: ReadonlyArray<OptionField> = [
  {
    name: "include_selectors",
    label: "Content only from",
    kind: "lines",
    placeholder: "main article",
    help: "CSS selectors, one a line. The content comes from what they match."
  },
  {
    name: "exclude_selectors",
    label: "Leave out",
    kind: "lines",
    placeholder: ".comments",
    help: "CSS selectors, one a line. What they match is removed before anything is read."
  },
  {
    name: "wait_for",
    label: "Wait for",
    kind: "text",
    placeholder: ".price",
    help: "A CSS selector. A page without it is rendered in a browser, which waits for it."
  },
  {
    name: "fields",
    label: "Fields",
    kind: "lines",
    placeholder: "title\nmarkdown",
    help: "Answer and keep only these keys of a Document, one a line."
  },
  {
    name: "extract",
    label: "Records of your own",
    kind: "json",
    placeholder: `[{"type": "Product", "select": ".card", "fields": {"title": "h2", "price": ".price"}}]`,
    help: "JSON: which element is a record, and which selector gives each of its fields."
  }
]

const secrets: ReadonlyArray<OptionField> = [
  {
    name: "headers",
    label: "Header fields",
    kind: "pairs",
    placeholder: "accept-language: de",
    help: "One a line. They go to the origin of the URL alone."
  },
  {
    name: "cookies",
    label: "Cookies",
    kind: "pairs",
    placeholder: "session: 3f9a",
    help: "One a line. They go to the origin of the URL alone."
  }
]

export const scrapeFields: ReadonlyArray<OptionField> = [
  {
    name: "use_cache",
    label: "Use the cache",
    kind: "switch",
    preset: true,
    isFirst: true,
    help: "Serve the page from the HTTP cache while it is fresh."
  },
  {
    name: "include_html",
    label: "With the HTML",
    kind: "switch",
    preset: false,
    isFirst: true,
    help: "Answer the raw HTML too."
  },
  {
    name: "timeout_seconds",
    label: "Longest time",
    kind: "number",
    placeholder: "60",
    help: "Seconds for the whole request."
  },
  ...reading,
  ...secrets
]

export const crawlFields: ReadonlyArray<OptionField> = [
  {
    name: "scope",
    label: "Scope",
    kind: "choice",
    preset: "domain",
    isFirst: true,
    choices: [
      ["domain", "This host"],
      ["subdomains", "The whole domain, with subdomains"],
      ["prefix", "Under this path"],
      ["any", "Every link"]
    ],
    help: "Which links are followed."
  },
  {
    name: "max_pages",
    label: "Pages at most",
    kind: "number",
    preset: "100",
    isFirst: true,
    help: "The budget of the crawl."
  },
  {
    name: "max_depth",
    label: "Depth at most",
    kind: "number",
    preset: "3",
    isFirst: true,
    help: "Links between the start and a page."
  },
  {
    name: "sitemaps",
    label: "Read the sitemaps",
    kind: "switch",
    preset: false,
    isFirst: true,
    help: "Start from the site's sitemaps too."
  },
  {
    name: "dedup",
    label: "Drop repeated text",
    kind: "switch",
    preset: true,
    isFirst: true,
    help: "Drop pages whose text is the same as that of an earlier page."
  },
  {
    name: "include",
    label: "Follow only",
    kind: "lines",
    placeholder: "*/docs/*",
    help: "URL patterns, one a line. Empty follows all."
  },
  {
    name: "exclude",
    label: "Do not follow",
    kind: "lines",
    placeholder: "*print=*",
    help: "URL patterns, one a line. They win over those to follow."
  },
  {
    name: "delay_ms",
    label: "Delay",
    kind: "number",
    placeholder: "1000",
    help: "Milliseconds between two requests, if longer than the delay in force."
  },
  {
    name: "concurrency",
    label: "Pages at the same time",
    kind: "number",
    placeholder: "4",
    help: "If fewer than the deployment allows."
  },
  {
    name: "max_sitemaps",
    label: "Sitemap files at most",
    kind: "number",
    preset: "100",
    help: "How many sitemap files are read."
  },
  {
    name: "canonical_links",
    label: "Obey canonical links",
    kind: "switch",
    preset: false,
    help: "Take pages that name the same canonical URL as one page."
  },
  {
    name: "drop_tracking",
    label: "Drop tracking parameters",
    kind: "switch",
    preset: true,
    help: "Leave utm_*, gclid and the like out of URLs."
  },
  {
    name: "purpose",
    label: "Purpose",
    kind: "choice",
    preset: "",
    choices: [["", "Not said"], ["search", "Search"], ["ai-input", "Input of AI"], ["ai-train", "Training of AI"]],
    help: "Pages whose site refuses this use are skipped."
  },
  {
    name: "since",
    label: "Compare with job",
    kind: "text",
    placeholder: "0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6",
    help: "The id of a finished job. The ledger then says what is new, changed, the same or removed."
  },
  {
    name: "webhook",
    label: "Webhook",
    kind: "json",
    placeholder: `{"url": "https://example.com/hook", "events": ["job.finished"]}`,
    help: "JSON: a receiver of yours that is told what happens to the job."
  },
  ...reading,
  ...secrets
]

/** Options of a crawl alone: the links it follows, and its budget. */
const ofCrawls = new Set([
  "scope",
  "max_depth",
  "sitemaps",
  "max_sitemaps",
  "dedup",
  "include",
  "exclude",
  "canonical_links",
  "drop_tracking"
])

export const batchFields: ReadonlyArray<OptionField> = [
  {
    name: "max_pages",
    label: "Pages at most",
    kind: "number",
    placeholder: "all of them",
    help: "Only the first so many of the URLs are read."
  },
  ...crawlFields.filter(({ name }) => name !== "max_pages" && !ofCrawls.has(name))
]
