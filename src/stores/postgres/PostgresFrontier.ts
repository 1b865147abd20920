import { Duration, Effect, Layer, Option, Queue, Schedule, type Scope, Semaphore } from "effect"
import { type CrawlRules, crawlRules } from "../../crawl/CrawlRules.ts"
import { countedDomains, perDomain } from "../../crawl/frontier-bounds.ts"
import { type CrawlTask, Frontier, type JobFrontier, type Lease, type WaitingDomains } from "../../crawl/Frontier.ts"
import { hashOf } from "../../crawl/keyed-hash.ts"
import type { VisitRecord } from "../../crawl/VisitRecord.ts"
import type { JobId } from "../../domain/Job.ts"
import type { StoreUnavailable } from "../../domain/StoreUnavailable.ts"
import { type KeptDocument, keptDocuments } from "../../jobs/KeptDocuments.ts"
import { Nodes } from "../../jobs/Nodes.ts"
import { Settings } from "../../Settings.ts"
import { Database } from "./Database.ts"
import { Debts } from "./Debts.ts"
import { returnLeases, returnToken } from "./return-leases.ts"
import { RevisionWatch } from "./RevisionWatch.ts"
import { lockedJob, settleReady } from "./settle.ts"
import * as sql from "./sql/frontier.ts"
import { hasVisits } from "./sql/settle.ts"
import { newToken } from "./tokens.ts"
import { type EncodedVisit, encodeVisit } from "./visit-bytes.ts"

/**
 * The frontier in tables that all nodes share. Nothing of a crawl is in a node but its pages in flight. Leasing and
 * settling hold the lock of the job's row; ending a visit does not. A short outage of the store is waited out.
 */
export const PostgresFrontier = Layer.effect(
  Frontier,
  Effect.gen(function*() {
    const database = yield* Database
    const debts = yield* Debts
    const nodes = yield* Nodes
    const watch = yield* RevisionWatch
    const settings = yield* Settings
    const documents = yield* keptDocuments

    /** As long as the other nodes leave us our leases. */
    const patiently = <A>(effect: Effect.Effect<A, StoreUnavailable>): Effect.Effect<A, StoreUnavailable> =>
      Effect.catch(effect, () => nodes.whileHeard(Effect.retry(effect, Schedule.spaced(settings.jobPoll))))

    const open = Effect.fnUntraced(
      function*(task: CrawlTask): Effect.fn.Return<JobFrontier, StoreUnavailable, Scope.Scope> {
        const { id, options } = task
        const [row] = yield* patiently(database.run<OpenedJob>(sql.openJob, [id]))
        if (row === undefined) return gone(options)
        const { hashKey, job } = row
        const wakes = yield* Queue.sliding<void>(1)
        const out = new Map<number, Lease>()
        const returning: Array<Lease> = []
        const returns = yield* Semaphore.make(1)
        let rules: CrawlRules | undefined

        const learnBase = (base: string | null): CrawlRules => {
          if (base === null) return crawlRules(options, undefined)
          return rules ??= crawlRules(options, base)
        }

        const leaseOnce = (count: number) => {
          const token = newToken()
          return leaseInTurn(database, task, { job, node: nodes.self, token, count, hold: settings.crawlHold }).pipe(
            Effect.tapError(() => debts.pay(returnToken(database, nodes.self, token))),
            Effect.map(({ base, leases }) => {
              learnBase(base)
              for (const lease of leases) out.set(lease.seq, lease)
              return leases
            }),
            Effect.uninterruptible
          )
        }

        const end = Effect.fnUntraced(function*(lease: Lease, visit: VisitRecord) {
          const parameters = endOf(job, nodes.self, lease, yield* encodeVisit(visit), yield* keep(visit))
          const ended = yield* patiently(database.run(sql.endVisit, parameters))
          out.delete(lease.seq)
          yield* Queue.offer(wakes, undefined)
          return ended.length > 0 ? "ended" as const : "lost" as const
        })

        /** An error's page has no document, and neither has one for which the document store is full. */
        const keep = ({ outcome }: VisitRecord) =>
          outcome._tag !== "Page" || outcome.status >= 400 || outcome.unkept !== undefined
            ? Effect.succeed(Option.none<KeptDocument>())
            : documents.keep(id, outcome.document)

        const settleOnce = database.transaction(Effect.gen(function*() {
          const locked = yield* lockedJob(database, id)
          if (locked?.status !== "running") return 0
          return yield* settleReady(database, locked, options, settings)
        }))
        const settle = Effect.flatMap(
          database.run<{ readonly hasVisits: boolean }>(hasVisits, [job]),
          ([found]) => found?.hasVisits === true ? settleOnce : Effect.succeed(0)
        ).pipe(
          Effect.uninterruptible,
          Effect.tap((count) => Effect.sync(() => count > 0 && watch.wake(id)))
        )

        /** Those that are given back at the same time go together. */
        const giveBack = (leases: ReadonlyArray<Lease>) =>
          Effect.suspend(() => {
            returning.push(...leases)
            for (const { seq } of leases) out.delete(seq)
            return Effect.suspend(() => {
              const all = returning.splice(0).map(({ seq, token }) => ({ id, seq: BigInt(seq), token: BigInt(token) }))
              return all.length === 0 ? Effect.void : debts.pay(database.transaction(returnLeases(database, all)))
            }).pipe(returns.withPermit, Effect.andThen(Queue.offer(wakes, undefined)), Effect.asVoid)
          }).pipe(Effect.uninterruptible)

        yield* Effect.addFinalizer(() => giveBack([...out.values()]))

        const next = Effect.gen(function*() {
          const [now] = yield* database.run<JobState>(sql.lookAtJob, [job])
          if (now === undefined || (now.status !== "running" && now.status !== "queued")) return "done"
          const isEmpty = !now.waiting && now.leased === 0 && now.ended === 0
          if (isEmpty || now.spent >= now.maxPages) return now.seedError === null ? "done" : "failed"
          const due = now.due ?? Infinity
          const sleep = due > lookAhead ? Math.min(due - lookAhead, longestSleep) : Duration.toMillis(settings.jobPoll)
          yield* Queue.take(wakes).pipe(
            Effect.raceFirst(watch.changed(id, now.revision)),
            Effect.timeoutOption(sleep)
          )
          return "look again"
        })

        return {
          lease: (count) => count <= 0 ? Effect.succeed([]) : patiently(leaseOnce(count)),
          knows: (name) =>
            Effect.map(
              patiently(database.run<{ readonly isKnown: boolean }>(sql.isKnown, [job, hashOf(name, hashKey)])),
              ([found]) => found?.isKnown === true
            ),
          rules: Effect.suspend(() =>
            rules !== undefined
              ? Effect.succeed(rules)
              : Effect.map(
                patiently(database.run<OpenedJob>(sql.openJob, [id])),
                ([now]) => learnBase(now?.base ?? null)
              )
          ),
          end,
          settle: patiently(settle),
          giveBack: (lease) => giveBack([lease]),
          next: patiently(next)
        } satisfies JobFrontier
      }
    )

    const released = (id: JobId) =>
      database.run<{ readonly isLeased: boolean }>(sql.isLeased, [id, Duration.toSeconds(settings.nodeSilence)]).pipe(
        Effect.flatMap(([held]) => held?.isLeased === true ? Effect.fail("held" as const) : Effect.void),
        Effect.retry({ while: (error) => error === "held", schedule: Schedule.spaced("20 millis") }),
        Effect.catchIf((error) => error === "held", () => Effect.void)
      )

    const domains = Effect.map(
      database.run<WaitingDomains>(sql.countDomains, [countedDomains]),
      ([row]) => row ?? { waiting: 0, due: 0 }
    )

    return Frontier.of({ open, released, domains })
  })
)

interface Leasing {
  readonly job: number
  readonly node: number
  readonly token: bigint
  readonly count: number
  /** Bytes that may wait to be settled. */
  readonly hold: number
}

/** Leases what the budget is sure to reach, under the lock of the job. */
const leaseInTurn = (
  database: Database["Service"],
  { id, options }: CrawlTask,
  { count, hold, job, node, token }: Leasing
) =>
  database.transaction(Effect.gen(function*() {
    const locked = yield* lockedJob(database, id)
    if (locked?.status !== "running" || locked.spent >= locked.maxPages) return { base: null, leases: [] }
    const budget = locked.maxPages - locked.spent
    // Places are dense, so all before this one are sure to be reached.
    const end = locked.settled + budget
    // When too much waits to be settled, only the page that the others wait for may start. Without an order it is none.
    const endIfFull = options.scope === "any" ? 0 : locked.head + 1
    const parameters = [job, node, token, count, perDomain, end, budget, lookAhead, endIfFull, hold]
    const rows = yield* database.run<Omit<Lease, "job" | "token">>(sql.lease, parameters)
    const leases = rows.map((row): Lease => ({ ...row, job: id, token: String(token) }))
    return { base: locked.base, leases: leases.toSorted((a, b) => a.seq - b.seq) }
  }))

/** The parameters of `endVisit`. */
const endOf = (
  job: number,
  node: number,
  lease: Lease,
  { record, size }: EncodedVisit,
  kept: Option.Option<KeptDocument>
) => {
  const document = Option.getOrNull(kept)
  const bytes = document?.length ?? 0
  const [body, ref] = typeof document === "string" ? [null, document] : [document, null]
  return [job, lease.seq, node, BigInt(lease.token), record, size + bytes, body, ref, bytes]
}

interface OpenedJob {
  readonly job: number
  readonly hashKey: bigint
  readonly base: string | null
}

interface JobState {
  readonly status: string
  readonly revision: number
  readonly spent: number
  readonly maxPages: number
  readonly seedError: string | null
  readonly waiting: boolean
  readonly leased: number
  readonly ended: number
  readonly due: number | null
}

/** A job that was deleted since. */
const gone = (options: CrawlTask["options"]): JobFrontier => ({
  lease: () => Effect.succeed([]),
  knows: () => Effect.succeed(true),
  rules: Effect.succeed(crawlRules(options, undefined)),
  end: () => Effect.succeed("lost"),
  settle: Effect.succeed(0),
  giveBack: () => Effect.void,
  next: Effect.succeed("done")
})

/** Milliseconds before a domain's turn at which its URL is leased, so that nobody is late for it. */
const lookAhead = 50
/** After so many milliseconds we look again in any case. */
const longestSleep = 1000
