/**
 * Input of an option. `lines`: one text per line. `pairs`: `name: value`, one per line. `rules`, `webhook` and `job`
 * have inputs of their own, which write JSON or the id of a job.
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

/** Groups of options, in their order. */
export const groups = ["Pages", "Content", "Requests", "Speed", "Afterwards"] as const
type Group = (typeof groups)[number]

/** An option of the API (`scripts/support/console-options.ts`). */
export interface ApiOption {
  readonly name: string
  readonly kind: Kind
  readonly help: string
  readonly choices?: ReadonlyArray<string>
  /** The default, absent if it is a list. It is shown, and not sent. */
  readonly preset?: string | boolean
}

export interface OptionField extends Omit<ApiOption, "choices" | "help">, Layout {
  readonly help: string
  readonly choices?: ReadonlyArray<readonly [value: string, label: string]>
}

interface Layout {
  readonly label: string
  readonly group: Group
  readonly placeholder?: string
  /** Shorter than the text of the API. */
  readonly help?: string
  /** Shown with the first options, not among the advanced ones. */
  readonly isFirst?: boolean
}

/** Form fields for these options. */
export const fieldsOf = (options: ReadonlyArray<ApiOption>): ReadonlyArray<OptionField> =>
  options.map(({ choices, ...option }) => ({
    ...option,
    ...layouts[option.name] ?? { label: option.name, group: "Content" },
    ...(choices === undefined ? {} : {
      choices: [...(option.preset === undefined ? [""] : []), ...choices].map((value) =>
        [value, labelOf(value)] as const
      )
    })
  }))

export const labelOf = (choice: string): string => choiceLabels[choice] ?? choice

const choiceLabels: Readonly<Record<string, string>> = {
  "": "Not given",
  domain: "This host",
  subdomains: "The whole domain, with subdomains",
  prefix: "Under this path",
  any: "Every link",
  true: "Yes",
  false: "No",
  near: "Near duplicates too",
  include: "Keep it",
  auto: "If possible"
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
  include: { label: "Follow only", group: "Pages", placeholder: "*/docs/*" },
  exclude: { label: "Do not follow", group: "Pages", placeholder: "*print=*" },
  max_sitemaps: { label: "Maximum sitemap files", group: "Pages" },
  source: { label: "URLs from", group: "Pages" },
  modified_since: { label: "Changed since (by sitemaps)", group: "Pages" },
  canonical_links: { label: "Obey canonical links", group: "Pages" },
  drop_tracking: { label: "Drop tracking parameters", group: "Pages" },
  internal_only: { label: "Only links of this site", group: "Pages" },
  fields: { label: "Fields", group: "Content", placeholder: "title\nmarkdown" },
  include_selectors: { label: "Content only from", group: "Content", placeholder: "main article" },
  hidden: { label: "Hidden text", group: "Content" },
  ocr: { label: "Read scans and images", group: "Content" },
  links: { label: "Addresses in markdown", group: "Content" },
  exclude_selectors: { label: "Leave out", group: "Content", placeholder: ".comments" },
  include_html: { label: "Include HTML", group: "Content" },
  extract: { label: "Records of your own", group: "Content" },
  schema: {
    label: "Data by a schema",
    group: "Content",
    placeholder: `{"type": "object", "properties": {"price": {"type": "number"}}}`
  },
  profile: { label: "Profile", group: "Requests", placeholder: "intranet" },
  wrapper: { label: "Wrapper", group: "Content", placeholder: "7d1e0c9b8a7f4e6d95c4b3a2f1e0d9c8" },
  chunks: { label: "Chunks", group: "Content", placeholder: `{"max_tokens": 400, "overlap": 0}` },
  query: { label: "Passages about", group: "Content", placeholder: "return policy" },
  max_tokens: { label: "Maximum tokens", group: "Content", placeholder: "2000" },
  use_cache: { label: "Use the cache", group: "Requests" },
  max_age_seconds: { label: "Maximum age", group: "Requests", placeholder: "3600" },
  language: { label: "Languages", group: "Requests", placeholder: "de-CH\nde" },
  wait_for: { label: "Wait for", group: "Requests", placeholder: ".price" },
  actions: { label: "Actions", group: "Requests", placeholder: `[{"click": "#more"}, {"scroll": "bottom"}]` },
  hide_overlays: { label: "Hide consent banners", group: "Requests" },
  page_actions: {
    label: "Actions by URL",
    group: "Requests",
    placeholder: `[{"pattern": "/shop/*", "actions": [{"click": "#more"}]}]`
  },
  archive: { label: "Store responses for a web archive", group: "Content" },
  search: { label: "Searchable", group: "Content" },
  pictures: { label: "Pictures", group: "Content", placeholder: `{"full_page": true, "width": 1280}` },
  headers: { label: "Header fields", group: "Requests", placeholder: "accept-language: de" },
  cookies: { label: "Cookies", group: "Requests", placeholder: "session: 3f9a" },
  prefer: { label: "Preferred format", group: "Requests" },
  purpose: { label: "Purpose", group: "Requests" },
  content_use: { label: "Use of the content", group: "Requests" },
  timeout_seconds: { label: "Timeout", group: "Speed", placeholder: "60" },
  delay_ms: { label: "Delay", group: "Speed", placeholder: "1000" },
  concurrency: { label: "Pages at the same time", group: "Speed", placeholder: "4" },
  since: { label: "Compare with job", group: "Afterwards" },
  adaptive: { label: "Only pages that may have changed", group: "Afterwards" },
  webhook: { label: "Webhook", group: "Afterwards" }
}
