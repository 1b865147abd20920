import { Clock, Context, Duration, Effect, FiberSet, Layer, Queue, Result } from "effect"
import type { CrawlOptions, JobId, JobStats } from "../domain/Job.ts"
import type { JobPage } from "../domain/JobPage.ts"
import type { PageError } from "../domain/PageError.ts"
import { inScope } from "../domain/Scope.ts"
import { canonical, registrableDomain } from "../domain/WebUrl.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { type ScrapedPage, Scraper } from "../page/Scraper.ts"
import { Settings } from "../Settings.ts"
import { Duplicates } from "./Duplicates.ts"
import { Frontier, type FrontierEntry } from "./Frontier.ts"

export interface CrawlTask {
  readonly id: JobId
  readonly seed: URL
  readonly options: CrawlOptions
}

/** One crawl as one interruptible effect: it succeeds when the seed was read, and fails with the seed's error otherwise. */
export class CrawlRunner extends Context.Service<CrawlRunner, {
  run(task: CrawlTask): Effect.Effect<void, PageError>
}>()("gleaner/crawl/CrawlRunner") {
  static readonly layer = Layer.effect(
    CrawlRunner,
    Effect.gen(function*() {
      const scraper = yield* Scraper
      const store = yield* JobStore
      const { requestTimeout } = yield* Settings

      const run = Effect.fn("CrawlRunner.run")(function*(task: CrawlTask) {
        const { id, options, seed } = task
        const isInScope = inScope(options.scope, seed)
        const frontier = new Frontier(frontierCapacity)
        const duplicates = new Duplicates()
        const done = yield* Queue.unbounded<Visited>()
        const fibers = yield* FiberSet.make<void>()
        /** Entries in flight or finished but not yet committed, by their offset's entry. */
        const visits = new Map<FrontierEntry, Visited | undefined>()
        const busy = new Map<string, number>()
        let spent = 0
        let seedError: PageError | undefined

        const visit = (entry: FrontierEntry) =>
          Effect.gen(function*() {
            const started = yield* Clock.currentTimeMillis
            const deadline = started + Duration.toMillis(requestTimeout) * deadlineFactor
            const outcome = yield* Effect.result(scraper.scrape({
              url: entry.url,
              useCache: true,
              includeHtml: false,
              priority: "crawl",
              owner: id,
              deadline,
              depth: entry.depth,
              isInScope
            }))
            const elapsed = (yield* Clock.currentTimeMillis) - started
            yield* Queue.offer(done, { entry, outcome, elapsed })
            // A defect has no outcome to offer: it ends the crawl, which would otherwise wait for this page for ever.
          }).pipe(Effect.onError((cause) => Queue.failCause(done, cause)))

        /** Starts what may start: in frontier order, never more than the budget could take, few of one domain at a time. */
        const dispatch = Effect.gen(function*() {
          const reach = Math.min(frontier.size, options.max_pages - spent, lookAhead)
          for (let offset = 0; offset < reach && busyCount(busy) < concurrency; offset++) {
            const entry = frontier.at(offset)
            if (entry === undefined || visits.has(entry)) continue
            const domain = registrableDomain(new URL(entry.url).hostname)
            const here = busy.get(domain) ?? 0
            if (here >= perDomain) continue
            busy.set(domain, here + 1)
            visits.set(entry, undefined)
            yield* FiberSet.run(fibers, visit(entry))
          }
        })

        /** A page's end: its counters, its document and its links, in the order of the frontier. */
        const commit = Effect.fnUntraced(function*({ elapsed, entry, outcome }: Visited) {
          frontier.shift()
          const end = (
            row: Pick<JobPage, "outcome" | "code" | "status">,
            change: Partial<JobStats>,
            more: { readonly message?: string; readonly document?: Uint8Array } = {}
          ) =>
            store.commitPage(id, {
              row: {
                ...row,
                url: entry.url,
                depth: entry.depth,
                found_on: entry.foundOn,
                elapsed_ms: Math.round(elapsed)
              },
              change,
              pending: frontier.size,
              ...(more.message === undefined
                ? {}
                : { error: { url: entry.url, code: row.code, message: more.message } }),
              ...(more.document === undefined ? {} : { document: more.document })
            })
          if (Result.isFailure(outcome)) {
            const { code, detail } = outcome.failure
            const effect = effectOf(outcome.failure)
            spent += effect.spends
            if (entry.depth === 0) seedError = outcome.failure
            return yield* end({ outcome: effect.outcome, code, status: 0 }, effect.stats, { message: detail })
          }
          spent++
          const page = outcome.success
          const { status } = page
          if (status >= 400) {
            const message = `The site answered ${status}.`
            return yield* end({ outcome: "failed", code: "http_status", status }, { crawled: 1, failed: 1 }, {
              message
            })
          }
          if (entry.depth < options.max_depth) yield* follow(entry, page)
          if (duplicates.isRepeated(page, options.dedup)) {
            return yield* end({ outcome: "duplicate", code: "", status }, { crawled: 1, duplicates: 1 })
          }
          return yield* end({ outcome: "stored", code: "", status }, { crawled: 1, stored: 1 }, { document: page.json })
        })

        let full = false
        const follow = Effect.fnUntraced(function*(entry: FrontierEntry, page: ScrapedPage) {
          for (const link of page.links) {
            if (!isInScope(new URL(link.url))) continue
            const added = frontier.add({ url: link.url, depth: entry.depth + 1, foundOn: entry.url })
            if (added !== "full" || full) continue
            full = true
            yield* store.addError(id, {
              url: link.url,
              code: "frontier_full",
              message: `The crawl knows ${frontierCapacity} URLs, which is its bound; further links are not followed.`
            })
          }
        })

        frontier.add({ url: canonical(seed), depth: 0, foundOn: "" })
        yield* store.setPending(id, frontier.size)
        while (frontier.size > 0 && spent < options.max_pages) {
          yield* dispatch
          const visited = yield* Queue.take(done)
          release(busy, registrableDomain(new URL(visited.entry.url).hostname))
          visits.set(visited.entry, visited)
          for (let first = frontier.at(0); first !== undefined; first = frontier.at(0)) {
            const ready = visits.get(first)
            if (ready === undefined) break
            visits.delete(first)
            yield* commit(ready)
          }
        }
        if (seedError !== undefined) return yield* seedError
      }, Effect.scoped)

      return CrawlRunner.of({ run })
    })
  )
}

type Outcome = Result.Result<ScrapedPage, PageError>

interface Visited {
  readonly entry: FrontierEntry
  readonly outcome: Outcome
  /** Milliseconds from the start of the visit to its end. */
  readonly elapsed: number
}

/** Pages of one job in flight, in all and of one domain; the domain's own queue decides when each goes out. */
const concurrency = 16
const perDomain = 4
/** How far behind a slow page others may run ahead; their results wait to be committed in order. */
const lookAhead = 256
const frontierCapacity = 1_000_000
/** A crawl's page may wait longer for its turn than a caller would. */
const deadlineFactor = 60

const busyCount = (busy: ReadonlyMap<string, number>): number => [...busy.values()].reduce((sum, here) => sum + here, 0)

const release = (busy: Map<string, number>, domain: string): void => {
  const here = (busy.get(domain) ?? 1) - 1
  if (here === 0) busy.delete(domain)
  else busy.set(domain, here)
}

/** What a page without a document counts as, and whether it spends of the budget. */
const effectOf = (
  error: PageError
): { readonly outcome: "skipped" | "failed"; readonly stats: Partial<JobStats>; readonly spends: 0 | 1 } => {
  switch (error.code) {
    case "robots_disallowed":
    case "robots_unreachable":
    case "address_blocked":
    case "out_of_scope":
      return { outcome: "skipped", stats: { skipped: 1 }, spends: 0 }
    case "body_too_large":
    case "unsupported_content_type":
      return { outcome: "skipped", stats: { crawled: 1, skipped: 1 }, spends: 1 }
    default:
      return { outcome: "failed", stats: { failed: 1 }, spends: 1 }
  }
}
