/** Pages for which the rules of a field gave a value, of all pages. */
export interface Filled {
  readonly filled: number
  readonly pages: number
}

/** Fewer pages of a job say nothing. */
export const minDriftPages = 5

/**
 * Whether pages are filled significantly less than half as often as those from which the rules were learnt and with
 * which they were checked. Both shares are bounded by Wilson's interval, because few pages say little about a share.
 */
export const isDrifted = (learnt: Filled, seen: Filled): boolean =>
  seen.pages >= minDriftPages && upperBound(seen) < lowerBound(learnt) / 2

/** Standard deviations of a two-sided interval of 95 percent. */
const z = 1.96

const lowerBound = (filled: Filled): number => bound(filled, -1)
const upperBound = (filled: Filled): number => bound(filled, 1)

const bound = ({ filled, pages }: Filled, sign: 1 | -1): number => {
  if (pages <= 0) return sign < 0 ? 0 : 1
  const share = filled / pages
  const spread = z * Math.sqrt(share * (1 - share) / pages + z * z / (4 * pages * pages))
  return (share + z * z / (2 * pages) + sign * spread) / (1 + z * z / pages)
}
