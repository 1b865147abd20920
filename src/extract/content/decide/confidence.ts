import { calibration } from "../../rules/confidence.ts"

/** The F1 that pages with such an expected F1 have on the average. */
export const calibrated = (expected: number, points = calibration): number => {
  const at = points.findIndex(([to]) => to >= expected)
  const [to, high] = points[at] ?? points.at(-1)!
  const [from, low] = points[at - 1] ?? [to, high]
  if (at < 0 || to === from) return high
  return low + (high - low) * (expected - from) / (to - from)
}
