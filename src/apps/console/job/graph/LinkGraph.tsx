import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { LedgerRow } from "../../../../contract/client/index.ts"
import { theme } from "../../styles/theme.ts"
import { count, plural } from "../../ui/format.ts"
import { SmallButton } from "../../ui/small-buttons.tsx"
import type { PageLink } from "./all-links.ts"
import { drawGraph, type DrawnGraph, outcomes } from "./draw-graph.ts"
import { PageTree } from "./PageTree.tsx"
import { siteTree } from "./site-tree.ts"

/**
 * The pages of a crawl by depth, each connected to the page it was found on, and a failed one to its referrers. Drawn
 * once: while a job runs, the user can redraw it. A tree beside it has the same pages for the keyboard.
 */
export const LinkGraph = ({ links, onOpen, rows }: {
  readonly rows: ReadonlyArray<LedgerRow>
  /** Further links among the pages, besides those by which they were found. */
  readonly links: ReadonlyArray<PageLink>
  readonly onOpen: (row: LedgerRow) => void
}) => {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnGraph | undefined>(undefined)
  const [chosen, choose] = useState("")
  const places = useMemo(() => siteTree(rows), [rows])
  const look = theme.value
  useEffect(() => {
    if (place.current === null || rows.length === 0) return
    const open = (url: string) => {
      const row = rows.find((row) => row.url === url)
      if (row !== undefined) onOpen(row)
    }
    const graph = drawGraph(place.current, { places, rows, links }, { choose, open })
    drawn.current = graph
    if (chosen !== "") graph.choose(chosen)
    return () => {
      drawn.current = undefined
      graph.remove()
    }
  }, [rows, links, look])
  useEffect(() => drawn.current?.choose(chosen), [chosen])

  return (
    <div class="graph">
      <div class="filters">
        <ul class="legend">{outcomes.map((name) => <li key={name} class={name}>{name}</li>)}</ul>
        <span class="spring" />
        <div role="group" aria-label="Zoom">
          <SmallButton aria-label="Zoom in" title="Zoom in" onClick={() => drawn.current?.closer()}>+</SmallButton>
          <SmallButton aria-label="Zoom out" title="Zoom out" onClick={() => drawn.current?.farther()}>−</SmallButton>
          <SmallButton aria-label="Fit the graph" title="Fit the graph" onClick={() => drawn.current?.whole()}>
            <svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true">
              <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
            </svg>
          </SmallButton>
        </div>
      </div>
      <div class="graph-parts">
        <div
          class="canvas"
          ref={place}
          role="img"
          aria-label={`${
            plural(rows.length, "page")
          } around the start of the crawl, by depth. The tree beside it has the same pages.`}
        />
        <div class="graph-pages">
          <PageTree places={places} chosen={chosen} onChoose={choose} onOpen={onOpen} />
          <small class="faint">Arrow keys move and open. Enter shows the page.</small>
        </div>
      </div>
      <DepthTable rows={rows} />
    </div>
  )
}

/** The picture in words, for screen readers. */
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
