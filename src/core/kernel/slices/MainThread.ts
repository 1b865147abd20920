import { Context, Effect } from "effect"
import { Turns } from "../fair/Turns.ts"

/** The API key for which a fiber works on the main thread. Empty: the service itself. */
export const WorkOwner = Context.Reference<string>("gleaner/core/kernel/WorkOwner", { defaultValue: () => "" })

export interface Loop {
  /** Milliseconds. */
  readonly now: () => number
  /** Runs this in the next iteration of the event loop, after its I/O. */
  readonly next: (run: () => void) => void
  /** Runs this after about a millisecond. */
  readonly later: (run: () => void) => void
}

/**
 * Shares the main thread among owners. One slice of at most `maxSlice` runs in an iteration of the event loop, however
 * many answers are being made, so other requests wait for one slice and not for one of each answer. Owners take turns by
 * the time of their slices. While several owners use the thread, the one that uses it most, and more than a little, pauses
 * after each slice, which leaves time for work without slices: sockets, and other requests on their way.
 */
export class MainThread {
  private readonly waiting = new Turns<Task>(credit)
  private readonly loop: Loop
  private isTaken = false
  /** The owner whose slice a pause follows, and the number of the turn that ends the pause. */
  private pausing: string | undefined
  private turns = 0
  /** Milliseconds of each owner: of the current second, and of the one before it. */
  private recent: Window = { since: 0, used: new Map() }
  private before: Window = this.recent

  constructor(loop: Loop) {
    this.loop = loop
  }

  /** Runs work for an owner. Its first slice runs at once if no other has run in this iteration. */
  run<A>(owner: string, work: () => Generator<void, A>): Effect.Effect<A> {
    return Effect.callback<A>((resume) => {
      const task: Task = { owner, slice: sliced(work, resume, this.loop.now) }
      this.waiting.add(task)
      if (!this.isTaken || this.pausing !== undefined && this.pausing !== owner) this.turn()
      return Effect.sync(() => this.waiting.remove(task))
    })
  }

  /** Whether slices are the reason for a late event loop. */
  get isBusy(): boolean {
    return sum(this.lately()) >= minBusy
  }

  /** Whether they are, and this owner used at least an equal share of their time. */
  isBusyWith(owner: string): boolean {
    const used = this.lately()
    return this.isBusy && (used.get(owner) ?? 0) >= sum(used) / used.size
  }

  private turn(): void {
    const task = this.waiting.take()
    this.isTaken = task !== undefined
    this.pausing = undefined
    if (task === undefined) return
    const turn = ++this.turns
    this.loop.next(() => this.turns === turn && this.follow(task.owner))
    const since = this.loop.now()
    const isDone = task.slice()
    // Where the fiber goes on at once, with a write to a socket for example, that is charged too.
    this.charge(task.owner, Math.max(minCharge, this.loop.now() - since))
    if (!isDone) this.waiting.add(task)
  }

  /** Begins the next turn, after a pause if only the owner that uses the thread most among several waits for it. */
  private follow(owner: string): void {
    const others = this.waiting.size - this.waiting.of(owner)
    if (others > 0 || !this.isMostOfSeveral(owner)) return this.turn()
    const turn = this.turns
    this.pausing = owner
    this.loop.later(() => this.turns === turn && this.turn())
  }

  /** An owner that uses little needs no pause, though others use even less: each of its requests would wait for it. */
  private isMostOfSeveral(owner: string): boolean {
    const used = this.lately()
    const own = used.get(owner) ?? 0
    return used.size > 1 && own >= credit && own >= Math.max(...used.values())
  }

  private charge(owner: string, millis: number): void {
    this.waiting.charge(owner, millis)
    const now = this.loop.now()
    if (now - this.recent.since >= second) {
      this.before = this.recent
      this.recent = { since: now, used: new Map() }
    }
    this.recent.used.set(owner, (this.recent.used.get(owner) ?? 0) + millis)
  }

  private lately(): ReadonlyMap<string, number> {
    const used = new Map<string, number>()
    const now = this.loop.now()
    for (const window of new Set([this.before, this.recent])) {
      if (now - window.since > 2 * second) continue
      for (const [owner, millis] of window.used) used.set(owner, (used.get(owner) ?? 0) + millis)
    }
    return used
  }

  /** The main thread of this process. */
  static readonly current = Context.Reference<MainThread>("gleaner/core/kernel/MainThread", {
    defaultValue: () => own
  })
}

interface Task {
  readonly owner: string
  /** Whether the work is done. */
  readonly slice: () => boolean
}

interface Window {
  readonly since: number
  readonly used: Map<string, number>
}

/** Milliseconds of one slice. A scrape takes about ten iterations of the loop, and may wait for a slice in each. */
export const maxSlice = 1
/**
 * Milliseconds that an owner may use before it waits for others to use as much, or pauses for them. An answer has several
 * slices, and would else take twice its time beside an owner that always works.
 */
const credit = 50
/** Milliseconds charged for a slice at least: a turn costs an iteration of the event loop. */
const minCharge = 0.05
/** Milliseconds of slices in about two seconds, below which the loop is late for another reason. */
const minBusy = 200
const second = 1000

const own = new MainThread({
  now: () => performance.now(),
  next: (run) => setImmediate(run),
  later: (run) => setTimeout(run, 1)
})

const sum = (used: ReadonlyMap<string, number>): number =>
  [...used.values()].reduce((total, millis) => total + millis, 0)

const sliced = <A>(
  work: () => Generator<void, A>,
  resume: (effect: Effect.Effect<A>) => void,
  now: () => number
): () => boolean => {
  let steps: Generator<void, A> | undefined
  return () => {
    const end = now() + maxSlice
    let result: Effect.Effect<A> | undefined
    try {
      steps ??= work()
      do {
        const step = steps.next()
        if (step.done === true) result = Effect.succeed(step.value)
      } while (result === undefined && now() < end)
    } catch (defect) {
      result = Effect.die(defect)
    }
    if (result !== undefined) resume(result)
    return result !== undefined
  }
}
