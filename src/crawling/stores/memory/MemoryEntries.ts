import { isFinal, type Job, JobId } from "../../../core/domain/job/Job.ts"
import type { ShareUsage } from "../../../core/kernel/fair/Shares.ts"
import type { Idempotency } from "../../jobs/Idempotency.ts"
import type { StoreBudget } from "../../jobs/StoreBudget.ts"
import { Watchers } from "../shared/Watchers.ts"
import { JobEntry } from "./JobEntry.ts"

/** The jobs in memory, with their owners and their retention. Times are in milliseconds. */
export class MemoryEntries {
  readonly watchers = new Watchers()
  /** Jobs that are not final, oldest first. */
  readonly active = new Set<JobEntry>()
  /** Oldest first. */
  private readonly jobs = new Map<string, JobEntry>()
  private readonly keys = new Map<string, JobEntry>()
  /** The jobs that need the job with this id. */
  private readonly needing = new Map<string, Set<JobEntry>>()
  private readonly budget: StoreBudget
  private readonly retention: number
  private made = 0

  constructor(budget: StoreBudget, retention: number) {
    this.budget = budget
    this.retention = retention
  }

  add(owner: string, job: Job, idempotency: Idempotency | undefined): void {
    const entry = new JobEntry(owner, this.made++, job, idempotency)
    this.jobs.set(entry.id, entry)
    this.active.add(entry)
    this.budget.add(owner, entry.bytes)
    if (idempotency !== undefined) this.keys.set(keyOf(owner, idempotency), entry)
    const { since } = job.options
    if (since === undefined) return
    this.need(entry, JobId.make(since))
    for (const named of this.jobs.get(since)?.named ?? []) this.need(entry, named)
  }

  /** A row of the entry names a document of this job. */
  name(entry: JobEntry, id: JobId): void {
    entry.named.add(id)
    this.need(entry, id)
  }

  private need(entry: JobEntry, id: JobId): void {
    entry.needed.add(id)
    const needing = this.needing.get(id)
    if (needing === undefined) this.needing.set(id, new Set([entry]))
    else needing.add(entry)
  }

  get size(): number {
    return this.jobs.size
  }

  get(id: string): JobEntry | undefined {
    return this.jobs.get(id)
  }

  /** The entry, if it exists, is this owner's, and has not expired. */
  find(id: string, owner: string | undefined, now: number): JobEntry | undefined {
    const entry = this.jobs.get(id)
    return entry === undefined || this.isExpired(entry, now) || entry.owner !== (owner ?? entry.owner)
      ? undefined
      : entry
  }

  /** The job that was created with this key. */
  madeBy(owner: string, idempotency: Idempotency, now: number): JobEntry | undefined {
    const entry = this.keys.get(keyOf(owner, idempotency))
    return entry === undefined || this.isExpired(entry, now) ? undefined : entry
  }

  /** Newest first. */
  all(owner: string | undefined, now: number): ReadonlyArray<JobEntry> {
    return [...this.jobs.keys()].flatMap((id) => this.find(id, owner, now) ?? []).toReversed()
  }

  ofSchedule(id: string): ReadonlyArray<JobEntry> {
    return [...this.jobs.values()].filter(({ job }) => job.options.schedule === id)
  }

  /** Filters `active`. */
  activeWhere(isWanted: (entry: JobEntry) => boolean): ReadonlyArray<JobEntry> {
    return [...this.active].filter(isWanted)
  }

  /** The number of jobs that are not final. */
  activeFor(owner: string): ShareUsage {
    const owners = [...this.active].map((entry) => entry.owner)
    const others = owners.filter((other) => other !== owner)
    return { total: owners.length, own: owners.length - others.length, others: new Set(others).size }
  }

  expired(now: number): ReadonlyArray<JobEntry> {
    return [...this.jobs.values()].filter((entry) => this.isExpired(entry, now))
  }

  evict(entry: JobEntry): void {
    if (!this.jobs.delete(entry.id)) return
    this.budget.add(entry.owner, -entry.bytes)
    entry.index?.drop(entry.place)
    const key = entry.idempotency === undefined ? undefined : keyOf(entry.owner, entry.idempotency)
    if (key !== undefined && this.keys.get(key) === entry) this.keys.delete(key)
    for (const id of entry.needed) {
      const needing = this.needing.get(id)
      needing?.delete(entry)
      if (needing?.size === 0) this.needing.delete(id)
    }
    this.watchers.wake(entry.id)
  }

  /** The only way to change an entry: updates the budget, and wakes the watchers. */
  change(entry: JobEntry, alter: () => void): void {
    const { bytes } = entry
    alter()
    entry.revision++
    this.budget.add(entry.owner, entry.bytes - bytes)
    if (isFinal(entry.job.status)) this.active.delete(entry)
    this.watchers.wake(entry.id)
  }

  private isExpired(entry: JobEntry, now: number): boolean {
    if (!this.isOver(entry, now)) return false
    for (const needing of this.needing.get(entry.id) ?? []) if (!this.isOver(needing, now)) return false
    return true
  }

  /** Whether nothing keeps the job but other jobs that need it. */
  private isOver({ isPinned, job }: JobEntry, now: number): boolean {
    return !isPinned && job.finished_at !== null && job.finished_at * 1000 + this.retention <= now
  }
}

/** An idempotency key has no space in it. */
const keyOf = (owner: string, { key }: Idempotency): string => `${owner} ${key}`
