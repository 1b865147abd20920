import { DirectedGraph } from "graphology"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { Sigma } from "sigma"
import type { LedgerRow } from "../../client/index.ts"
import { theme } from "../theme.ts"
import { count, plural } from "../ui/format.ts"
import type { PageLink } from "./all-links.ts"
import { siteTree } from "./site-tree.ts"

const outcomes = ["stored", "duplicate", "skipped", "failed"] as const

/**
 * The pages of a crawl by their depth, each joined to the page it was found on, and broken ones to those that link to
 * them. It is drawn once: while a job runs, the user draws it again.
 */
export const LinkGraph = ({ links, onOpen, rows }: {
  readonly rows: ReadonlyArray<LedgerRow>
  /** More links among the pages, beside those by which they were found. */
  readonly links: ReadonlyArray<PageLink>
  readonly onOpen: (row: LedgerRow) => void
}) => {
  const place = useRef<HTMLDivElement>(null)
  const look = theme.value
  useEffect(() => {
    if (place.current === null || rows.length === 0) return
    const element = place.current
    const style = getComputedStyle(element)
    const colorOf = (name: string) => style.getPropertyValue(`--${name}`).trim()
    const graph = graphOf(rows, links, colorOf)
    const sigma = new Sigma(graph, element, {
      allowInvalidContainer: true,
      defaultEdgeType: "line",
      hideEdgesOnMove: rows.length + links.length > manyPages,
      labelColor: { color: colorOf("ink") },
      labelFont: "system-ui",
      labelRenderedSizeThreshold: rows.length > fewPages ? 9 : 0,
      labelSize: 12,
      minCameraRatio: 0.005,
      maxCameraRatio: 3,
      zIndex: true
    })
    sigma.on("clickNode", ({ node }) => {
      const row = rows.find(({ url }) => url === node)
      if (row !== undefined) onOpen(row)
    })
    sigma.on("enterNode", () => (element.style.cursor = "pointer"))
    sigma.on("leaveNode", () => (element.style.cursor = ""))
    drawRings(sigma, rows.reduce((most, { depth }) => Math.max(most, depth), 0), colorOf("line"))
    element.dataset["drawn"] = String(graph.order)
    element.dataset["lines"] = String(graph.size)
    const observer = new ResizeObserver(() => sigma.resize())
    observer.observe(element)
    const zoom = (event: Event) => {
      const camera = sigma.getCamera()
      const { detail } = event as CustomEvent<string> // our own buttons below
      if (detail === "in") void camera.animatedZoom()
      else if (detail === "out") void camera.animatedUnzoom()
      else void camera.animatedReset()
    }
    element.addEventListener("zoom", zoom)
    return () => {
      observer.disconnect()
      element.removeEventListener("zoom", zoom)
      sigma.kill()
    }
  }, [rows, links, look])
  const zoom = (detail: string) => place.current?.dispatchEvent(new CustomEvent("zoom", { detail }))

  return (
    <div class="graph">
      <div class="filters">
        <ul class="legend">{outcomes.map((name) => <li key={name} class={name}>{name}</li>)}</ul>
        <span class="spring" />
        <div role="group" aria-label="Zoom">
          <button type="button" class="small secondary outline" onClick={() => zoom("in")}>Closer</button>
          <button type="button" class="small secondary outline" onClick={() => zoom("out")}>Farther</button>
          <button type="button" class="small secondary outline" onClick={() => zoom("all")}>All</button>
        </div>
      </div>
      <div
        class="canvas"
        ref={place}
        role="img"
        aria-label={`${
          plural(rows.length, "page")
        } around the start of the crawl, by depth. The table below has the same numbers.`}
      />
      <DepthTable rows={rows} />
    </div>
  )
}

/** Up to so many pages, each has its name beside it. */
const fewPages = 60
/** Beyond so many pages, lines are left out while the picture moves. */
const manyPages = 2000

/** A ring for each depth, below everything else. */
const drawRings = (sigma: Sigma, depth: number, color: string): void => {
  const canvas = sigma.createCanvas("rings", { beforeLayer: "edges" })
  const context = canvas.getContext("2d")
  const draw = () => {
    const { height, width } = sigma.getDimensions()
    const ratio = devicePixelRatio
    canvas.width = width * ratio
    canvas.height = height * ratio
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
    if (context === null) return
    context.scale(ratio, ratio)
    context.strokeStyle = color
    const middle = sigma.graphToViewport({ x: 0, y: 0 })
    const edge = sigma.graphToViewport({ x: 1, y: 0 })
    const radius = Math.hypot(edge.x - middle.x, edge.y - middle.y)
    for (let ring = 1; ring <= depth; ring++) {
      context.beginPath()
      context.arc(middle.x, middle.y, ring * radius, 0, 2 * Math.PI)
      context.stroke()
    }
  }
  sigma.on("afterRender", draw)
  draw()
}

const graphOf = (
  rows: ReadonlyArray<LedgerRow>,
  links: ReadonlyArray<PageLink>,
  colorOf: (name: string) => string
): DirectedGraph => {
  const graph = new DirectedGraph()
  const places = siteTree(rows)
  const colors = Object.fromEntries(outcomes.map((name) => [name, colorOf(name)]))
  const smallest = rows.length > manyPages ? 1.5 : rows.length > 200 ? 3 : 5
  for (const { children, row, x, y } of places) {
    if (graph.hasNode(row.url)) continue
    graph.addNode(row.url, {
      x,
      y,
      size: smallest + Math.log2(1 + children) * (rows.length > manyPages ? 0.8 : 1.2),
      label: labelOf(row.url),
      color: colors[row.outcome],
      zIndex: row.outcome === "failed" ? 2 : 1
    })
  }
  const join = (from: string, to: string, color: string | undefined, size: number) => {
    if (from !== to && graph.hasNode(from) && graph.hasNode(to) && !graph.hasEdge(from, to)) {
      graph.addEdge(from, to, { color, size })
    }
  }
  const line = colorOf("line-strong")
  for (const { parent, row } of places) if (parent !== undefined) join(parent, row.url, line, 0.6)
  for (const { referrers = [], url } of rows) {
    for (const referrer of referrers) join(referrer, url, colors["failed"], 0.8)
    for (const [from, to] of links) join(from, to, line, 0.3)
  }
  return graph
}

const labelOf = (url: string): string => {
  const { host, pathname, search } = new URL(url)
  return pathname === "/" ? host : pathname + search
}

/** What the picture shows, for those who do not see it. */
const DepthTable = ({ rows }: { readonly rows: ReadonlyArray<LedgerRow> }) => {
  const depths = useMemo(() => {
    const found = new Map<number, Record<LedgerRow["outcome"], number>>()
    for (const { depth, outcome } of rows) {
      const at = found.get(depth) ?? { stored: 0, duplicate: 0, skipped: 0, failed: 0 }
      at[outcome]++
      found.set(depth, at)
    }
    return [...found].sort(([one], [other]) => one - other)
  }, [rows])
  return (
    <table class="depths">
      <caption>Pages by depth</caption>
      <thead>
        <tr>
          <th scope="col">Depth</th>
          {outcomes.map((name) => <th key={name} scope="col" class="number">{name}</th>)}
        </tr>
      </thead>
      <tbody>
        {depths.map(([depth, at]) => (
          <tr key={depth}>
            <th scope="row">{depth}</th>
            {outcomes.map((name) => <td key={name} class="number">{at[name] === 0 ? "" : count(at[name])}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
