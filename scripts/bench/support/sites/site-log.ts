import * as path from "node:path"
import { Worker } from "node:worker_threads"
import type { Request, SiteData } from "./nodes-site.ts"

/** The sites of the `nodes` benchmark and what they have seen. */
export interface Sites {
  readonly seed: string
  /** All requests so far. */
  readonly requests: () => Promise<ReadonlyArray<Request>>
  readonly stop: () => Promise<unknown>
}

export const startSites = async (data: SiteData): Promise<Sites> => {
  const worker = new Worker(path.join(import.meta.dirname, "nodes-site.ts"), { workerData: data })
  const next = <A>() => new Promise<A>((resolve) => worker.once("message", resolve))
  const seed = await next<string>()
  const log: Array<Request> = []
  return {
    seed,
    requests: async () => {
      const answered = next<ReadonlyArray<Request>>()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      worker.postMessage("log")
      log.push(...await answered)
      return log
    },
    stop: () => worker.terminate()
  }
}

export interface Politeness {
  readonly requests: number
  /** Requests that began while another one of the domain was going on. */
  readonly overlaps: number
  /** Requests that began sooner than the delay after the end of the one before. */
  readonly gapsBelow: number
  readonly minGap: number
}

/** Politeness of all nodes together, by the logs of the sites. A robots.txt and its page are one visit. */
export const politenessOf = (log: ReadonlyArray<Request>, delay: number): Politeness => {
  let overlaps = 0
  const gaps: Array<number> = []
  for (const of of Map.groupBy(log, ({ domain }) => domain).values()) {
    const ordered = of.toSorted((a, b) => a.begun - b.begun)
    for (const [index, request] of ordered.entries()) {
      const before = ordered[index - 1]
      if (before === undefined || (before.path === "/robots.txt" && before.agent === request.agent)) continue
      if (request.begun < (before.ended ?? before.begun)) overlaps++
      else gaps.push(request.begun - (before.ended ?? before.begun))
    }
  }
  return {
    requests: log.length,
    overlaps,
    gapsBelow: gaps.filter((gap) => gap < delay).length,
    minGap: gaps.reduce((least, gap) => Math.min(least, gap), Infinity)
  }
}
