import { Data, Effect, Option } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { CrawlOptions } from "../../../core/domain/job/Job.ts"
import type { PageHistory, SeenPage, Unrequested } from "../../../core/domain/job/LedgerRow.ts"
import { actionsFor } from "../../../core/domain/options/Action.ts"
import { pictureThreshold } from "../../../core/domain/options/Notify.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import type { Hop } from "../../../web/fetch/Hop.ts"
import { isSameIntent } from "../../../web/rights/refusal.ts"
import type { Lease } from "../model/Frontier.ts"
import type { EarlierRow, VisitedPage } from "../model/VisitRecord.ts"
import type { EarlierPage, EarlierPages } from "../revisit/EarlierPages.ts"
import { type HistoryVisit, withVisit } from "../revisit/page-history.ts"

/** A page of an earlier job, for a conditional request. */
export interface KnownPage {
  readonly at: string
  readonly status: number
  readonly seen: SeenPage
  /** Its links, if the crawl needs them. */
  readonly links: ReadonlyArray<string>
}

export type SeenValidators = Pick<SeenPage, "etag" | "modified">

/** The site answers that the page has not changed. */
export class Unchanged extends Data.TaggedError("Unchanged")<{ readonly finalUrl: string; readonly answer: Hop }> {}

/** The page of the earlier job, if it has a validator or is not requested, and its body is not needed. */
export const knownPage = Effect.fnUntraced(function*(
  { earlier, needsLinks }: { readonly earlier: EarlierPages | undefined; readonly needsLinks: boolean },
  { depth, url }: Lease,
  options: CrawlOptions,
  { robotsTags }: Pick<Settings["Service"], "robotsTags">,
  isRequested: boolean
): Effect.fn.Return<KnownPage | undefined, StoreUnavailable> {
  // The document that the site sends says nothing about the page after its actions.
  if (actionsFor(options, url) !== undefined) return undefined
  // Nor does it say how the page looks.
  if (isRequested && pictureThreshold(options) !== undefined) return undefined
  // Nor does an unchanged one say whether the site allows another use of it.
  if (earlier !== undefined && !isSameIntent(earlier.intent, options)) return undefined
  const page = earlier?.get(url)
  if (earlier === undefined || page?.seen?.kept === undefined) return undefined
  const { at, seen, status } = page
  if (isRequested && seen.etag === undefined && seen.modified === undefined) return undefined
  if (!needsLinks || depth >= options.max_depth) return { at, status, seen, links: [] }
  const links = Option.getOrUndefined(yield* earlier.links(seen))
  if (links === undefined) return undefined
  const followed = robotsTags.includes("nofollow") ? links.filter(({ nofollow }) => !nofollow) : links
  return { at, status, seen, links: followed.map((link) => link.url) }
})

/** Some sites answer 200 with the ETag of the request. A strong ETag identifies the bytes (RFC 9110 section 8.8.1). */
export const isAsKnown = (answer: Hop, known: SeenPage | undefined): boolean =>
  known !== undefined && answer._tag === "Page" &&
  (answer.status === 304 ||
    (answer.status === 200 && known.etag?.startsWith("\"") === true && answer.headers["etag"] === known.etag))

export const unchangedPage = (
  { answer, finalUrl }: Unchanged,
  known: KnownPage,
  visit: Omit<HistoryVisit, "isChanged">
): VisitedPage => {
  const page = asKnown(known, finalUrl)
  return {
    ...page,
    seen: {
      ...page.seen,
      ...(answer._tag === "Page" ? validatorsIn(answer.headers) : {}),
      ...compact({ history: historyAfter(known.seen, { ...visit, isChanged: false }) })
    }
  }
}

/** The page of the earlier job, without a request. */
export const unrequestedPage = (known: KnownPage, unrequested: Unrequested): VisitedPage => ({
  ...asKnown(known, known.at),
  unrequested
})

const asKnown = ({ links, seen, status }: KnownPage, finalUrl: string): VisitedPage & { readonly seen: SeenPage } => {
  // No rules were applied to it in this job.
  const { data: _, ...rest } = seen
  return {
    _tag: "Page",
    status,
    finalUrl,
    canonicalUrl: seen.canonical ?? "",
    textHash: seen.text,
    links,
    signals: {},
    seen: rest,
    isSame: true,
    isUnchanged: true,
    document: new Uint8Array()
  }
}

const historyAfter = ({ history }: SeenPage, visit: HistoryVisit): PageHistory | undefined =>
  history === undefined ? undefined : withVisit(history, visit)

/** The row of a URL in the earlier job, as the settlement needs it. */
export const earlierRow = (page: EarlierPage | undefined): EarlierRow | "none" => {
  if (page === undefined) return "none"
  const { code, outcome, status, text } = page
  return compact({ code, outcome, status, text })
}

/** Ignore longer validators: they are stored with every page, and no honest server sends them. */
const maxLength = 256

export const validatorsIn = (headers: Readonly<Record<string, string>>): SeenValidators => {
  const field = (name: string) => {
    const value = headers[name]
    return value === undefined || value === "" || value.length > maxLength ? undefined : value
  }
  return compact({ etag: field("etag"), modified: field("last-modified") })
}
