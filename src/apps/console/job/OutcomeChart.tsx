import { useEffect, useRef } from "preact/hooks"
import uPlot from "uplot"
import { theme } from "../styles/theme.ts"
import { count, seconds } from "../ui/format.ts"
import type { Sample } from "./follow-job.ts"

const series = ["stored", "duplicates", "skipped", "failed"] as const
/** Pixels. */
const chartHeight = 60
/** Seconds between two ticks. */
const timeSteps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 18_000, 36_000, 86_400, 864_000, 8_640_000]

/** Pages by outcome, over the time since the start of the job. */
export const OutcomeChart = ({ samples }: { readonly samples: ReadonlyArray<Sample> }) => {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const look = theme.value
  const data: uPlot.AlignedData = [
    samples.map(({ at }) => at),
    ...series.map((name) => samples.map((sample) => sample[name]))
  ]
  useEffect(() => {
    const element = place.current
    if (element === null) return
    plot.current = new uPlot(optionsFor(element), data, element)
    const observer = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: chartHeight })
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
  }, [look])
  useEffect(() => plot.current?.setData(data), [samples])
  const last = samples.at(-1)
  return (
    <figure class="chart">
      <figcaption>
        Pages over time
        <ul class="legend">{series.map((name) => <li key={name} class={name}>{name}</li>)}</ul>
      </figcaption>
      <div
        ref={place}
        role="img"
        aria-label={last === undefined
          ? "No page has ended yet"
          : series.map((name) => `${name} ${last[name]}`).join(", ")}
      />
    </figure>
  )
}

const optionsFor = (element: HTMLElement): uPlot.Options => {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const axis = {
    stroke: color("faint"),
    grid: { stroke: color("line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui"
  }
  return {
    width: element.clientWidth,
    height: chartHeight,
    legend: { show: false },
    cursor: { points: { show: false } },
    padding: [8, 16, 0, 0],
    scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(1, max)] } },
    axes: [
      { ...axis, size: 20, incrs: timeSteps, values: (_, values) => values.map(seconds) },
      { ...axis, size: 50, splits: (_, __, min, max) => [min, max], values: (_, values) => values.map(count) }
    ],
    series: [{}, ...series.map((name) => ({ label: name, stroke: color(name), width: 2, points: { show: false } }))]
  }
}
