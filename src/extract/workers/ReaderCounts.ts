import type { WaitingWork } from "./WaitingWork.ts"

/** Milliseconds for which the reader beyond GLEANER_WORKERS stays after one owner had all. */
const keptFor = 60_000

/** The number of readers by what they do, and whether the waiting work needs another one. */
export class ReaderCounts {
  alive = 0
  busy = 0
  /** Readers that failed to start and wait for the backoff. */
  backingOff = 0
  /** Failures to start, in a row. */
  unfit = 0
  /** When one owner last had all readers, in milliseconds of the monotonic clock. */
  private heldAt = Number.NEGATIVE_INFINITY
  private readonly workers: number
  private readonly hasOthers: boolean
  private readonly waiting: WaitingWork

  /** `hasOthers`: there is more than one owner. */
  constructor(workers: number, hasOthers: boolean, waiting: WaitingWork) {
    this.workers = workers
    this.hasOthers = hasOthers
    this.waiting = waiting
  }

  get isBelowWorkers(): boolean {
    return this.alive < this.workers
  }

  /** Whether no reader can take work before a backoff ends. */
  get allBackingOff(): boolean {
    return this.backingOff >= this.workers && this.backingOff === this.alive
  }

  /** Whether the waiting work can use one more reader. */
  get isShort(): boolean {
    const limit = this.busy < this.workers ? this.workers : this.workers + 1
    return this.alive < limit && this.waiting.startable > this.alive - this.busy - this.backingOff
  }

  /** Whether one owner has all readers: another owner's first page would wait for the start of a process. */
  get needsReserve(): boolean {
    const isHeld = this.hasOthers && this.waiting.isHeldByOne && this.waiting.size > 0
    return isHeld && this.alive === this.workers && this.backingOff === 0
  }

  /** The reader beyond GLEANER_WORKERS stays warm while another owner could need it, and a minute more. */
  keepsReserve(now: number): boolean {
    const isNeeded = this.hasOthers && (this.waiting.isHeldByOne || now - this.heldAt < keptFor)
    return isNeeded && this.alive > this.workers
  }

  /** A reader begins or ends its work. */
  turned(isBusy: boolean, now: number): void {
    if (this.waiting.isHeldByOne) this.heldAt = now
    this.busy += isBusy ? 1 : -1
    this.unfit = 0
  }
}
