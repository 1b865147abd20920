/**
 * Input of an option. `lines`: one text per line. `pairs`: `name: value`, one per line. `job` has a list, which writes
 * an id. The kinds with several parts write JSON.
 */
export type Kind =
  | "switch"
  | "number"
  | "text"
  | "lines"
  | "pairs"
  | "json"
  | "choice"
  | "mode"
  | "rules"
  | "webhook"
  | "job"
  | "profile"
  | "object"
  | "steps"
  | "page-steps"

/** Groups of options, in their order. */
export const groups = ["Pages", "Content", "Requests", "Speed", "Afterwards"] as const
type Group = (typeof groups)[number]

/** An option of the API (`scripts/support/console-options.ts`). */
export interface ApiOption {
  readonly name: string
  readonly kind: Kind
  readonly choices?: ReadonlyArray<string>
  /** The default, absent if it is a list. It is shown, and not sent. */
  readonly preset?: string | boolean
}

export interface OptionField extends Omit<ApiOption, "choices">, Layout {
  readonly choices?: ReadonlyArray<readonly [value: string, label: string]>
}

interface Layout {
  readonly label: string
  readonly group: Group
  readonly placeholder?: string
  /** In the words of the form: the text of the API names its keys and its routes. */
  readonly help: string
  /** Shown with the first options, not among the advanced ones. */
  readonly isFirst?: boolean
}

/** Form fields for these options. */
export const fieldsOf = (options: ReadonlyArray<ApiOption>): ReadonlyArray<OptionField> =>
  options.map(({ choices, ...option }) => ({
    ...option,
    ...layouts[option.name] ?? { label: option.name, group: "Content", help: "" },
    ...(choices === undefined ? {} : {
      choices: [...(option.preset === undefined ? [""] : []), ...choices].map((value) =>
        [value, labelOf(value)] as const
      )
    })
  }))

export const labelOf = (choice: string): string => choiceLabels[choice] ?? choice

const choiceLabels: Readonly<Record<string, string>> = {
  "": "Default",
  domain: "This host",
  subdomains: "The whole domain, with subdomains",
  prefix: "Under this path",
  any: "Every link",
  true: "Yes",
  false: "No",
  near: "Near duplicates too",
  include: "Keep it",
  auto: "If possible",
  text: "Only the words of links and pictures",
  none: "Only the words of links",
  all: "Links and sitemaps",
  links: "Only links",
  sitemaps: "Only sitemaps",
  search: "Search",
  "ai-input": "Input of an AI",
  "ai-train": "Training of an AI",
  immediate: "Read it, keep nothing",
  reference: "Index, excerpt, link",
  full: "Summarize, reproduce"
}

const layouts: Readonly<Record<string, Layout>> = {
  max_pages: { label: "Maximum pages", group: "Pages", placeholder: "all of them", isFirst: true, help: "Of the job." },
  max_depth: { label: "Maximum depth", group: "Pages", isFirst: true, help: "Links from the start." },
  scope: { label: "Scope", group: "Pages", isFirst: true, help: "Links that are followed." },
  dedup: {
    label: "Skip duplicate pages",
    group: "Pages",
    isFirst: true,
    help: "Pages whose text or article another page has."
  },
  sitemaps: { label: "Read the sitemaps", group: "Pages", isFirst: true, help: "URLs that the site lists." },
  include: {
    label: "Follow only",
    group: "Pages",
    placeholder: "*/docs/*",
    help: "Patterns of URLs, one a line. Without any, all links are followed."
  },
  exclude: {
    label: "Do not follow",
    group: "Pages",
    placeholder: "*print=*",
    help: "Patterns of URLs, one a line. They win over those to follow."
  },
  max_sitemaps: {
    label: "Maximum sitemap files",
    group: "Pages",
    help: "A file of many URLs counts once for each 10,000. At most 100, and one for each page of the crawl."
  },
  source: { label: "URLs from", group: "Pages", help: "With sitemaps only, no links are followed." },
  modified_since: {
    label: "Changed since (by sitemaps)",
    group: "Pages",
    placeholder: "2026-01-31",
    help: "URLs that a sitemap says changed on this day or later, and none without a date."
  },
  canonical_links: {
    label: "Obey canonical links",
    group: "Pages",
    help: "Pages that name the same page as their original count as one."
  },
  drop_tracking: {
    label: "Drop tracking parameters",
    group: "Pages",
    help: "Such as utm_source and gclid, from the URLs that are followed."
  },
  internal_only: { label: "Only links of this site", group: "Pages", help: "The numbers still count all links." },
  fields: {
    label: "Fields",
    group: "Content",
    placeholder: "title\nmarkdown",
    help: "Parts of the document, one a line. Without any, all but the longest. Fewer are faster."
  },
  include_selectors: {
    label: "Content only from",
    group: "Content",
    placeholder: "main article",
    help: "CSS selectors, one a line. Without any, the main content is found."
  },
  exclude_selectors: {
    label: "Leave out",
    group: "Content",
    placeholder: ".comments",
    help: "CSS selectors, one a line, of elements that are removed first."
  },
  hidden: {
    label: "Hidden text",
    group: "Content",
    help: "Text that readers can neither see nor bring to sight. It is left out by default."
  },
  ocr: {
    label: "Read scans and images",
    group: "Content",
    help: "Pages of a PDF without text, and images, are read by optical character recognition."
  },
  links: { label: "Addresses in markdown", group: "Content", help: "By default, links and pictures have theirs." },
  include_html: { label: "Include HTML", group: "Content", help: "The page as it was received or rendered." },
  extract: {
    label: "Records of your own",
    group: "Content",
    help: "By CSS selectors. URLs become absolute, prices numbers, dates YYYY-MM-DD."
  },
  schema: {
    label: "Data by a schema",
    group: "Content",
    placeholder: `{"type": "object", "properties": {"price": {"type": "number"}}}`,
    help: "A JSON Schema of the values that you want of each page."
  },
  profile: {
    label: "Profile",
    group: "Requests",
    help: "A stored login, whose cookies and header fields only its own sites get."
  },
  wrapper: {
    label: "Wrapper",
    group: "Content",
    placeholder: "7d1e0c9b8a7f4e6d95c4b3a2f1e0d9c8",
    help: "Learnt rules that read the data. By default, the newest for the host and the schema."
  },
  chunks: { label: "Chunks", group: "Content", help: "Parts of the content for language models." },
  query: {
    label: "Passages about",
    group: "Content",
    placeholder: "return policy",
    help: "Only the chunks that have one of these words, the best first."
  },
  max_tokens: {
    label: "Maximum tokens",
    group: "Content",
    placeholder: "2000",
    help: "Of all chunks together. Without a number, all chunks."
  },
  use_cache: { label: "Use the cache", group: "Requests", help: "A fresh copy instead of a request to the site." },
  max_age_seconds: {
    label: "Maximum age",
    group: "Requests",
    placeholder: "3600",
    help: "Seconds up to which a cached copy is used. 0 always fetches."
  },
  language: {
    label: "Languages",
    group: "Requests",
    placeholder: "de-CH\nde",
    help: "Up to 5, one a line, the preferred one first."
  },
  wait_for: {
    label: "Wait for",
    group: "Requests",
    placeholder: ".price",
    help: "CSS selector of an element. A page without it is rendered in a browser until it appears."
  },
  actions: {
    label: "Steps in a browser",
    group: "Requests",
    help: "Before the page is read, in this order. One that fails ends them, with a warning."
  },
  page_actions: {
    label: "Steps by URL",
    group: "Requests",
    help: "Before pages whose URL matches are read. The first pattern that matches counts."
  },
  hide_overlays: {
    label: "Hide consent banners",
    group: "Requests",
    help: "And other boxes over a page in a browser. Nothing is clicked."
  },
  archive: {
    label: "Store responses for a web archive",
    group: "Content",
    help: "For a WARC or WACZ with the original bytes. Takes much space."
  },
  search: { label: "Searchable", group: "Content", help: "Words or a question find passages of the pages." },
  pictures: { label: "Pictures", group: "Content", help: "Of the page in a browser, kept with its document." },
  headers: {
    label: "Header fields",
    group: "Requests",
    placeholder: "accept-language: de",
    help: "One a line, as name: value. Only the site of the URL gets them."
  },
  cookies: {
    label: "Cookies",
    group: "Requests",
    placeholder: "session: 3f9a",
    help: "One a line, as name: value. Only the site of the URL gets them."
  },
  prefer: {
    label: "Preferred format",
    group: "Requests",
    placeholder: "markdown",
    help: "markdown: ask the site for it first. By default HTML."
  },
  purpose: { label: "Purpose", group: "Requests", help: "Pages whose site refuses this use are skipped." },
  content_use: {
    label: "Use of the content",
    group: "Requests",
    help: "Pages whose site allows less are skipped."
  },
  timeout_seconds: {
    label: "Timeout",
    group: "Speed",
    placeholder: "60",
    help: "Seconds for the whole request. The service has a maximum."
  },
  delay_ms: {
    label: "Delay",
    group: "Speed",
    placeholder: "1000",
    help: "Milliseconds between two requests to a domain. A longer one of the site or the service wins."
  },
  concurrency: {
    label: "Pages at the same time",
    group: "Speed",
    placeholder: "4",
    help: "At most. The service has a maximum."
  },
  since: {
    label: "Compare with job",
    group: "Afterwards",
    help: "Says which pages are new, changed, the same or removed. Unchanged ones are not stored again."
  },
  adaptive: {
    label: "Only pages that may have changed",
    group: "Afterwards",
    help: "Of a comparison: by their earlier changes, and each at least once a week."
  },
  webhook: { label: "Webhook", group: "Afterwards", help: "A URL that is told what happens, with a signature." }
}
