import { seconds } from "../ui/format.ts"
import { LineChart } from "../ui/LineChart.tsx"
import type { Sample } from "./follow-job.ts"

const series = ["stored", "duplicates", "skipped", "failed"] as const
/** Pixels. */
const chartHeight = 60

/** Pages by outcome, over the time since the start of the job. The counters beside it are its legend. */
export const OutcomeChart = ({ samples }: { readonly samples: ReadonlyArray<Sample> }) => {
  const last = samples.at(-1)
  return (
    <LineChart
      className="outcomes"
      height={chartHeight}
      minY={0}
      formatX={(at) => seconds(Math.round(at * 10) / 10)}
      label={last === undefined || samples.length < 2
        ? "Pages over time: no page has ended yet"
        : `Pages over time: ${series.map((name) => `${name} ${last[name]}`).join(", ")}`}
      lines={series.filter((name) => last !== undefined && (last[name] > 0 || name === "stored")).map((name) => ({
        name,
        points: samples.map((sample) => [sample.at, sample[name]] as const)
      }))}
    />
  )
}
