import type { ComponentChildren } from "preact"
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks"
import { above, moveBy, shownPlaces, type TreePlace } from "./tree-keys.ts"
import { useVirtual } from "./use-virtual.ts"

/** Pixels, the same as in the style sheet. */
const rowHeight = 30

/** Content and look of the places of a tree. */
interface Looks<Place> {
  readonly label: (place: Place) => ComponentChildren
  readonly className: (place: Place) => string
  readonly title: (place: Place) => string
}

/** A virtualized tree of the ARIA Authoring Practices. One place is current: the chosen one, or the first. */
export const TreeView = <Place extends TreePlace<Place>>({ chosen, label, looks, onChoose, onOpen, places }: {
  readonly label: string
  readonly places: ReadonlyArray<Place>
  /** Key of the selected place. */
  readonly chosen: string
  readonly onChoose: (key: string) => void
  /** By Enter, Space or a double click. */
  readonly onOpen: (place: Place) => void
  readonly looks: Looks<Place>
}) => {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const first = useMemo(() => places.filter(({ parent }) => parent === undefined), [places])
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first.slice(0, 1).map(({ key }) => key)))
  const shown = useMemo(() => shownPlaces(first, open), [first, open])
  const current = useMemo(() => places.find(({ key }) => key === chosen), [places, chosen]) ?? shown[0]
  const at = current === undefined ? -1 : shown.indexOf(current)
  const { after, before, items } = useVirtual(shown.length, rowHeight, scroller)

  // A place that was selected elsewhere may be below a collapsed one.
  useEffect(() => {
    if (current === undefined) return
    const closed = above(current).filter((key) => !open.has(key))
    if (closed.length > 0) setOpen(new Set([...open, ...closed]))
  }, [current])
  useEffect(() => keepInView(scroller.current, at), [at])

  const toggle = ({ key }: Place) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  const press = (event: KeyboardEvent) => {
    if (current === undefined) return
    if (event.key === "Enter" || event.key === " ") onOpen(current)
    else {
      const move = moveBy(event.key, shown, open, current)
      if (move === undefined) return
      if (move.toggles) toggle(move.to)
      else onChoose(move.to.key)
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
      aria-label={label}
      aria-activedescendant={isHere ? `${id}-${at}` : undefined}
      onKeyDown={press}
      onFocus={() => current !== undefined && onChoose(current.key)}
    >
      <div role="none" style={{ height: `${before}px` }} />
      {items.map(({ index }) => {
        const place = shown[index]
        return place === undefined ? null : (
          <Item
            key={place.key}
            id={`${id}-${index}`}
            place={place}
            looks={looks}
            siblings={(place.parent?.children ?? first).length}
            isOpen={open.has(place.key)}
            isCurrent={index === at}
            onChoose={() => onChoose(place.key)}
            onOpen={() => onOpen(place)}
            onToggle={() => toggle(place)}
          />
        )
      })}
      <div role="none" style={{ height: `${after}px` }} />
    </div>
  )
}

const Item = <Place extends TreePlace<Place>>(
  { id, isCurrent, isOpen, looks, onChoose, onOpen, onToggle, place, siblings }: {
    readonly id: string
    readonly place: Place
    readonly looks: Looks<Place>
    readonly siblings: number
    readonly isOpen: boolean
    readonly isCurrent: boolean
    readonly onChoose: () => void
    readonly onOpen: () => void
    readonly onToggle: () => void
  }
) => {
  const { children, level, position } = place
  return (
    <div
      id={id}
      role="treeitem"
      class={looks.className(place)}
      title={looks.title(place)}
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
      {looks.label(place)}
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
