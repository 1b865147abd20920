import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks"
import type { LedgerRow } from "../../../contract/client/index.ts"
import { plural, shortUrl } from "../ui/format.ts"
import { useVirtual } from "../ui/use-virtual.ts"
import { above, moveBy, shownPlaces } from "./page-tree.ts"
import type { TreePage } from "./site-tree.ts"

/** Pixels, the same as in the style sheet. */
const rowHeight = 30

/** The pages of the graph as a tree, for keyboard and screen reader. The selection is shared with the graph. */
export const PageTree = ({ chosen, onChoose, onOpen, places }: {
  readonly places: ReadonlyArray<TreePage>
  /** URL of the selected page. */
  readonly chosen: string
  readonly onChoose: (url: string) => void
  readonly onOpen: (row: LedgerRow) => void
}) => {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const first = useMemo(() => places.filter(({ parent }) => parent === undefined), [places])
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first.slice(0, 1).map(({ row }) => row.url)))
  const shown = useMemo(() => shownPlaces(first, open), [first, open])
  const current = useMemo(() => places.find(({ row }) => row.url === chosen), [places, chosen]) ?? shown[0]
  const at = current === undefined ? -1 : shown.indexOf(current)
  const { after, before, items } = useVirtual(shown.length, rowHeight, scroller)

  // A page selected in the graph may be below a collapsed one.
  useEffect(() => {
    if (current === undefined) return
    const closed = above(current).filter((url) => !open.has(url))
    if (closed.length > 0) setOpen(new Set([...open, ...closed]))
  }, [current])
  useEffect(() => keepInView(scroller.current, at), [at])

  const toggle = ({ row }: TreePage) => {
    const next = new Set(open)
    if (!next.delete(row.url)) next.add(row.url)
    setOpen(next)
  }
  const press = (event: KeyboardEvent) => {
    if (current === undefined) return
    if (event.key === "Enter" || event.key === " ") onOpen(current.row)
    else {
      const move = moveBy(event.key, shown, open, current)
      if (move === undefined) return
      if (move.toggles) toggle(move.to)
      else onChoose(move.to.row.url)
    }
    event.preventDefault()
  }
  const isHere = items.some(({ index }) => index === at)

  return (
    <div
      class="page-tree"
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label="Pages of the graph"
      aria-activedescendant={isHere ? `${id}-${at}` : undefined}
      onKeyDown={press}
      onFocus={() => current !== undefined && onChoose(current.row.url)}
    >
      <div role="none" style={{ height: `${before}px` }} />
      {items.map(({ index }) => {
        const branch = shown[index]
        return branch === undefined ? null : (
          <Item
            key={branch.row.url}
            id={`${id}-${index}`}
            branch={branch}
            siblings={(branch.parent?.children ?? first).length}
            isOpen={open.has(branch.row.url)}
            isCurrent={index === at}
            onChoose={() => onChoose(branch.row.url)}
            onOpen={() => onOpen(branch.row)}
            onToggle={() => toggle(branch)}
          />
        )
      })}
      <div role="none" style={{ height: `${after}px` }} />
    </div>
  )
}

const Item = ({ branch, id, isCurrent, isOpen, onChoose, onOpen, onToggle, siblings }: {
  readonly id: string
  readonly branch: TreePage
  readonly siblings: number
  readonly isOpen: boolean
  readonly isCurrent: boolean
  readonly onChoose: () => void
  readonly onOpen: () => void
  readonly onToggle: () => void
}) => {
  const { children, level, position, row } = branch
  const name = shortUrl(row.url)
  return (
    <div
      id={id}
      role="treeitem"
      class={row.outcome}
      title={row.url}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={children.length === 0 ? undefined : isOpen}
      aria-selected={isCurrent}
      style={{ paddingLeft: `${Math.min(level, deepest) * 0.9 - 0.5}rem` }}
      onClick={onChoose}
      onDblClick={onOpen}
    >
      <span
        class={children.length === 0 ? "twig" : isOpen ? "twig open" : "twig closed"}
        onClick={(event) => {
          event.stopPropagation()
          if (children.length > 0) onToggle()
        }}
      />
      <span class="page-name">{name}</span>
      {children.length > 0 && <span class="faint" aria-hidden="true">{children.length}</span>}
      <span class="sr">, {row.outcome}{children.length > 0 && `, ${plural(children.length, "page")} below`}</span>
    </div>
  )
}

/** Maximum level of indentation, so that the name has enough space. */
const deepest = 8

/** Scrolls the list only, not the page around it. */
const keepInView = (list: HTMLElement | null, at: number): void => {
  if (list === null || at < 0) return
  const top = at * rowHeight
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight
}
