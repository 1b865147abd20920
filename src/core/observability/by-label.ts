import { Metric } from "effect"

/** Caches the series of a metric for each value of its labels: making a series costs more than its update. */
export const byLabel = <Input, State, const Labels extends ReadonlyArray<string>>(
  metric: Metric.Metric<Input, State>,
  ...labels: Labels
) => {
  const known = new Map<string, Metric.Metric<Input, State>>()
  return (...values: { readonly [L in keyof Labels]: string }): Metric.Metric<Input, State> => {
    const name = values.join("\n")
    const series = known.get(name) ??
      Metric.withAttributes(metric, Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ""])))
    known.set(name, series)
    return series
  }
}
