import { Context, Effect, Layer } from "effect"
import { type Transferable, Worker } from "node:worker_threads"
import { StoreUnavailable } from "../../../domain/errors/StoreUnavailable.ts"
import { log } from "../../../observability/log-lines.ts"
import { SettingError, Settings } from "../../../Settings.ts"
import {
  type Answer,
  type Asked,
  type FileLimits,
  type GateRow,
  type Left,
  type Operations,
  writes
} from "./operations.ts"
import { threadEntry } from "./thread-entry.ts"
import type { Batch, Call, Fault, FromThread, Outcome } from "./thread.ts"

interface Waiting {
  readonly call: Call<keyof Operations>
  readonly transfer: ReadonlyArray<Transferable>
  readonly resume: (outcome: Outcome) => void
}

/**
 * The thread that has the SQLite file. Writes that come while a transaction is under way share the next one, so that
 * one disk sync serves them all. Reads go between.
 */
export class SqliteThread extends Context.Service<SqliteThread, {
  readonly left: Left
  /** A write cannot be interrupted: it answers when it is durable. */
  call<Name extends keyof Operations>(
    name: Name,
    asked: Asked<Name>,
    transfer?: ReadonlyArray<Transferable>
  ): Effect.Effect<Answer<Name>, StoreUnavailable>
  /** What gates have changed goes with the next write, whatever it is. */
  onWrite(gates: () => ReadonlyArray<GateRow>): void
  /**
   * Fails shortly after a write has failed, and later as long as the file takes no write at all. Always, once the file
   * has turned out to be damaged.
   */
  readonly ready: Effect.Effect<void, StoreUnavailable>
}>()("gleaner/stores/sqlite/thread/SqliteThread") {
  static readonly layer = (file: string) =>
    Layer.effect(
      SqliteThread,
      Effect.gen(function*() {
        const { ledgerPages, maxCrawls, maxCrawlsPerKey, storeBytes } = yield* Settings
        const limits: FileLimits = { file, ledgerPages, maxCrawls, maxCrawlsPerKey, storeBytes }
        const { left, link } = yield* Effect.acquireRelease(opened(limits), ({ link }) => link.close)
        if (left.isLogMissing) {
          yield* log(`${file} is a copy without its -wal: the newest jobs and pages are missing`, {}, "Warn")
        }
        const call: SqliteThread["Service"]["call"] = (name, asked, transfer = []) => {
          const answer = Effect.callback<Answer<typeof name>, StoreUnavailable>((resume) =>
            link.send({
              call: { name, asked },
              transfer,
              resume: (outcome) =>
                resume(
                  "fault" in outcome
                    ? Effect.fail(unavailable(outcome))
                    // The thread answers each call with what its operation gives.
                    : Effect.succeed(outcome.answer as Answer<typeof name>)
                )
            })
          )
          return writes.has(name) ? Effect.uninterruptible(answer) : answer
        }
        return SqliteThread.of({
          left,
          call,
          onWrite: (gates) => void (link.gates = gates),
          ready: Effect.suspend(() => {
            const { damage, failure } = link
            if (damage !== undefined) return Effect.fail(unavailable(damage))
            if (failure === undefined) return Effect.void
            const isFresh = performance.now() - failure.at < failureLife
            return isFresh ? Effect.fail(new StoreUnavailable({ reason: failure.reason })) : call("probe", {})
          })
        })
      })
    )
}

const unavailable = ({ fault, isDamaged = false }: Fault) => new StoreUnavailable({ reason: fault, isDamaged })

/** The messages to the thread and back. */
class Link {
  gates: () => ReadonlyArray<GateRow> = () => []
  /** The last write that failed, if none of pages or jobs has succeeded since. */
  failure: { readonly at: number; readonly reason: string } | undefined
  /** The first read or write that found the file damaged. It cannot be repaired while it is open. */
  damage: Fault | undefined
  private isOver = false
  private readonly worker: Worker
  private readonly inThread = new Map<number, ReadonlyArray<Waiting>>()
  private writes: Array<Waiting> = []
  private isWriting = false
  private number = 0
  private onClosed = () => {}

  constructor(worker: Worker) {
    this.worker = worker
    worker.on("message", (message: FromThread) => {
      if (message._tag === "Answers") this.answered(message.number, message.outcomes)
      if (message._tag === "Closed") this.onClosed()
    })
    worker.on("error", (error) => this.gone(error.message))
    worker.on("exit", () => this.gone("its thread has ended"))
  }

  send(waiting: Waiting): void {
    if (this.isOver) return waiting.resume({ fault: ended })
    if (!writes.has(waiting.call.name)) return this.post([waiting], false)
    this.writes.push(waiting)
    if (!this.isWriting) this.write()
  }

  /** Waits for all writes before. */
  readonly close = Effect.callback<void>((resume) => {
    this.onClosed = () => {
      void this.worker.terminate()
      resume(Effect.void)
    }
    if (this.isOver) return resume(Effect.void)
    if (this.writes.length === 0 && !this.isWriting) this.write()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    this.whenIdle(() => this.worker.postMessage("close"))
  })

  private whenIdle(then: () => void): void {
    if (this.inThread.size === 0 && this.writes.length === 0) return then()
    setImmediate(() => this.whenIdle(then))
  }

  private write(): void {
    const gates = this.gates()
    const calls = this.writes.splice(0, batch)
    if (gates.length > 0) calls.push({ call: { name: "keepGates", asked: { gates } }, transfer: [], resume: () => {} })
    this.isWriting = calls.length > 0
    if (this.isWriting) this.post(calls, true)
  }

  private post(waiting: ReadonlyArray<Waiting>, isWrite: boolean): void {
    const message: Batch = { number: ++this.number, isWrite, calls: waiting.map(({ call }) => call) }
    this.inThread.set(message.number, waiting)
    this.worker.postMessage(message, waiting.flatMap(({ transfer }) => transfer))
  }

  private answered(number: number, outcomes: ReadonlyArray<Outcome>): void {
    const waiting = this.inThread.get(number) ?? []
    this.inThread.delete(number)
    for (const [index, { call, resume }] of waiting.entries()) {
      const outcome = outcomes[index] ?? { fault: "no answer" }
      if ("fault" in outcome) {
        if (outcome.isDamaged === true) this.damage = outcome
        // What cannot be read is the fault of one job. Others can be served.
        if (writes.has(call.name)) this.failed(outcome.fault)
      } else if (call.name === "commit" || call.name === "create") {
        // A small write may find room where a page does not.
        this.failure = undefined
      }
      resume(outcome)
    }
    if (waiting.some(({ call }) => writes.has(call.name))) this.write()
  }

  private failed(reason: string): void {
    this.failure = { at: performance.now(), reason }
  }

  private gone(why: string): void {
    if (this.isOver) return
    this.isOver = true
    this.failed(ended)
    const left = [...this.inThread.values()].flat().concat(this.writes)
    this.inThread.clear()
    for (const { resume } of left) resume({ fault: why })
    this.onClosed()
  }
}

const ended = "the thread of the file has ended"
/** In milliseconds. Crawls try again every second. */
const failureLife = 5000
/** Pages in one transaction. More wait for the next one. */
const batch = 64

/** A file that cannot be used stops the start. */
const opened = (limits: FileLimits) =>
  Effect.callback<{ readonly left: Left; readonly link: Link }, SettingError>((resume) => {
    const worker = new Worker(threadEntry(), {
      workerData: limits,
      name: "job store"
    })
    const failed = (fault: string) => {
      void worker.terminate()
      resume(Effect.fail(new SettingError({ variable: "GLEANER_STORE", fault })))
    }
    const onError = (error: Error) => failed(error.message)
    worker.once("error", onError)
    worker.once("message", (message: FromThread) => {
      worker.off("error", onError)
      if (message._tag === "Open") resume(Effect.succeed({ left: message.left, link: new Link(worker) }))
      else failed(message._tag === "Fault" ? message.fault : "its thread did not begin")
    })
  })
