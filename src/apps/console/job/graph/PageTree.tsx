import type { LedgerRow } from "../../../../contract/client/index.ts"
import { plural, shortUrl } from "../../ui/format.ts"
import { TreeView } from "../../ui/lists/TreeView.tsx"
import type { TreePage } from "./site-tree.ts"

/** The pages of the graph as a tree, for keyboard and screen reader. The selection is shared with the graph. */
export const PageTree = ({ chosen, onChoose, onOpen, places }: {
  readonly places: ReadonlyArray<TreePage>
  /** URL of the selected page. */
  readonly chosen: string
  readonly onChoose: (url: string) => void
  readonly onOpen: (row: LedgerRow) => void
}) => (
  <TreeView
    label="Pages of the graph"
    places={places}
    chosen={chosen}
    onChoose={onChoose}
    onOpen={({ row }) => onOpen(row)}
    looks={looks}
  />
)

const looks = {
  className: ({ row }: TreePage) => row.outcome,
  title: ({ row }: TreePage) => row.url,
  label: ({ children, row }: TreePage) => (
    <>
      <span class="page-name">{shortUrl(row.url)}</span>
      {children.length > 0 && <span class="faint" aria-hidden="true">{children.length}</span>}
      <span class="sr">, {row.outcome}{children.length > 0 && `, ${plural(children.length, "page")} below`}</span>
    </>
  )
}
