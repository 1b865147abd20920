import { Duration } from "effect"

/**
 * Pages of one crawl in flight on one node. Most of them wait for their turn or for a site, which costs next to
 * nothing: there are so many that dozens of slow domains leave room for others.
 */
export const concurrency = 128

/** Bytes of pages of one crawl that are fetched and not read. Above it, no other page starts. */
export const maxBodies = 32 * 1024 * 1024

/** Pages of one crawl and one domain in flight, over all nodes. */
export const perDomain = 4

/** So many pages of a crawl of scope `any` wait for one that is slower, and none for much longer than `reorderTimeout`. */
export const hold = 32
export const reorderTimeout = Duration.seconds(2)

/** Pages that are settled in one step. More wait for the next one, so that none of them waits for long. */
export const settledAtOnce = 64

/** Names that join a crawl in one go, in a few milliseconds. Then others get their turn. */
export const namesAtOnce = 1000

/** Domains that are counted for operators. */
export const countedDomains = 10_000

/** A frontier holds as many characters as its capacity in URLs times this average length. */
export const meanUrlLength = 128
