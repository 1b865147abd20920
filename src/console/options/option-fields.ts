/** Input of an option. `lines`: one text per line. `pairs`: `name: value`, one per line. */
export type Kind = "switch" | "number" | "text" | "lines" | "pairs" | "json" | "choice"

/** An option of the API (`scripts/support/console-options.ts`). */
export interface ApiOption {
  readonly name: string
  readonly kind: Kind
  readonly help: string
  readonly choices?: ReadonlyArray<string>
  /** The default, absent if it is a list. It is shown, and not sent. */
  readonly preset?: string | boolean
}

export interface OptionField extends Omit<ApiOption, "choices">, Layout {
  readonly choices?: ReadonlyArray<readonly [value: string, label: string]>
}

interface Layout {
  readonly label: string
  readonly placeholder?: string
  /** Shown with the first options, not among the advanced ones. */
  readonly isFirst?: boolean
}

/** Form fields for these options. */
export const fieldsOf = (options: ReadonlyArray<ApiOption>): ReadonlyArray<OptionField> =>
  options.map(({ choices, ...option }) => ({
    ...option,
    ...layouts[option.name] ?? { label: option.name },
    ...(choices === undefined ? {} : {
      choices: [...(option.preset === undefined ? [""] : []), ...choices].map((value) =>
        [value, labelOf(value)] as const
      )
    })
  }))

const labelOf = (choice: string): string => choiceLabels[choice] ?? choice

const choiceLabels: Readonly<Record<string, string>> = {
  "": "Not given",
  domain: "This host",
  subdomains: "The whole domain, with subdomains",
  prefix: "Under this path",
  any: "Every link"
}

const layouts: Readonly<Record<string, Layout>> = {
  use_cache: { label: "Use the cache", isFirst: true },
  max_age_seconds: { label: "Maximum age", placeholder: "3600" },
  language: { label: "Languages", placeholder: "de-CH\nde" },
  include_html: { label: "With the HTML", isFirst: true },
  timeout_seconds: { label: "Timeout", placeholder: "60" },
  fields: { label: "Fields", placeholder: "title\nmarkdown" },
  include_selectors: { label: "Content only from", placeholder: "main article" },
  exclude_selectors: { label: "Leave out", placeholder: ".comments" },
  extract: {
    label: "Records of your own",
    placeholder: `[{"type": "Product", "select": ".card", "fields": {"title": "h2", "price": ".price"}}]`
  },
  wait_for: { label: "Wait for", placeholder: ".price" },
  chunks: { label: "Chunks", placeholder: `{"max_tokens": 400, "overlap": 0}` },
  query: { label: "Passages about", placeholder: "return policy" },
  max_tokens: { label: "Maximum tokens", placeholder: "2000" },
  headers: { label: "Header fields", placeholder: "accept-language: de" },
  cookies: { label: "Cookies", placeholder: "session: 3f9a" },
  max_pages: { label: "Maximum pages", placeholder: "all of them", isFirst: true },
  max_depth: { label: "Maximum depth", isFirst: true },
  scope: { label: "Scope", isFirst: true },
  dedup: { label: "Drop repeated text", isFirst: true },
  include: { label: "Follow only", placeholder: "*/docs/*" },
  exclude: { label: "Do not follow", placeholder: "*print=*" },
  sitemaps: { label: "Read the sitemaps", isFirst: true },
  max_sitemaps: { label: "Maximum sitemap files" },
  canonical_links: { label: "Obey canonical links" },
  drop_tracking: { label: "Drop tracking parameters" },
  purpose: { label: "Purpose" },
  delay_ms: { label: "Delay", placeholder: "1000" },
  concurrency: { label: "Pages at the same time", placeholder: "4" },
  since: { label: "Compare with job", placeholder: "0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6" },
  adaptive: { label: "Only pages that may have changed" },
  webhook: {
    label: "Webhook",
    placeholder: `{"url": "https://example.com/hook", "events": ["job.finished"]}`
  }
}
