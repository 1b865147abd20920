import { closest } from "fastest-levenshtein"

/**
 * The known name that a caller most likely meant: the one that other services' name for it stands for, else the one
 * that is spelt most alike. Case, `-` and `_` do not count: `maxDepth` is near `max_depth`.
 */
export const nearestName = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const meant = elsewhere[folded(name)]
  if (meant !== undefined && known.includes(meant)) return meant
  const byForm = new Map(known.map((candidate) => [folded(candidate), candidate]))
  return byForm.size === 0 ? undefined : byForm.get(closest(folded(name), [...byForm.keys()]))
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, "")

/** What Firecrawl, Crawl4AI and Jina Reader call these, folded. */
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
  formats: "include_html",
  maxage: "use_cache",
  nocache: "use_cache",
  cachemode: "use_cache",
  starturl: "url",
  urllist: "urls",
  urls: "url"
}
