import { Effect, Layer } from "effect"
import { type Transferable, Worker } from "node:worker_threads"
import { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { log } from "../../../core/observability/log-lines.ts"
import { SettingError, Settings } from "../../../core/settings/Settings.ts"
import { LocalStore } from "../shared/one-process/LocalStore.ts"
import {
  type Answer,
  type DomainRow,
  type InitialState,
  type Operations,
  writes
} from "../shared/one-process/operations.ts"
import type { Batch, Call, Fault, FileLimits, FromThread, Outcome } from "./messages.ts"
import { threadEntry } from "./thread/thread-entry.ts"

interface PendingCall {
  readonly call: Call<keyof Operations>
  readonly transfer: ReadonlyArray<Transferable>
  readonly resume: (outcome: Outcome) => void
}

/**
 * Calls to the worker thread with the SQLite file, from the main thread. Writes during a transaction share the next
 * one, and so one disk sync. Reads are served between transactions.
 */
export const sqliteThread = (file: string) =>
  Layer.effect(
    LocalStore,
    Effect.gen(function*() {
      const { ledgerPages, maxCrawls, maxCrawlsPerKey, storeBytes } = yield* Settings
      const limits: FileLimits = { file, ledgerPages, maxCrawls, maxCrawlsPerKey, storeBytes }
      const { initial, link } = yield* Effect.acquireRelease(openLink(limits), ({ link }) => link.close)
      if (initial.isLogMissing) {
        yield* log(`${file} is a copy without its -wal: the newest jobs and pages are missing`, {}, "Warn")
      }
      for (const warning of initial.warnings) yield* log(warning, {}, "Warn")
      const call: LocalStore["Service"]["call"] = (name, params, transfer = []) => {
        const answer = Effect.callback<Answer<typeof name>, StoreUnavailable>((resume) =>
          link.send({
            call: { name, params },
            transfer,
            resume: (outcome) =>
              resume(
                "fault" in outcome
                  ? Effect.fail(unavailable(outcome))
                  // The thread answers each call with the type of its operation.
                  : Effect.succeed(outcome.answer as Answer<typeof name>)
              )
          })
        )
        return writes.has(name) ? Effect.uninterruptible(answer) : answer
      }
      return LocalStore.of({
        initial,
        call,
        onWrite: (dirtyDomains) => void (link.dirtyDomains = dirtyDomains),
        ready: Effect.suspend(() => {
          const { damage, failure } = link
          if (damage !== undefined) return Effect.fail(unavailable(damage))
          if (failure === undefined) return Effect.void
          const isFresh = performance.now() - failure.at < failureTimeToLive
          return isFresh ? Effect.fail(new StoreUnavailable({ reason: failure.reason })) : call("probe", {})
        })
      })
    })
  )

const unavailable = ({ fault, isDamaged = false }: Fault) => new StoreUnavailable({ reason: fault, isDamaged })

/** The queue of calls to the thread. */
class Link {
  dirtyDomains: () => ReadonlyArray<DomainRow> = () => []
  /** The last failed write, until a page or a job was written. */
  failure: { readonly at: number; readonly reason: string } | undefined
  /** Set for good once a read or write has found the file damaged. */
  damage: Fault | undefined
  private isOver = false
  private readonly worker: Worker
  private readonly inThread = new Map<number, ReadonlyArray<PendingCall>>()
  private writes: Array<PendingCall> = []
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

  send(waiting: PendingCall): void {
    if (this.isOver) return waiting.resume({ fault: ended })
    if (!writes.has(waiting.call.name)) return this.post([waiting], false)
    this.writes.push(waiting)
    if (!this.isWriting) this.write()
  }

  /** Waits for all pending calls. */
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
    const domains = this.dirtyDomains()
    const calls = this.writes.splice(0, maxBatch)
    if (domains.length > 0) {
      calls.push({ call: { name: "saveDomains", params: { domains } }, transfer: [], resume: () => {} })
    }
    this.isWriting = calls.length > 0
    if (this.isWriting) this.post(calls, true)
  }

  private post(waiting: ReadonlyArray<PendingCall>, isWrite: boolean): void {
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
        // A failed read concerns one job only.
        if (writes.has(call.name)) this.failed(outcome.fault)
      } else if (call.name === "commit" || call.name === "create") {
        // On a full disk, smaller writes may still succeed.
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
    const pending = [...this.inThread.values()].flat().concat(this.writes)
    this.inThread.clear()
    for (const { resume } of pending) resume({ fault: why })
    this.onClosed()
  }
}

const ended = "the thread of the file has ended"
/** In milliseconds. Crawls retry every second. */
const failureTimeToLive = 5000
/** Calls in one transaction. */
const maxBatch = 64

/** The start fails if the file cannot be used. */
const openLink = (limits: FileLimits) =>
  Effect.callback<{ readonly initial: InitialState; readonly link: Link }, SettingError>((resume) => {
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
      if (message._tag === "Open") resume(Effect.succeed({ initial: message.initial, link: new Link(worker) }))
      else failed(message._tag === "Fault" ? message.fault : "its thread did not begin")
    })
  })
