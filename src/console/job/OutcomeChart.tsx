import { useEffect, useRef } from "preact/hooks"
import uPlot from "uplot"
import { theme } from "../theme.ts"
import type { Sample } from "./follow-job.ts"

const series = ["stored", "duplicates", "skipped", "failed"] as const
const chartHeight = 180

/** Pages by outcome, over time or, for a job that ended before, over its pages. */
export const OutcomeChart = ({ isWatched, samples }: {
  readonly samples: ReadonlyArray<Sample>
  readonly isWatched: boolean
}) => {
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
    plot.current = new uPlot(optionsFor(element, isWatched), data, element)
    const observer = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: chartHeight })
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
  }, [look, isWatched])
  useEffect(() => plot.current?.setData(data), [samples])
  const last = samples.at(-1)
  return (
    <figure class="chart">
      <figcaption>
        Outcomes {isWatched ? "over time" : "over the pages, in their order"}
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

const optionsFor = (element: HTMLElement, isWatched: boolean): uPlot.Options => {
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
    scales: { x: { time: false } },
    axes: [
      { ...axis, size: 28, values: (_, values) => values.map((value) => isWatched ? `${value} s` : String(value)) },
      { ...axis, size: 50 }
    ],
    series: [{}, ...series.map((name) => ({ label: name, stroke: color(name), width: 2, points: { show: false } }))]
  }
}
