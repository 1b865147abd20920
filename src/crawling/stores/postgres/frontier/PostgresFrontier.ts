import { Duration, Effect, Layer, Option, Queue, Schedule, Schema, type Scope } from "effect"
import { encodeFingerprint } from "../../../../core/domain/document/Fingerprint.ts"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../../core/domain/job/Job.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { hashOf } from "../../../crawl/frontier/keyed-hash.ts"
import { type CrawlRules, crawlRules } from "../../../crawl/model/CrawlRules.ts"
import { countedDomains } from "../../../crawl/model/frontier-bounds.ts"
import { type CrawlTask, Frontier, type JobFrontier, type Lease } from "../../../crawl/model/Frontier.ts"
import type { VisitRecord } from "../../../crawl/model/VisitRecord.ts"
import { Nodes } from "../../../jobs/Nodes.ts"
import { type KeptDocuments, keptDocuments } from "../../shared/KeptDocuments.ts"
import { heldLeases } from "../../shared/nodes/held-leases.ts"
import { nextPoll } from "../../shared/nodes/next-poll.ts"
import { RetryQueue } from "../../shared/nodes/RetryQueue.ts"
import { RevisionWatch } from "../../shared/nodes/RevisionWatch.ts"
import { SharedSettings } from "../../shared/nodes/SharedSettings.ts"
import { newToken } from "../../shared/nodes/tokens.ts"
import { settleReady } from "../../shared/settlement/settle-ready.ts"
import { encodeVisit } from "../../shared/settlement/visit-bytes.ts"
import { Database } from "../Database.ts"
import { ago, type Db } from "../statement.ts"
import { endVisit } from "../statements/frontier/end-visit.ts"
import { frontierState } from "../statements/frontier/frontier-state.ts"
import { lockJob } from "../statements/frontier/lock-job.ts"
import { settlementStatements } from "../statements/frontier/settlement-statements.ts"
import { leaseInTurn } from "./lease.ts"
import { returnLeases, returnToken } from "./return-leases.ts"

/**
 * The frontier in tables that all nodes share. A node has nothing of a crawl but its pages in flight. Leasing and
 * settling lock the job's row; ending a visit does not. Operations are retried during a short outage of the store.
 */
export const postgresFrontier = Layer.effect(
  Frontier,
  Effect.gen(function*() {
    const database = yield* Database
    const retries = yield* RetryQueue
    const nodes = yield* Nodes
    const watch = yield* RevisionWatch
    const settings = yield* Settings
    const { limits } = yield* SharedSettings
    const documents = yield* keptDocuments

    /** Retries while the store is unavailable and the other nodes respect the leases of this one. */
    const retried = <A>(effect: Effect.Effect<A, StoreUnavailable>): Effect.Effect<A, StoreUnavailable> =>
      Effect.catch(effect, () => nodes.whileAlive(Effect.retry(effect, Schedule.spaced(settings.jobPoll))))

    const open = Effect.fnUntraced(
      function*(task: CrawlTask): Effect.fn.Return<JobFrontier, StoreUnavailable, Scope.Scope> {
        const { id, options } = task
        const opening = retried(openJob(database, id))
        const row = yield* opening
        if (row === undefined) return gone(options)
        const { hashKey, job } = row
        const wakes = yield* Queue.sliding<void>(1)
        const wake = Queue.offer(wakes, undefined)
        const held = yield* heldLeases(retries, (leases) => database.transaction(returnLeases(database, leases)))
        const rules = learnedRules(options, Effect.map(opening, (now) => now?.base ?? null))

        /** Each run has a token of its own. If its answer is lost, its leases go back. */
        const leaseOnce = (count: number) =>
          Effect.suspend(() => {
            const token = newToken()
            const leasing = { job, node: nodes.self, token, count, maxUnsettled: settings.crawlHold }
            return Effect.tapError(
              leaseInTurn(database, task, leasing),
              () => retries.run(database.transaction(returnToken(database, id, nodes.self, token)))
            )
          }).pipe(
            Effect.map(({ base, leases }) => {
              rules.learn(base)
              held.add(leases)
              return leases
            }),
            Effect.uninterruptible
          )

        const end = Effect.fnUntraced(function*(lease: Lease, visit: VisitRecord) {
          const encoded = yield* encodeVisit(visit)
          const document = yield* storeDocument(documents, id, visit)
          const ended = yield* retried(
            endVisit(database, { job, node: nodes.self }, lease, encoded, document, fingerprintOf(visit))
          )
          held.remove(lease)
          yield* wake
          return ended === undefined ? "lost" : "ended"
        })

        const settle = Effect.gen(function*() {
          const count = (yield* hasVisits(database, job)) ? yield* settleOnce(database, task, limits) : 0
          if (count > 0) watch.wake(id)
          return count
        }).pipe(Effect.uninterruptible)

        return {
          lease: (count) => count <= 0 ? Effect.succeed([]) : retried(leaseOnce(count)),
          knows: (name) => retried(isKnown(database, job, hashOf(name, hashKey))),
          rules: rules.now,
          end,
          settle: retried(settle),
          giveBack: (lease) => Effect.asVoid(Effect.andThen(held.giveBack([lease]), wake)),
          next: retried(nextPoll({ state: frontierState(database, job), watch, wakes, poll: settings.jobPoll }, id))
        }
      }
    )

    return Frontier.of({
      open,
      released: (id) => released(database, id, settings.nodeSilence),
      domains: countDomains(database)
    })
  })
)

/** Waits until no node that is alive has a lease of the job. */
const released = (database: Db, id: JobId, silence: Duration.Duration) =>
  isLeased(database, id, Duration.toSeconds(silence)).pipe(
    Effect.flatMap((isHeld) => isHeld ? Effect.fail("held" as const) : Effect.void),
    Effect.retry({ while: (error) => error === "held", schedule: Schedule.spaced("20 millis") }),
    Effect.catchIf((error) => error === "held", () => Effect.void)
  )

/** The rules of a crawl. They are complete once the base is known, which any node may have learned. */
const learnedRules = (options: CrawlTask["options"], readBase: Effect.Effect<string | null, StoreUnavailable>) => {
  let rules: CrawlRules | undefined
  let learned: string | null = null
  /** The base of several seeds grows with each that leads elsewhere. */
  const learn = (base: string | null): CrawlRules => {
    if (base === null) return crawlRules(options, undefined)
    if (rules === undefined || learned !== base) rules = crawlRules(options, base)
    learned = base
    return rules
  }
  return {
    learn,
    now: Effect.suspend(() => rules === undefined ? Effect.map(readBase, learn) : Effect.succeed(rules))
  }
}

const settleOnce = (database: Database["Service"], { id, options }: CrawlTask, settings: Settings["Service"]) =>
  database.transaction(Effect.gen(function*() {
    const locked = yield* lockJob(database, id)
    return locked?.status === "running"
      ? yield* settleReady(settlementStatements(database), locked, options, settings)
      : 0
  }))

/** An error's page has no document, and neither has one for which the document store is full. */
const storeDocument = (documents: KeptDocuments, id: JobId, { outcome }: VisitRecord) =>
  outcome._tag !== "Page" || outcome.status >= 400 || outcome.unkept !== undefined
    ? Effect.succeed(null)
    : Effect.map(documents.store(id, outcome.document), Option.getOrNull)

const fingerprintOf = ({ outcome }: VisitRecord) =>
  outcome._tag === "Page" && outcome.fingerprint !== undefined ? encodeFingerprint(outcome.fingerprint) : null

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

const Opened = Schema.Struct({ job: Schema.Finite, hashKey: Schema.BigInt, base: Schema.NullOr(Schema.String) })
const Answer = Schema.Struct({ yes: Schema.Boolean })
const Domains = Schema.Struct({ waiting: Schema.Finite, due: Schema.Finite })

/** No row if the job was deleted. */
const openJob = (db: Db, id: JobId) =>
  db.first(Opened)`SELECT job, hash_key AS "hashKey", base FROM gleaner.jobs WHERE id = ${id}`

/** Whether the crawl knows a URL. */
const isKnown = (db: Db, job: number, hash: bigint) =>
  isTrue(db.one(Answer)`SELECT EXISTS (
      SELECT FROM gleaner.seen WHERE job = ${job} AND hash = ${hash}
    ) AS yes`)

/** Whether there is anything to settle. */
const hasVisits = (db: Db, job: number) =>
  isTrue(db.one(Answer)`SELECT EXISTS (SELECT FROM gleaner.visits WHERE job = ${job}) AS yes`)

/** Whether a node with a heartbeat in the last `silence` seconds holds a lease of the job. */
const isLeased = (db: Db, id: JobId, silence: number) =>
  isTrue(db.one(Answer)`SELECT EXISTS (
      SELECT FROM gleaner.leases JOIN gleaner.jobs USING (job) JOIN gleaner.nodes USING (node)
      WHERE id = ${id} AND beat_at > ${ago(silence)}
    ) AS yes`)

const isTrue = (answer: Effect.Effect<typeof Answer.Type, StoreUnavailable>) => Effect.map(answer, ({ yes }) => yes)

/** Domains with URLs that wait, of jobs that have a slot, and those that are due. */
const countDomains = (db: Db) =>
  db.one(Domains)`SELECT count(*)::int AS waiting, (count(*) FILTER (
        WHERE g.domain IS NULL OR g.node IS NULL AND greatest(g.next_at, g.rest_until) <= clock_timestamp()
      ))::int AS due
      FROM (
        SELECT domain FROM gleaner.jobs j JOIN gleaner.domain_queues l USING (job)
        WHERE j.finished_at IS NULL AND j.slot_at IS NOT NULL AND l.first IS NOT NULL LIMIT ${countedDomains}
      ) w LEFT JOIN gleaner.domain_leases g USING (domain)`
