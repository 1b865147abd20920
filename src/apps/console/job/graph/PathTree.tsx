import { useMemo, useState } from "preact/hooks"
import type { LedgerRow } from "../../../../contract/client/index.ts"
import { count, plural } from "../../ui/format.ts"
import { TreeView } from "../../ui/lists/TreeView.tsx"
import { pagesIn, type PathPlace, pathTree } from "./path-tree.ts"

const outcomes = ["stored", "duplicate", "skipped", "failed"] as const

/** The pages of a job as folders of the site, with the number of pages of each outcome. */
export const PathTree = ({ onOpen, rows }: {
  readonly rows: ReadonlyArray<LedgerRow>
  readonly onOpen: (row: LedgerRow) => void
}) => {
  const [chosen, choose] = useState("")
  const places = useMemo(() => pathTree(rows), [rows])
  return (
    <div class="path-tree">
      <ul class="legend">{outcomes.map((name) => <li key={name} class={name}>{name}</li>)}</ul>
      <TreeView
        label="Pages by path"
        places={places}
        chosen={chosen}
        onChoose={choose}
        onOpen={({ row }) => row !== undefined && onOpen(row)}
        looks={looks}
      />
      <small class="faint">Arrow keys move and open. Enter shows a page.</small>
    </div>
  )
}

const looks = {
  className: ({ children, row }: PathPlace) => children.length === 0 ? row?.outcome ?? "" : "folder",
  title: ({ name, row }: PathPlace) => row?.url ?? name,
  label: ({ children, counts, name, row }: PathPlace) => {
    const shown = outcomes.filter((outcome) => counts[outcome] > 0)
    return (
      <>
        <span class="page-name">{name}</span>
        {children.length === 0 ? <span class="sr">, {row?.outcome}</span> : (
          <>
            <span class="faint path-counts" aria-hidden="true">
              {shown.map((outcome) => <span key={outcome} class={outcome}>{count(counts[outcome])}</span>)}
            </span>
            <Share counts={counts} />
            <span class="sr">
              , {plural(pagesIn({ counts }), "page")}:{" "}
              {shown.map((name) => `${count(counts[name])} ${name}`).join(", ")}
            </span>
          </>
        )}
      </>
    )
  }
}

/** A bar with the shares of the outcomes. */
const Share = ({ counts }: Pick<PathPlace, "counts">) => {
  const whole = pagesIn({ counts })
  let before = 0
  return (
    <svg class="outcome-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {outcomes.map((name) => {
        const x = before / whole * 100
        before += counts[name]
        return <rect key={name} class={name} x={x} width={counts[name] / whole * 100} height="10" />
      })}
    </svg>
  )
}
