import { Duration, Effect, Option } from "effect"
import type { JobStats } from "../../../../src/core/domain/job/Job.ts"
import type { JobFrontier } from "../../../../src/crawling/crawl/model/Frontier.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { cutKinds, postgresProxy } from "../../../support/stores/postgres-proxy.ts"
import type { PostgresServer } from "../../../support/stores/postgres.ts"
import { read, unread, visitOf } from "../contract/crawling.ts"
import { type Node, nodeOver, on, open, runningJob } from "./nodes-over.ts"

export interface CutCrawl {
  readonly cuts: number
  readonly visits: number
  /** Each page and what became of it. Their order is that of their ends. */
  readonly ledger: ReadonlyArray<string>
  readonly stats: JobStats
  /** Domains and URLs that are still held when the crawl is over. */
  readonly held: ReadonlyArray<string>
}

const domains = 24

/** The pages of the web that is crawled: on each domain so many, which link to others. */
const linksOf = (url: string, pages: number) => {
  const n = Number(/site-(\d+)/.exec(url)?.[1] ?? 0)
  return Array.from(
    { length: 12 },
    (_, at) => `https://site-${(n * 7 + at * 3 + 1) % domains}.test/${(n + at) % pages}`
  )
}

/**
 * Two nodes crawl together, each page with a turn on its domain. With a `seed`, connections are cut at random messages
 * as long as the crawl lasts. Nodes that live hold what they have, so that a lost answer would freeze a domain for good.
 */
export const crawlUnderCuts = (server: PostgresServer, pages: number, seed: number | undefined) =>
  Effect.gen(function*() {
    const direct = yield* server.lent
    const proxy = yield* Effect.acquireRelease(
      Effect.promise(() => postgresProxy(direct)),
      ({ close }) => Effect.promise(close)
    )
    const settings = { nodeSilence: Duration.minutes(5), nodeBeat: Duration.seconds(1) }
    const nodes = [yield* nodeOver(proxy.url, settings), yield* nodeOver(proxy.url, settings)] as const
    const id = yield* on(nodes[0], runningJob())
    let visits = 0
    const work = Effect.fnUntraced(function*(node: Node, frontier: JobFrontier) {
      const { acquire } = yield* on(node, DomainLease)
      for (;;) {
        const leases = yield* frontier.lease(6)
        yield* Effect.forEach(leases, (lease) =>
          Effect.gen(function*() {
            const leave = yield* Effect.uninterruptible(acquire(lease.domain, Duration.millis(2), false))
            visits++
            yield* leave
            const outcome = lease.seq % 10 === 9 ? unread() : read(lease.url, linksOf(lease.url, pages))
            yield* frontier.end(lease, visitOf(lease, outcome))
          }), { concurrency: "unbounded", discard: true })
        if ((yield* frontier.settle) > 0 || leases.length > 0) continue
        if ((yield* frontier.next) !== "ready") return
      }
    })
    let cuts = 0
    let state = seed ?? 0
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return (state >>> 8) % below
    }
    const cutting = Effect.gen(function*() {
      for (;;) {
        proxy.arm(cutKinds[random(cutKinds.length)] ?? "answer lost", random(12), true)
        yield* Effect.sleep(15)
        if (proxy.disarm()) cuts++
      }
    })
    const crawl = Effect.forEach(
      nodes,
      (node) => Effect.scoped(Effect.flatMap(open(node, id), (frontier) => work(node, frontier))),
      { concurrency: 2 }
    )
    yield* seed === undefined ? crawl : Effect.raceFirst(crawl, cutting)
    proxy.disarm()
    const store = yield* on(nodes[0], JobStore)
    yield* store.finish(id, "done")
    const { items } = yield* store.ledger(id, { after: 0, limit: 10_000 })
    const held = server.sql(
      direct,
      "SELECT domain FROM gleaner.domain_leases WHERE node IS NOT NULL UNION ALL SELECT url FROM gleaner.leases"
    )
    const { job } = Option.getOrThrow(yield* store.get("a", id))
    const ledger = items.map(({ outcome, url }) => `${outcome} ${url}`).toSorted()
    return { cuts, visits, ledger, stats: job.stats, held } satisfies CutCrawl
  }).pipe(Effect.scoped)
