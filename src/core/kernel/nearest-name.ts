import { closest, distance } from "fastest-levenshtein"

/**
 * The known name that a caller most likely meant: the one with the same meaning in another service, else the most
 * similar one, if at least half of its letters are right. Case, `-` and `_` do not count: `maxDepth` is near
 * `max_depth`.
 */
export const nearestName = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const meant = meantName(name, known)
  if (meant !== undefined) return meant
  const byForm = formsOf(known)
  if (byForm.size === 0) return undefined
  const form = closest(folded(name), [...byForm.keys()])
  return differs(folded(name), form) <= 1 / 2 ? byForm.get(form) : undefined
}

/** The known name that differs in form only, or has the same meaning as this name in another service. */
export const meantName = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const form = folded(name)
  const meant = elsewhere[form]
  return meant !== undefined && known.includes(meant) ? meant : formsOf(known).get(form)
}

/** Whether one name is a misspelling of the other: at most one letter of four differs. */
export const isNearly = (name: string, known: string): boolean => differs(folded(name), folded(known)) <= 1 / 4

/** The share of the letters that differ. */
const differs = (a: string, b: string): number => distance(a, b) / Math.max(1, a.length, b.length)

const formsOf = (known: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(known.map((candidate) => [folded(candidate), candidate]))

const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, "")

/** Names of Firecrawl, Crawl4AI and Jina Reader for these, folded. */
const elsewhere: Readonly<Record<string, string | undefined>> = {
  limit: "max_pages",
  maxurls: "max_pages",
  depth: "max_depth",
  maxdiscoverydepth: "max_depth",
  includepaths: "include",
  excludepaths: "exclude",
  sitemap: "sitemaps",
  ignoresitemap: "sitemaps",
  allowsubdomains: "scope",
  allowexternallinks: "scope",
  crawlentiredomain: "scope",
  deduplicatesimilarurls: "dedup",
  rawhtml: "include_html",
  formats: "fields",
  maxage: "max_age_seconds",
  lang: "language",
  languages: "language",
  locale: "language",
  acceptlanguage: "language",
  nocache: "use_cache",
  cachemode: "use_cache",
  onlymaincontent: "include_selectors",
  includetags: "include_selectors",
  cssselector: "include_selectors",
  targetselector: "include_selectors",
  excludetags: "exclude_selectors",
  excludedselector: "exclude_selectors",
  excludedtags: "exclude_selectors",
  removeselector: "exclude_selectors",
  waitforselector: "wait_for",
  steps: "actions",
  jscenario: "actions",
  browseractions: "actions",
  jsonschema: "schema",
  retainlinks: "links",
  ignorelinks: "links",
  retainimages: "links",
  ignoreimages: "links",
  extractionschema: "schema",
  dataschema: "schema",
  jsonoptions: "schema",
  timeout: "timeout_seconds",
  pagetimeout: "timeout_seconds",
  delay: "delay_ms",
  meandelay: "delay_ms",
  maxcharacters: "max_tokens",
  maxconcurrency: "concurrency",
  changetracking: "since",
  starturl: "url",
  urllist: "urls",
  urls: "url"
}
