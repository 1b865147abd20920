/** How far a running crawl is. `elapsed` is in milliseconds. */
export interface CrawlProgress {
  readonly elapsed: number
  /** Pages finished. */
  readonly ended: number
  /** Pages still to come, as far as we know. */
  readonly left: number
}

/**
 * In how many seconds a place is likely to be free for a caller, when `ahead` others were refused before. Assumes that
 * each running crawl keeps its pace, and that the next one in its place takes as long. At most a minute: a guess about
 * a later time is worth nothing.
 */
export const secondsUntilFree = (running: ReadonlyArray<CrawlProgress>, ahead: number): number => {
  const ends = running.map(remaining).toSorted((a, b) => a - b)
  const rounds = running.map(({ elapsed }, index) => elapsed + (ends[index] ?? 0))
  const round = rounds.length === 0 ? 0 : rounds.reduce((sum, length) => sum + length, 0) / rounds.length
  const wait = (ends[ahead % ends.length] ?? 0) + Math.floor(ahead / Math.max(1, ends.length)) * round
  return Math.min(longest, Math.max(1, Math.ceil(wait / 1000)))
}

const longest = 60

/** Before its first page, we only know how long it has taken. */
const remaining = ({ elapsed, ended, left }: CrawlProgress): number => ended === 0 ? elapsed : elapsed * left / ended
