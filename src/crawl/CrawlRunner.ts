import { Cause, Context, Data, Duration, Effect, FiberSet, Layer, Result } from "effect"
import { Asker } from "../domain/Asker.ts"
import { JobId } from "../domain/Job.ts"
import * as fault from "../domain/page-errors.ts"
import type { PageError } from "../domain/PageError.ts"
import { neededOf, pageOptions } from "../domain/PageOptions.ts"
import { shownUrl } from "../domain/shown-url.ts"
import type { SiteCredentials } from "../domain/SiteCredentials.ts"
import { StoreUnavailable } from "../domain/StoreUnavailable.ts"
import { Chain } from "../fetch/Chain.ts"
import { type FetchedPage, Fetcher } from "../fetch/Fetcher.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { PageReader } from "../page/PageReader.ts"
import { Settings } from "../Settings.ts"
import { crawlRules, isSeed } from "./CrawlRules.ts"
import { type EarlierPages, earlierPages, type SinceGone } from "./EarlierPages.ts"
import { concurrency, mostBodies } from "./frontier-bounds.ts"
import { type CrawlTask, Frontier, type JobFrontier, type Lease } from "./Frontier.ts"
import { HopsAhead } from "./HopsAhead.ts"
import {
  earlierRow,
  isAsKnown,
  type KnownPage,
  knownPage,
  type SeenValidators,
  Unchanged,
  unchangedPage,
  validatorsIn
} from "./known-page.ts"
import type { Obeyed } from "./obey-wishes.ts"
import { readSitemaps } from "./read-sitemaps.ts"
import { Sitemaps } from "./Sitemaps.ts"
import { visitedPage } from "./visited-page.ts"
import type { VisitOutcome, VisitRecord } from "./VisitRecord.ts"

/**
 * One crawl on one node as one interruptible effect: it leases URLs, visits them at the same time, ends them, and
 * settles what is ready. Interrupted, it gives its leases back, and the crawl can go on later or elsewhere.
 */
export class CrawlRunner extends Context.Service<CrawlRunner, {
  /** `failed`: the seed gave no answer. */
  run(task: CrawlTask, credentials?: SiteCredentials): Effect.Effect<"done" | "failed", StoreUnavailable | SinceGone>
}>()("gleaner/crawl/CrawlRunner") {
  static readonly layer = Layer.effect(
    CrawlRunner,
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      const reader = yield* PageReader
      const frontiers = yield* Frontier
      const sitemaps = yield* Sitemaps
      const settings = yield* Settings
      const store = yield* JobStore
      const patience = Duration.times(settings.requestTimeout, patienceFactor)

      /**
       * Fetches a page of the crawl. The crawl sees each redirect before it is followed; `names` collects the targets.
       */
      const fetchPage = Effect.fnUntraced(function*(
        { credentialsFor, earlier, frontier, hops, nameOf, purpose }: Running,
        { seq, url }: Lease,
        names: Array<string>,
        known: KnownPage | undefined
      ): Effect.fn.Return<FetchedPage, PageError | Elsewhere | Unchanged | StoreUnavailable, Asker> {
        const chain = new Chain(new URL(url), settings.maxRedirects, credentialsFor(url))
        /** The validators are of one URL. With a cookie of its redirect chain, that is another page. */
        const knownHere = () => chain.hasCookies || nameOf(chain.at) !== known?.at ? undefined : known.seen
        const hop = () =>
          fetcher.hop({
            url: chain.at,
            cookie: chain.cookie,
            credentials: chain.credentials,
            // What has changed is for the site to say, not for the cache.
            useCache: earlier === undefined,
            known: knownHere(),
            purpose
          })
        let answer = yield* hops.own(url, hop())
        while (answer._tag === "Redirected") {
          yield* Effect.fromResult(chain.follow(answer))
          const rules = yield* frontier.rules
          if (!rules.mayFollow(seq, answer.target)) return yield* fault.outOfScope(chain.asked)
          const name = rules.nameOf(answer.target)
          const isOwn = name === url || names.includes(name)
          // With a cookie of its redirect chain, or without the credentials, the page may be another one than on its
          // own.
          const isDifferent = chain.hasCookies || chain.credentials !== credentialsFor(answer.target.href)
          if (isDifferent || isOwn) {
            answer = yield* hop()
            continue
          }
          names.push(name)
          if (yield* frontier.knows(name)) return yield* new Elsewhere()
          answer = yield* knownHere() === undefined ? hops.ahead(name, hop()) : hop()
        }
        if (isAsKnown(answer, knownHere())) return yield* new Unchanged({ finalUrl: chain.at.href, answer })
        return chain.end(answer)
      })

      /** The visit of the seed with the URLs that the sitemaps of its site and the earlier job list. */
      const withListed = Effect.fnUntraced(function*(
        { id, options }: CrawlTask,
        earlier: EarlierPages | undefined,
        visited: VisitRecord,
        credentials: SiteCredentials | undefined
      ) {
        const { chain, outcome, url } = visited
        if (outcome._tag !== "Page" || !options.sitemaps && earlier === undefined) return visited
        const site = new URL(outcome.finalUrl)
        const rules = crawlRules(options, outcome.finalUrl)
        const found = options.sitemaps
          ? yield* readSitemaps(sitemaps, id, rules, site, [url, ...chain], settings, credentials)
          : { listed: [], errors: [] }
        const listed = [...earlier?.listed ?? [], ...found.listed]
        return { ...visited, sitemaps: { ...found, listed } } satisfies VisitRecord
      })

      const visit = (task: CrawlTask, running: Running, lease: Lease, credentials: SiteCredentials | undefined) =>
        Effect.gen(function*() {
          const { options } = task
          const { depth, foundOn, seq, url } = lease
          const rules = yield* running.frontier.rules
          const chain: Array<string> = []
          const { earlier } = running
          const before = earlier?.get(url)
          const known = yield* knownPage(running, lease, options, settings)
          let validators: SeenValidators = {}
          let bytes = 0
          const fetching = Effect.tap(
            fetchPage(running, lease, chain, known),
            ({ body, headers }) =>
              Effect.sync(() => {
                validators = validatorsIn(headers)
                bytes = body.byteLength
                running.bodies += bytes
              })
          )
          const isInScope = (target: URL) => rules.mayFollow(seq, target)
          const request = {
            url,
            useCache: true,
            includeHtml: false,
            depth,
            isKept: true,
            options: pageOptions(options),
            needs: neededOf(options, settings.robotsTags.length > 0),
            credentials: running.credentialsFor(url),
            isInScope
          }
          const reading = Effect.ensuring(
            reader.readFrom(request, fetching, "document"),
            Effect.sync(() => (running.bodies -= bytes))
          )
          const [elapsed, result] = yield* Asker.timed(Effect.result(reading))
          const outcome = Result.isSuccess(result)
            ? visitedPage(result.success, {
              obeyed: { tags: settings.robotsTags, purpose: options.purpose },
              before,
              validators,
              isCanonical: options.canonical_links
            })
            : result.failure._tag === "Unchanged" && known !== undefined
            ? unchangedPage(result.failure, known)
            : yield* noPage(result.failure)
          const ended: VisitRecord = {
            seq,
            url,
            depth,
            foundOn,
            chain,
            elapsed,
            outcome,
            ...(earlier === undefined ? {} : { earlier: earlierRow(before) })
          }
          return isSeed(options, seq) ? yield* withListed(task, earlier, ended, credentials) : ended
        }).pipe(
          Asker.by(task.id, "crawl", patience, task.options.delay_ms),
          Effect.withSpan("CrawlRunner.page", { attributes: { "job.id": task.id, "url.full": shownUrl(lease.url) } })
        )

      const run = Effect.fn("CrawlRunner.run")(function*(task: CrawlTask, credentials?: SiteCredentials) {
        const { id, options } = task
        yield* Effect.annotateCurrentSpan("job.id", id)
        const earlier = options.since === undefined
          ? undefined
          : yield* earlierPages(store, JobId.make(options.since))
        const frontier = yield* frontiers.open(task)
        const running: Running = {
          earlier,
          needsLinks: earlier?.isWhole(options) === false,
          nameOf: crawlRules(options, undefined).nameOf,
          purpose: task.options.purpose,
          // A page of another origin is a page like any other.
          credentialsFor: (url) => new URL(url).origin === credentials?.origin ? credentials : undefined,
          frontier,
          hops: new HopsAhead(),
          bodies: 0
        }
        const pages = yield* FiberSet.make<unknown, StoreUnavailable>()
        const mostInFlight = Math.min(concurrency, task.options.concurrency ?? concurrency)
        let inFlight = 0
        let broken: Cause.Cause<StoreUnavailable> | undefined
        const visiting = (lease: Lease) =>
          visit(task, running, lease, credentials).pipe(
            Effect.flatMap((visited) => frontier.end(lease, visited)),
            // A defect, or a store that is away, ends the crawl. Giving back wakes it.
            Effect.onError((cause) => {
              if (Cause.hasInterruptsOnly(cause)) return Effect.void
              broken ??= cause
              return frontier.giveBack(lease)
            }),
            Effect.ensuring(Effect.sync(() => inFlight--))
          )
        for (;;) {
          // The end of a page comes back here.
          const room = running.bodies > mostBodies ? 0 : mostInFlight - inFlight
          const leases = yield* frontier.lease(room)
          for (const lease of leases) {
            inFlight++
            yield* FiberSet.run(pages, visiting(lease))
          }
          if (broken !== undefined) return yield* Effect.failCause(broken)
          if ((yield* frontier.settle) > 0 || leases.length > 0) continue
          const state = yield* frontier.next
          if (state !== "look again") return state
        }
      }, (crawling, { id }) => crawling.pipe(Effect.scoped, Effect.annotateLogs("job.id", id)))

      return CrawlRunner.of({ run })
    })
  )
}

interface Running {
  /** What the job of `since` knows. */
  readonly earlier: EarlierPages | undefined
  /** Whether a page that is the same may lead to URLs which the earlier job has not visited. */
  readonly needsLinks: boolean
  readonly nameOf: (url: URL) => string
  readonly purpose: Obeyed["purpose"]
  readonly credentialsFor: (url: string) => SiteCredentials | undefined
  readonly frontier: JobFrontier
  readonly hops: HopsAhead
  /** Bytes of pages that are fetched and not read yet. */
  bodies: number
}

/** The page redirects to a URL that the crawl knows already. */
class Elsewhere extends Data.TaggedError("Elsewhere")<{}> {}

/** A page of a crawl may wait longer for its turn than a caller would. */
const patienceFactor = 60

/** A store that is away says nothing about the page. */
const noPage = (
  failure: PageError | Elsewhere | Unchanged | StoreUnavailable
): Effect.Effect<VisitOutcome, StoreUnavailable> => {
  if (failure._tag === "StoreUnavailable") return Effect.fail(failure)
  if (failure._tag === "Elsewhere") return Effect.succeed({ _tag: "Elsewhere" })
  if (failure._tag === "Unchanged") return Effect.die(new Error("a page is unchanged that was not known"))
  if (failure.code === "store_unavailable") return Effect.fail(new StoreUnavailable({ reason: "no turn could be had" }))
  return Effect.succeed({ _tag: "NoPage", code: failure.code, detail: failure.detail })
}
