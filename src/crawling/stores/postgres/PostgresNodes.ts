import { Clock, Duration, Effect, Layer, PubSub, Queue, Stream } from "effect"
import { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { JobId } from "../../../core/domain/job/Job.ts"
import { monotonicNow } from "../../../core/kernel/RequestContext.ts"
import { version } from "../../../core/kernel/version.ts"
import { repeatedly } from "../../../core/observability/repeatedly.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { type JobSignal, type NodeId, Nodes } from "../../jobs/Nodes.ts"
import { SharedSettings } from "../shared/nodes/SharedSettings.ts"
import { Database } from "./Database.ts"
import { channel } from "./notify.ts"
import { reclaim, unregister } from "./reclaim.ts"
import { correctTimes } from "./statements/nodes/correct-times.ts"
import { countAlive, registerNode, sendHeartbeat, settingsOfOthers } from "./statements/nodes/heartbeat.ts"

/**
 * A node is alive while its heartbeat continues: one row a second keeps all of its leases. It measures its
 * own deadline by its own monotonic clock, so the clocks of machines do not matter.
 */
export const postgresNodes = Layer.effect(
  Nodes,
  Effect.gen(function*() {
    const database = yield* Database
    const { nodeBeat, nodeSilence, webhookLease } = yield* Settings
    const shared = yield* SharedSettings
    const clock = yield* Clock.Clock
    const silence = Duration.toMillis(nodeSilence)
    const { node: self } = yield* registerNode(database)
    const now = () => monotonicNow(clock)
    const signals = yield* PubSub.sliding<JobSignal>(1024)

    /** When the last heartbeat that arrived was sent. */
    let heardAt = now()
    /** When this node may take over from others: during an outage all of them were silent. */
    let reclaimsFrom = 0
    /** By the clock of the database, in seconds. */
    let lastBeat = 0
    const databaseClock = yield* clockOver(now)

    const sendBeat = Effect.gen(function*() {
      const sentAt = now()
      const { at } = yield* sendHeartbeat(database, self, version, shared.own)
      heardAt = sentAt
      yield* databaseClock.read(at, sentAt)
      if (at < lastBeat) {
        yield* Effect.logWarning(`the clock of Postgres has stepped back by ${Math.ceil(lastBeat - at)} s`)
        yield* correctTimes(database, Duration.toSeconds(webhookLease))
      }
      lastBeat = at
      const others = yield* settingsOfOthers(database, silence / 1000, self)
      for (const { node, settings } of others) yield* shared.compare(node, settings)
    }).pipe(Effect.catch(() =>
      Effect.sync(() => {
        reclaimsFrom = now() + silence
      })
    ))
    const reclaimDead = Effect.suspend(() => now() < reclaimsFrom ? Effect.void : reclaim(database, nodeSilence))
    // The clock may have stepped back while no node was there to see it.
    yield* correctTimes(database, Duration.toSeconds(webhookLease))
    yield* Effect.addFinalizer(() => Effect.ignore(unregister(database, self)))
    yield* sendBeat
    yield* repeatedly("sending the heartbeat", sendBeat, nodeBeat)
    yield* repeatedly("taking over from dead nodes", reclaimDead, nodeBeat)

    const { listen } = database
    const listening = Effect.fnUntraced(function*(listen: NonNullable<Database["Service"]["listen"]>) {
      const notifications = yield* listen(channel)
      for (;;) {
        const signal = signalOf((yield* Queue.take(notifications)).payload)
        if (signal !== undefined) yield* PubSub.publish(signals, signal)
      }
    })
    if (listen !== undefined) {
      yield* repeatedly("listening to other nodes", Effect.scoped(listening(listen)), nodeBeat)
    }

    /** Fails a tenth of the silence early, so that the fibers have time to end. */
    const cut: Effect.Effect<never, StoreUnavailable> = Effect.suspend(() => {
      const left = heardAt + silence * 0.9 - now()
      return left > 0
        ? Effect.andThen(Effect.sleep(left), cut)
        : Effect.fail(new StoreUnavailable({ reason: "the other nodes have not heard of this one for too long" }))
    })

    return Nodes.of({
      self: self as NodeId, // given out by the database
      now: databaseClock.now,
      alive: Effect.map(countAlive(database, silence / 1000), ({ alive }) => alive),
      isAlive: (node) => Effect.map(countAlive(database, silence / 1000, node), ({ alive }) => alive === 1),
      signals: Stream.fromPubSub(signals),
      whileAlive: (effect) => Effect.raceFirst(effect, cut)
    })
  })
)

/** The database's clock, by this node's monotonic one in milliseconds. A step of the node's clock has no effect. */
const clockOver = Effect.fnUntraced(function*(monotonic: () => number) {
  let reading = { at: yield* Clock.currentTimeMillis, mark: monotonic() }
  let isWrong = false
  return {
    now: Effect.sync(() => reading.at + monotonic() - reading.mark),
    /** The answer was on its way for half of the time, by the usual estimate (RFC 5905 section 8). `at`: in seconds. */
    read: Effect.fnUntraced(function*(at: number, sentAt: number) {
      const mark = (sentAt + monotonic()) / 2
      const own = (yield* Clock.currentTimeMillis) - (monotonic() - mark)
      reading = { at: at * 1000, mark }
      const ahead = (own - at * 1000) / 1000
      const wasWrong = isWrong
      isWrong = Math.abs(ahead) > maxSkew
      if (isWrong && !wasWrong) yield* Effect.logWarning(skewed(ahead))
    })
  }
})

/** Seconds. Logs of two nodes are then out of order. */
const maxSkew = 5

const skewed = (ahead: number): string =>
  `the clock of this node is ${Math.round(Math.abs(ahead))} s ${ahead > 0 ? "ahead of" : "behind"} that of Postgres, ` +
  "which decides about times; set the clock, for example by NTP"

/** The inverse of `notify`. */
const signalOf = (payload: string): JobSignal | undefined => {
  const [tag, id] = payload.split(" ")
  return id !== undefined && (tag === "Created" || tag === "Cancelled" || tag === "Finished")
    ? { _tag: tag, id: JobId.make(id) }
    : undefined
}
