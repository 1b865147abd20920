import { Effect } from "effect"
import type { JobError } from "../../../core/domain/job/Job.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import type { CrawlRules } from "../model/CrawlRules.ts"
import type { SitemapsRead, SitemapUrls } from "../model/VisitRecord.ts"
import type { Requester, Sitemaps } from "./Sitemaps.ts"

export interface SitemapsRequest {
  readonly requester: Requester
  readonly rules: CrawlRules
  readonly site: URL
  /** The name of the seed whose scope decides. */
  readonly seed?: string
  /** Names of the page of the seed. */
  readonly known: ReadonlyArray<string>
  readonly credentials: SiteCredentials | undefined
  /** Receives the dates of the listed URLs, by their names. */
  readonly lastmods?: Map<string, number>
}

/**
 * URLs of the site's sitemaps that the rules admit, up to the budget. They are read during the visit of the seed,
 * because settling a page sends no requests.
 */
export const readSitemaps = Effect.fnUntraced(function*(
  sitemaps: Sitemaps["Service"],
  { credentials, known, lastmods, requester, rules, seed, site }: SitemapsRequest,
  { frontierUrls }: Pick<Settings["Service"], "frontierUrls">
): Effect.fn.Return<SitemapsRead> {
  const { delay_ms, max_pages, max_sitemaps } = rules.options
  const own = new Set([...known, rules.nameOf(site)])
  const names = new Set<string>()
  const capacity = Math.min(max_pages - 1, frontierUrls)
  const listed: Array<SitemapUrls> = []
  const errors: Array<Omit<JobError, "at">> = []
  const isNew = (name: string) => !own.has(name) && !names.has(name) && rules.admits(name, new URL(name), seed)
  if (capacity === 0) return { listed, errors }
  yield* sitemaps.read(site, requester, {
    files: max_sitemaps,
    credentials,
    ...compact({ delay: delay_ms }),
    take: (urls, sitemap, dates) =>
      Effect.sync(() => {
        const listedNames = urls.map(rules.nameOfLink)
        const fresh = listedNames.filter((name) => isNew(name) && names.add(name))
        for (const [index, name] of listedNames.entries()) {
          const date = dates[index]
          if (date !== undefined) lastmods?.set(name, date)
        }
        if (fresh.length > 0) listed.push({ sitemap, urls: fresh })
        return names.size < capacity
      }),
    failed: (error) => Effect.sync(() => void errors.push(error))
  })
  return { listed, errors }
})
