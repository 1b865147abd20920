import { Metric } from "effect"

/** One series of the metric for each value of a label, made once: its key costs more than its update. */
export const byLabel = <V extends string, Input, State>(metric: Metric.Metric<Input, State>, label: string) => {
  const known = new Map<V, Metric.Metric<Input, State>>()
  return (value: V): Metric.Metric<Input, State> => {
    const series = known.get(value) ?? Metric.withAttributes(metric, { [label]: value })
    known.set(value, series)
    return series
  }
}
