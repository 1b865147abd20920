/** How far a running crawl has come; `elapsed` in milliseconds. */
export interface CrawlProgress {
  readonly elapsed: number
  /** Pages that are done with. */
  readonly ended: number
  /** Pages still to come, as far as is known. */
  readonly left: number
}

/**
 * In how many seconds a place is likely to be free for a caller before whom `ahead` others have been sent away. Each running
 * crawl is taken to go on at its pace so far, and the next one in its slot to take as long as it. Never more than a minute: a
 * guess about later is not worth the wait.
 */
export const secondsUntilFree = (running: ReadonlyArray<CrawlProgress>, ahead: number): number => {
  const ends = running.map(remaining).toSorted((a, b) => a - b)
  const rounds = running.map(({ elapsed }, index) => elapsed + (ends[index] ?? 0))
  const round = rounds.length === 0 ? 0 : rounds.reduce((sum, length) => sum + length, 0) / rounds.length
  const wait = (ends[ahead % ends.length] ?? 0) + Math.floor(ahead / Math.max(1, ends.length)) * round
  return Math.min(longest, Math.max(1, Math.ceil(wait / 1000)))
}

const longest = 60

/** Before its first page nothing is known but that it has taken this long. */
const remaining = ({ elapsed, ended, left }: CrawlProgress): number => ended === 0 ? elapsed : elapsed * left / ended
