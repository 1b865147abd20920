import { DirectedGraph } from "graphology"
import { Sigma } from "sigma"
import type { CameraState } from "sigma/types"
import type { LedgerRow } from "../../../../contract/client/index.ts"
import { shortUrl } from "../../ui/format.ts"
import type { PageLink } from "./all-links.ts"
import type { TreePage } from "./site-tree.ts"

export const outcomes = ["stored", "duplicate", "skipped", "failed"] as const

export interface DrawnGraph {
  /** Marks one page, and scrolls the graph if the page is not visible. An empty URL marks none. */
  readonly choose: (url: string) => void
  readonly closer: () => void
  readonly farther: () => void
  readonly whole: () => void
  readonly remove: () => void
}

interface Pages {
  readonly places: ReadonlyArray<TreePage>
  readonly rows: ReadonlyArray<LedgerRow>
  readonly links: ReadonlyArray<PageLink>
}

/** Draws the graph into an element, in the colours of its style. */
export const drawGraph = (
  element: HTMLElement,
  pages: Pages,
  on: { readonly choose: (url: string) => void; readonly open: (url: string) => void }
): DrawnGraph => {
  const style = getComputedStyle(element)
  const colorOf = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const graph = graphOf(pages, colorOf)
  let chosen = ""
  const sigma = new Sigma(graph, element, {
    allowInvalidContainer: true,
    defaultDrawNodeHover: labelOn(colorOf("card"), colorOf("line-strong"), colorOf("ink")),
    defaultEdgeType: "line",
    hideEdgesOnMove: pages.rows.length + pages.links.length > manyPages,
    labelColor: { color: colorOf("ink") },
    labelFont: "system-ui",
    labelRenderedSizeThreshold: pages.rows.length > fewPages ? 9 : 0,
    labelSize: 12,
    stagePadding: Math.min(labelRoom, element.clientWidth / 5),
    minCameraRatio: 0.005,
    maxCameraRatio: 3,
    nodeReducer: (node, data) =>
      node === chosen ? { ...data, highlighted: true, size: data["size"] * 1.6, zIndex: 3 } : data,
    zIndex: true
  })
  sigma.on("clickNode", ({ node }) => {
    on.choose(node)
    on.open(node)
  })
  sigma.on("enterNode", () => (element.style.cursor = "pointer"))
  sigma.on("leaveNode", () => (element.style.cursor = ""))
  drawRings(sigma, pages.rows.reduce((most, { depth }) => Math.max(most, depth), 0), colorOf("line"))
  // For tests: a canvas has no elements to query.
  element.dataset["drawn"] = String(graph.order)
  element.dataset["lines"] = String(graph.size)
  const observer = new ResizeObserver(() => sigma.resize())
  observer.observe(element)
  return {
    choose: (url) => {
      const nodes = [chosen, url].filter((node) => graph.hasNode(node))
      chosen = url
      sigma.refresh({ partialGraph: { nodes }, skipIndexation: true })
      element.dataset["chosen"] = graph.hasNode(url) && sigma.getNodeDisplayData(url)?.highlighted === true ? url : ""
      if (graph.hasNode(url)) bringInView(sigma, url)
    },
    closer: () => move(sigma, { ratio: sigma.getCamera().ratio / zoom }),
    farther: () => move(sigma, { ratio: sigma.getCamera().ratio * zoom }),
    whole: () => move(sigma, { x: 0.5, y: 0.5, ratio: 1, angle: 0 }),
    remove: () => {
      observer.disconnect()
      sigma.kill()
    }
  }
}

/** Pixels between the outermost pages and the edge, for their labels. */
const labelRoom = 120
/** Maximum pages with permanent labels. */
const fewPages = 60
/** Number of pages above which lines are hidden while the graph moves. */
const manyPages = 2000
/** Factor of one step. */
const zoom = 1.5
/** Milliseconds of a movement. */
const duration = 150
/** Minimum distance in pixels between a visible page and the edge of the graph. */
const margin = 24

/** Moves at once for a user who wants no animations. */
const move = (sigma: Sigma, to: Partial<CameraState>): void => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) sigma.getCamera().setState(to)
  else void sigma.getCamera().animate(to, { duration })
}

const bringInView = (sigma: Sigma, node: string): void => {
  const at = sigma.getNodeDisplayData(node)
  if (at === undefined) return
  const { x, y } = sigma.framedGraphToViewport(at)
  const { height, width } = sigma.getDimensions()
  const isIn = x > margin && y > margin && x < width - margin && y < height - margin
  if (!isIn) move(sigma, { x: at.x, y: at.y })
}

/** Label of the hovered or selected page. Sigma's own label has a white background in every theme. */
const labelOn = (ground: string, line: string, ink: string) =>
(
  context: CanvasRenderingContext2D,
  { color, label, size, x, y }: {
    readonly x: number
    readonly y: number
    readonly size: number
    readonly label: string | null
    readonly color: string
  },
  { labelFont, labelSize }: { readonly labelFont: string; readonly labelSize: number }
): void => {
  context.font = `600 ${labelSize}px ${labelFont}`
  const text = label ?? ""
  const left = x + size + 4
  context.fillStyle = ground
  context.strokeStyle = line
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(left, y - labelSize, context.measureText(text).width + 12, labelSize * 2, 6)
  context.fill()
  context.stroke()
  context.fillStyle = ink
  context.fillText(text, left + 6, y + labelSize / 3)
  context.strokeStyle = ink
  context.fillStyle = color
  context.lineWidth = 2
  context.beginPath()
  context.arc(x, y, size + 1, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
}

/** Draws a ring for each depth, below everything else. */
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

const graphOf = ({ links, places, rows }: Pages, colorOf: (name: string) => string): DirectedGraph => {
  const graph = new DirectedGraph()
  const colors = Object.fromEntries(outcomes.map((name) => [name, colorOf(name)]))
  const smallest = rows.length > manyPages ? 1.5 : rows.length > 200 ? 3 : 5
  for (const { children, row, x, y } of places) {
    if (graph.hasNode(row.url)) continue
    graph.addNode(row.url, {
      x,
      y,
      size: smallest + Math.log2(1 + children.length) * (rows.length > manyPages ? 0.8 : 1.2),
      label: shortUrl(row.url),
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
  for (const { parent, row } of places) if (parent !== undefined) join(parent.row.url, row.url, line, 0.6)
  for (const { referrers = [], url } of rows) {
    for (const referrer of referrers) join(referrer, url, colors["failed"], 0.8)
  }
  for (const [from, to] of links) join(from, to, line, 0.3)
  return graph
}
