/** Visits of one page, or of several pages together. Intervals are between two visits, in days. */
export interface ChangeEvidence {
  /** Number of visits that found a change. */
  readonly changes: number
  /** Total length of the intervals before them. */
  readonly changedDays: number
  /** Total length of the intervals before the other visits. */
  readonly sameDays: number
}

/**
 * The most probable change rate of a Poisson process, in changes per day, from visits at irregular intervals.
 *
 * Cho and Garcia-Molina, "Estimating frequency of change" (ACM TOIT 3(3), 2003, section 4): a visit only shows whether
 * a page changed, so the maximum of the likelihood solves `sum over changed intervals of t / (exp(r t) - 1) = sum over
 * unchanged intervals of t`. Two differences. All changed intervals count with their mean length, so three numbers
 * per page are enough. A prior with the weight of `priorChanges` changes at the rate `prior` is added, so a page
 * without any change does not get the rate 0 and one that changed at each visit does not get an infinite rate.
 */
export const changeRate = ({ changedDays, changes, sameDays }: ChangeEvidence, prior: number): number => {
  const interval = changes === 0 ? 0 : changedDays / changes
  const exposure = sameDays + priorChanges / prior
  // 1 - x <= x / (exp(x) - 1) <= 1 gives both bounds of the solution.
  let low = (priorChanges + changes) / (exposure + changedDays)
  let high = (priorChanges + changes) / exposure
  for (let step = 0; step < steps && high - low > low * precision; step++) {
    const rate = Math.sqrt(low * high)
    const isBelow = priorChanges / rate + changes * expectedDays(rate, interval) > exposure
    if (isBelow) low = rate
    else high = rate
  }
  return Math.sqrt(low * high)
}

/**
 * An optimistic rate: the most probable one and a part of its standard error. A page that is visited once a week and
 * has changed each time may change once a week or every hour. Only closer visits can tell, so the doubt counts for it.
 */
export const upperRate = (evidence: ChangeEvidence, prior: number): number => {
  const rate = changeRate(evidence, prior)
  const { changedDays, changes } = evidence
  const interval = changes === 0 ? 0 : changedDays / changes
  const x = rate * interval
  // Fisher information: the negative second derivative of the logarithm of the likelihood.
  const changed = x < 1e-6 ? changes / rate ** 2 : changes * (interval / 2 / Math.sinh(x / 2)) ** 2
  return rate + optimism / Math.sqrt(priorChanges / rate ** 2 + changed)
}

/** By `npm run bench -- adaptive`, as `optimism`. */
const priorChanges = 0.5
/** Standard errors. */
const optimism = 0.6
const steps = 50
const precision = 1e-3

/** `t / (exp(r t) - 1)`, which tends to `1 / r` for short intervals. */
const expectedDays = (rate: number, interval: number): number =>
  interval * rate < 1e-9 ? 1 / rate : interval / Math.expm1(rate * interval)

export const noEvidence: ChangeEvidence = { changes: 0, changedDays: 0, sameDays: 0 }

export const addEvidence = (a: ChangeEvidence, b: ChangeEvidence): ChangeEvidence => ({
  changes: a.changes + b.changes,
  changedDays: a.changedDays + b.changedDays,
  sameDays: a.sameDays + b.sameDays
})
