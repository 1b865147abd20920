import { useEffect, useRef, useState } from "preact/hooks"
import { count } from "./format.ts"

/** A line of a chart. */
export interface Line {
  readonly name: string
  /** Points from left to right. */
  readonly points: ReadonlyArray<readonly [x: number, y: number]>
}

/** Pixels: between the lines and the edges, and for the labels of the axes. */
const margin = 4
const leftRoom = 46
const bottomRoom = 18

/**
 * Lines over one axis, with the smallest and the largest value of each axis as its labels. The class of a line is its
 * name. `label`: the chart in words.
 */
export const LineChart = (
  { className = "", formatX, formatY = count, height, label, lines, minY, withPoints = false }: {
    readonly lines: ReadonlyArray<Line>
    readonly label: string
    /** Pixels. */
    readonly height: number
    readonly formatX: (x: number) => string
    readonly formatY?: (y: number) => string
    /** Lower end of the vertical axis. Default: the smallest value. */
    readonly minY?: number
    readonly withPoints?: boolean
    readonly className?: string
  }
) => {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const xs = lines.flatMap(({ points }) => points.map(([x]) => x))
  const ys = lines.flatMap(({ points }) => points.map(([, y]) => y))
  const [left, right] = rangeOf(xs)
  const [bottom, top] = rangeOf(minY === undefined ? ys : [minY, minY + 1, ...ys])
  const at = ([x, y]: readonly [number, number]) =>
    [
      leftRoom + (x - left) / (right - left || 1) * (width - leftRoom - margin),
      height - bottomRoom - (y - bottom) / (top - bottom || 1) * (height - bottomRoom - margin)
    ] as const
  return (
    <div class={`line-chart ${className}`} ref={place} role="img" aria-label={label}>
      {width > 0 && xs.length > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <path class="axis" d={`M${leftRoom} ${margin}V${height - bottomRoom}H${width - margin}`} />
          <text x={leftRoom - 6} y={margin + 9} class="end">{formatY(top)}</text>
          {top !== bottom && <text x={leftRoom - 6} y={height - bottomRoom} class="end">{formatY(bottom)}</text>}
          <text x={leftRoom} y={height - 4}>{formatX(left)}</text>
          {right !== left && <text x={width - margin} y={height - 4} class="end">{formatX(right)}</text>}
          {lines.map(({ name, points }) => (
            <g key={name} class={name}>
              <polyline points={points.map((point) => at(point).map((value) => value.toFixed(1)).join()).join(" ")} />
              {withPoints && points.map((point) => {
                const [cx, cy] = at(point)
                return <circle key={point[0]} cx={cx} cy={cy} r="3" />
              })}
            </g>
          ))}
        </svg>
      )}
    </div>
  )
}

const rangeOf = (values: ReadonlyArray<number>): readonly [min: number, max: number] =>
  values.reduce<readonly [number, number]>(
    ([min, max], value) => [Math.min(min, value), Math.max(max, value)],
    values.length === 0 ? [0, 0] : [Infinity, -Infinity]
  )

/** The width of an element, in pixels. */
const useWidth = (place: { readonly current: HTMLElement | null }): number => {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return width
}
