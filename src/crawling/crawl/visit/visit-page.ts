import { Clock, Effect, Option, Result } from "effect"
import type { DocumentField } from "../../../core/domain/document/DocumentField.ts"
import { isSameView, type PictureOptions, pictureOptions } from "../../../core/domain/document/Picture.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { CrawlOptions } from "../../../core/domain/job/Job.ts"
import { actionsFor } from "../../../core/domain/options/Action.ts"
import { pictureThreshold } from "../../../core/domain/options/Notify.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { crawlTimeout, type Progress, RequestContext } from "../../../core/kernel/RequestContext.ts"
import { shownUrl } from "../../../core/kernel/shown-url.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import type { Extractor } from "../../../extract/Extractor.ts"
import type { PageReader } from "../../../page/PageReader.ts"
import type { PageRequest } from "../../../page/PageRequest.ts"
import type { Pictures } from "../../../page/Pictures.ts"
import type { ReadPage } from "../../../page/projections.ts"
import type { Fetcher } from "../../../web/fetch/Fetcher.ts"
import type { FetchedPage } from "../../../web/fetch/Hop.ts"
import { type Exchange, ExchangeTap } from "../../../web/net/ExchangeTap.ts"
import { hasIntent } from "../../../web/rights/refusal.ts"
import { asksForLoginIn, loggedIn } from "../../profiles/logged-in.ts"
import { ruleCoverage } from "../../wrappers/rule-coverage.ts"
import { isSeed } from "../model/CrawlRules.ts"
import type { Lease } from "../model/Frontier.ts"
import type { ProfileLost } from "../model/profile-lost.ts"
import { isCursor } from "../model/SitemapCursor.ts"
import type { SitemapsRead, VisitOutcome } from "../model/VisitRecord.ts"
import type { Sitemaps } from "../plan/Sitemaps.ts"
import { archivedPage, type PageResponses } from "./archived-page.ts"
import { crawlSource, type KnownTarget } from "./crawl-source.ts"
import {
  type KnownPage,
  knownPage,
  type SeenValidators,
  type Unchanged,
  unchangedPage,
  unrequestedPage,
  validatorsIn
} from "./known-page.ts"
import { lookOf, picturedPage, takenPicture } from "./pictured-page.ts"
import type { RunningCrawl } from "./RunningCrawl.ts"
import { hasSameContent } from "./same-content.ts"
import { visitListedSeed, visitOf, type VisitResult, visitSitemaps, withListed } from "./visit-sitemaps.ts"
import { visitedPage } from "./visited-page.ts"
import { withEarlierTerms } from "./with-earlier-terms.ts"

interface Visiting {
  readonly extractor: Pick<Extractor["Service"], "diff" | "terms" | "parsers">
  readonly fetcher: Fetcher["Service"]
  readonly pictures: Pictures["Service"]
  readonly reader: PageReader["Service"]
  readonly sitemaps: Sitemaps["Service"]
  readonly settings: Settings["Service"]
}

/** Visits a leased URL. Nothing is decided about the page. `progress` reports when its request is sent. */
export const visitPage = (
  visiting: Visiting,
  running: RunningCrawl,
  lease: Lease,
  progress?: Progress
) => {
  const { id, options, owner } = running.task
  const visited = (lease: Lease, sitemaps?: SitemapsRead) =>
    Effect.map(resultOf(visiting, running, lease), (result) => visitOf(running, lease, result, sitemaps))
  return Effect.suspend(() => {
    if (isCursor(lease.url)) return visitSitemaps(visiting, running, lease, visited)
    if (!isSeed(options, lease.seq)) return visited(lease)
    return options.source === "sitemaps"
      ? visitListedSeed(visiting, running, lease, visited)
      : Effect.flatMap(visited(lease), (seed) => withListed(visiting, running, seed))
  }).pipe(
    RequestContext.by(owner, "crawl", crawlTimeout(visiting.settings.requestTimeout), {
      delay: options.delay_ms,
      job: id,
      progress
    }),
    Effect.withSpan("CrawlRunner.page", { attributes: { "job.id": id, "url.full": shownUrl(lease.url) } })
  )
}

/** The outcome of the visit, the targets of its redirects, and its own time. */
const resultOf = Effect.fnUntraced(function*(
  visiting: Visiting,
  running: RunningCrawl,
  lease: Lease
): Effect.fn.Return<VisitResult, ProfileLost | StoreUnavailable, RequestContext> {
  const { seq, url } = lease
  const { options } = running.task
  const lastmod = running.lastmods?.get(url)
  const equivalent = isSeed(options, seq) ? undefined : running.equivalents?.before(lease)
  if (equivalent !== undefined) return unread({ _tag: "Elsewhere", equivalent })
  const unrequested = isSeed(options, seq) ? undefined : running.revisits?.skips(url, lastmod)
  const known = yield* knownPage(running, lease, options, visiting.settings, unrequested === undefined)
  if (known !== undefined && unrequested !== undefined) {
    const outcome = yield* withEarlierTerms(visiting.extractor, running, known, unrequestedPage(known, unrequested))
    return unread(outcome, known.at === url ? [] : [known.at])
  }
  const visit = { at: yield* Clock.currentTimeMillis, lastmod }
  const { profile } = running
  const read = Effect.suspend(() => readLeased(visiting, running, lease, known))
  const { chain, elapsed, request, responses, result, searchField, validators } = yield* profile === undefined
    ? read
    : loggedIn(profile, url, () => read, ({ result }) => asksForLoginIn(result))
  if (Result.isFailure(result)) {
    const { failure } = result
    const outcome = failure._tag === "Unchanged" && known !== undefined
      ? yield* withEarlierTerms(visiting.extractor, running, known, unchangedPage(failure, known, visit))
      : yield* noPage(failure)
    return { chain, elapsed, outcome }
  }
  const page = result.success
  if (chain.length === 0 && isOfResponse(page)) running.equivalents?.add(lease, searchField)
  const facts = {
    options,
    robotsTags: visiting.settings.robotsTags,
    before: running.earlier?.get(url),
    isSame: yield* hasSameContent(
      visiting.extractor,
      running.earlier,
      { owner: running.task.owner, url },
      page
    ),
    validators,
    data: coverageOf(running, url, page),
    visit: running.earlier === undefined ? undefined : visit
  }
  const unpictured = visitedPage(page, facts)
  const threshold = pictureThreshold(options)
  const picture = yield* takenPicture(visiting.pictures, request, page, unpictured, threshold !== undefined)
  const visited = picture === undefined || threshold === undefined
    ? unpictured
    : visitedPage(page, { ...facts, ...lookOf(picture, threshold) })
  const kept = options.archive === true
    ? yield* archivedPage(responses, visiting.settings.archiveBytes, visited)
    : visited
  return { chain, elapsed, outcome: picturedPage(request, kept, picture) }
})

/** Of a URL that is not requested. */
const unread = (outcome: VisitOutcome, chain: ReadonlyArray<string> = []): VisitResult => ({
  chain,
  elapsed: 0,
  outcome
})

/** Whether the page is what the site sent. A script may read a part of the query that the site does not. */
const isOfResponse = ({ isAsSent, status, warnings }: ReadPage<"document">): boolean =>
  isAsSent && status === 200 &&
  !warnings.some(({ code }) => code === "javascript_required" || code.startsWith("render"))

/** Coverage by the rules of a wrapper. Undefined for a page that may have another layout. The URLs of a batch have one. */
const coverageOf = (
  { rules, task: { options } }: RunningCrawl,
  url: string,
  { data, finalUrl, status }: ReadPage<"document">
) => {
  const used = status < 400 && data !== undefined && data.wrapper !== null ? rules?.rulesFor(finalUrl) : undefined
  if (rules === undefined || used === undefined || data === undefined) return undefined
  const isOfLayout = options.urls !== undefined || rules.isOfLayout(used.wrapper, url) ||
    rules.isOfLayout(used.wrapper, finalUrl)
  return isOfLayout ? ruleCoverage(used.wrapper, used.rules, data.fields) : undefined
}

/** Reads the page, with its validators for the next job. Its body counts to those of the crawl meanwhile. */
const readLeased = Effect.fnUntraced(function*(
  { extractor, fetcher, reader, settings }: Visiting,
  running: RunningCrawl,
  lease: Lease,
  known: KnownPage | undefined
) {
  const { depth, url } = lease
  const { options } = running.task
  const rules = yield* running.frontier.rules
  let validators: SeenValidators = {}
  let searchField: string | undefined
  let bytes = 0
  const responses: PageResponses = { loaded: [] }
  const note = (fetched: FetchedPage) =>
    Effect.sync(() => {
      const { body, headers } = fetched
      if (options.archive === true) responses.fetched = fetched
      validators = validatorsIn(headers)
      searchField = headers["no-vary-search"]
      running.bodies += body.byteLength - bytes
      bytes = body.byteLength
    })
  const { chain, ...source } = crawlSource({
    fetcher,
    readable: extractor.parsers,
    maxRedirects: settings.maxRedirects,
    running,
    lease,
    known
  })
  const noted = {
    ...source,
    page: Effect.tap(source.page, note),
    refresh: (target: URL) => Effect.tap(source.refresh(target), note)
  }
  const { page_actions: _, ...ofPages } = options
  const picture = pictureOptions(options)
  const earlier = yield* earlierPicture(running, url, picture)
  const request: PageRequest = {
    ...ofPages,
    ...running.credentialsFor(url),
    url,
    depth,
    isStored: true,
    needs: neededFields(options, settings),
    isInScope: (target: URL) => rules.mayFollow(lease, target),
    ...compact({
      actions: actionsFor(options, url),
      picture: picture && { ...picture, ...compact({ earlier }) },
      intent: hasIntent(options) ? options : undefined,
      rulesFor: running.rules?.rulesFor,
      isIndexed: options.search
    })
  }
  const record = (exchange: Exchange) => Effect.sync(() => void responses.loaded.push(exchange))
  const [elapsed, result] = yield* reader.readFrom(request, noted, "document").pipe(
    (reading) => options.archive === true ? Effect.provideService(reading, ExchangeTap, record) : reading,
    Effect.ensuring(Effect.sync(() => (running.bodies -= bytes))),
    Effect.result,
    RequestContext.timed
  )
  return { chain, elapsed, request, responses, result, searchField, validators }
})

/** The picture that the job of `since` has of the page, if pictures are compared, and are of the same view. */
const earlierPicture = Effect.fnUntraced(function*(
  { earlier, task: { options } }: RunningCrawl,
  url: string,
  view: PictureOptions | undefined
): Effect.fn.Return<Uint8Array | undefined, StoreUnavailable> {
  if (view === undefined || earlier?.pictured === undefined || pictureThreshold(options) === undefined) return undefined
  const seen = isSameView(earlier.pictured, view) ? earlier.get(url)?.seen : undefined
  return seen && Option.getOrUndefined(yield* earlier.picture(seen))
})

/** Fields that the crawl reads, besides those of its documents: links to follow, content to compare, metadata to obey. */
const neededFields = (
  options: CrawlOptions,
  { robotsTags }: Settings["Service"]
): ReadonlyArray<DocumentField> => [
  "links",
  "title",
  "markdown",
  "records",
  ...(options.canonical_links || robotsTags.length > 0 || hasIntent(options) ? ["metadata" as const] : [])
]

/** An unavailable store is not an outcome of the page: it fails the visit. */
const noPage = (
  failure: PageError | KnownTarget | Unchanged | StoreUnavailable
): Effect.Effect<VisitOutcome, StoreUnavailable> => {
  if (failure._tag === "StoreUnavailable") return Effect.fail(failure)
  if (failure._tag === "KnownTarget") return Effect.succeed({ _tag: "Elsewhere" })
  if (failure._tag === "Unchanged") return Effect.die(new Error("a page is unchanged that was not known"))
  if (failure.code === "store_unavailable") return Effect.fail(new StoreUnavailable({ reason: "no turn could be had" }))
  const { code, detail, price, rights } = failure
  const asked = price === undefined ? undefined : { price, sources: [{ from: price.scheme }] }
  return Effect.succeed({ _tag: "NoPage", code, detail, ...compact({ rights: rights ?? asked }) })
}
