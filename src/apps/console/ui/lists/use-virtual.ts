import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core"
import type { RefObject } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"

/** Virtualizes rows of equal height: the visible ones, and the height of the others before and after them. */
export const useVirtual = (count: number, rowHeight: number, scroller: RefObject<HTMLElement | null>) => {
  const [, setTurn] = useState(0)
  const options = {
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: 12,
    onChange: () => setTurn((turn) => turn + 1)
  }
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options))
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer.measure(), [rowHeight])
  useLayoutEffect(() => virtualizer._willUpdate())
  const items = virtualizer.getVirtualItems()
  const total = virtualizer.getTotalSize()
  return {
    items,
    before: items[0]?.start ?? 0,
    after: Math.max(0, total - (items.at(-1)?.end ?? 0))
  }
}
