import type { QueueView } from "./DomainQueue.ts"
import type { DomainQueues } from "./DomainQueues.ts"

/**
 * A domain as an owner sees it. Of other owners it shows only how many of their requests wait. Times in milliseconds.
 */
export interface DomainView extends QueueView {
  readonly domain: string
}

/** The domains that this owner sees, those with its requests in line first. Times count from now. */
export const domainViews = (
  queues: DomainQueues,
  owner: string,
  now: number
): ReadonlyArray<DomainView> => {
  const since = (at: number | undefined) => at === undefined ? undefined : at - now
  const views = [...queues.entries()].flatMap(([domain, queue]): ReadonlyArray<DomainView> => {
    const view = queue.viewOf(owner, now)
    return view === undefined
      ? []
      : [{ domain, ...view, nextAt: since(view.nextAt), lastTurn: since(view.lastTurn) }]
  })
  return views.toSorted((one, other) =>
    other.waiting - one.waiting || other.active - one.active || (other.lastTurn ?? 0) - (one.lastTurn ?? 0)
  )
}
