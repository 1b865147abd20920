import { Duration } from "effect"

/**
 * Maximum of pages of one crawl in flight on one node. Most of them wait for their turn or for a site, which costs
 * next to nothing. The number is large, so dozens of slow domains leave slots for others.
 */
export const concurrency = 128

/** Bytes of pages of one crawl that are fetched and not yet extracted. Above it, no other page starts. */
export const maxBodies = 32 * 1024 * 1024

/** Pages of one crawl and one domain in flight, over all nodes. */
export const perDomain = 4

/** Maximum of ended pages with scope `any` that wait for a slower one, none for much longer than `reorderTimeout`. */
export const reorderBuffer = 32
export const reorderTimeout = Duration.seconds(2)

/** Maximum of pages settled in one transaction, which limits its duration. */
export const settleBatchSize = 64

/** Names enqueued in one slice of a few milliseconds. Other work runs between slices. */
export const namesAtOnce = 1000

/** Maximum of domains that are counted for operators. */
export const countedDomains = 10_000

/** The capacity of a frontier in characters is its capacity in URLs times this mean length. */
export const meanUrlLength = 128
