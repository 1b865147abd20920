import * as fs from "node:fs"
import type { Sample } from "./cluster-node.ts"

interface Logged {
  readonly log: string
}

interface Visit {
  readonly url: string
  readonly begin: number
  /** Infinite if its node died in it. */
  readonly end: number
}

/** Every visit of these nodes, by their own logs. Clocks of one machine agree. */
const visitsOf = (nodes: ReadonlyArray<Logged>): ReadonlyArray<Visit> =>
  nodes.flatMap(({ log }) => {
    const open = new Map<string, number>()
    const visits: Array<Visit> = []
    for (const line of fs.existsSync(log) ? fs.readFileSync(log, "utf8").split("\n") : []) {
      const [kind, at, url] = line.split(" ")
      if (url === undefined) continue
      if (kind === "b") open.set(url, Number(at))
      else {
        visits.push({ url, begin: open.get(url) ?? 0, end: Number(at) })
        open.delete(url)
      }
    }
    return [...visits, ...[...open].map(([url, begin]) => ({ url, begin, end: Number.POSITIVE_INFINITY }))]
  })

/** Two visits of one domain at once, or sooner after each other than its delay. */
export const violationsOf = (nodes: ReadonlyArray<Logged>, delay: number) => {
  const visits = visitsOf(nodes)
  const domains = Map.groupBy(visits, ({ url }) => new URL(url).host)
  let overlaps = 0
  let gaps = 0
  let least = Number.POSITIVE_INFINITY
  for (const own of domains.values()) {
    const sorted = own.toSorted((a, b) => a.begin - b.begin)
    for (const [at, { begin }] of sorted.entries()) {
      const before = sorted[at - 1]
      if (before === undefined || before.end === Number.POSITIVE_INFINITY) continue
      if (begin < before.end) overlaps++
      else {
        least = Math.min(least, begin - before.end)
        // The clock of the log is read a moment later than the one of the gate.
        if (begin - before.end < delay - 1) gaps++
      }
    }
  }
  const urls = new Set(visits.map(({ url }) => url)).size
  const cut = visits.filter(({ end }) => end === Number.POSITIVE_INFINITY).length
  return { begun: visits.length, overlaps, gaps, least, cut, again: visits.length - urls }
}

/**
 * How long after its end a page is settled, in milliseconds: the k-th that is settled against the k-th that has ended,
 * which is the same for any order.
 */
export const lagOf = (nodes: ReadonlyArray<Logged>, samples: ReadonlyArray<Sample>) => {
  const ends = Float64Array.from(visitsOf(nodes).map(({ end }) => end)).toSorted()
  const lags: Array<number> = []
  let before: Sample | undefined
  for (const sample of samples) {
    if (before !== undefined) {
      for (let place = before.settled; place < sample.settled; place++) {
        const share = (place + 1 - before.settled) / (sample.settled - before.settled)
        lags.push(Math.max(0, before.at + share * (sample.at - before.at) - (ends[place] ?? 0)))
      }
    }
    before = sample
  }
  const sorted = lags.toSorted((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { p50: quantile(0.5), p99: quantile(0.99) }
}
