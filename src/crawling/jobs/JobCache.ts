import type { JobId } from "../../core/domain/job/Job.ts"

interface CachedEntry<A> {
  readonly owner: string
  readonly value: A
}

/**
 * Readings of a few jobs, by their last use. The owner that has most of them makes room for another job, so
 * no owner takes those of the others.
 */
export class JobCache<A> {
  /** The one that was used last comes last. */
  private readonly entries = new Map<JobId, CachedEntry<A>>()
  private readonly max: number

  constructor(max: number) {
    this.max = max
  }

  get(owner: string, id: JobId, make: () => A): A {
    const entry = this.entries.get(id) ?? { owner, value: make() }
    this.entries.delete(id)
    this.entries.set(id, entry)
    if (this.entries.size > this.max) this.entries.delete(this.oldestOfMost())
    return entry.value
  }

  forget(isIdle: (value: A) => boolean): void {
    for (const [id, { value }] of this.entries) if (isIdle(value)) this.entries.delete(id)
  }

  private oldestOfMost(): JobId {
    const byOwner = Map.groupBy(this.entries, ([, { owner }]) => owner)
    // Of owners with as many jobs, the one whose oldest job was used first.
    const [oldest] = [...byOwner.values()].reduce((most, other) => other.length > most.length ? other : most)
    return oldest![0]
  }
}
