import { type Copy, copyIn, type CopyWith, type Roots, rootsIn } from "../../page/in-tree.ts"

/**
 * Scripts that scroll, and collect the rows that a list removes from the tree meanwhile. They run in the isolated world
 * of the main frame, as `in-page.ts`.
 */

/** The outcome of one step of scrolling. */
export interface Scrolled {
  /** No list or element to scroll. */
  readonly fault?: string
  readonly isAtEnd: boolean
  /** Changes when the list has grown. */
  readonly extent: number
}

/**
 * Defines `__scroll`: `by(selector)` scrolls one part of the window, `restore()` puts the collected rows back. It is
 * defined once for each document.
 */
export const scrolling = (maxCharacters: number): string =>
  `globalThis.__scroll ??= (() => {
  const roots = (${rootsIn.toString()})()
  const names = (${rowNamesIn.toString()})((${copyIn.toString()})())
  const rows = (${rowsIn.toString()})(${maxCharacters}, roots, names)
  return { ...rows, ...(${scrollIn.toString()})(roots) }
})()`

/** Scrolls by less than a window, towards the end. Without a selector, the page or its largest list. */
export const scrollOn = (selector: string | undefined): string =>
  `__scroll.by(${selector === undefined ? "undefined" : JSON.stringify(selector)})`

/** Collects the rows that the last step has brought. */
export const collectRows = "__scroll.collect()"

/** Puts the rows that are no longer in the tree back into their lists, in their order. */
export const restoreRows = "globalThis.__scroll?.restore()"

interface RowNames {
  /** Names the content of a row. "" without any: a placeholder. */
  keyOf(row: Element): string
  readonly copyOf: Copy
}

const rowNamesIn = (copyWith: CopyWith): RowNames => {
  const copyOf = copyWith([], (_name, value) => value)
  const textOf = (node: Node): string => {
    if (node.nodeType === 3) return node.nodeValue ?? ""
    const { shadowRoot } = node as Element
    let text = ""
    for (const child of (shadowRoot ?? node).childNodes) text += textOf(child)
    return text
  }
  const keyOf = (row: Element): string => {
    const text = textOf(row).replace(/\s+/g, " ").trim()
    const link = row.matches("a[href]") ? row : row.querySelector("a[href], img[src]")
    const target = link?.getAttribute("href") ?? link?.getAttribute("src") ?? ""
    return text === "" && target === "" ? "" : `${text} ${target}`
  }
  return { copyOf, keyOf }
}

interface Row {
  readonly key: string
  readonly copy: Node
}
interface Collected {
  readonly rows: Array<Row>
  /** The window of shown rows has moved on: the list is a virtual one. */
  hasMoved: boolean
}

/** Collects the rows of virtual lists, and puts them back. */
const rowsIn = (maxCharacters: number, roots: Roots, { copyOf, keyOf }: RowNames) => {
  const minRows = 3
  const maxRows = 1000
  const maxCollected = 10_000
  const lists = new Map<Element, Collected>()
  let characters = 0

  /** The rows of a list as they are shown, from top to bottom. */
  const rowsOf = (list: Element) => {
    const places = [...list.children].map((element) => ({ element, box: element.getBoundingClientRect() }))
    return places
      .toSorted((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
      .map(({ element }) => ({ element, key: keyOf(element) }))
      .filter(({ key }) => key !== "")
  }
  const isList = ({ children }: Element) => {
    if (children.length < minRows || children.length > maxRows) return false
    const [first, second] = children
    return [...children].filter(({ localName }) => localName === first?.localName || localName === second?.localName)
      .length >= minRows
  }
  /** Where the keys begin in what was collected, if the two overlap. A part that was seen before may come again. */
  const overlap = (rows: ReadonlyArray<Row>, keys: ReadonlyArray<string>): number => {
    for (let at = 0; at < rows.length; at++) {
      const shared = Math.min(keys.length, rows.length - at)
      let same = 0
      while (same < shared && rows[at + same]?.key === keys[same]) same++
      if (same === shared) return at
    }
    return -1
  }
  const take = (list: Element) => {
    const shown = rowsOf(list)
    if (shown.length === 0) return
    const collected = lists.get(list) ?? { rows: [], hasMoved: false }
    const { rows } = collected
    lists.set(list, collected)
    const at = overlap(rows, shown.map(({ key }) => key))
    if (at > 0) collected.hasMoved = true
    if (at < 0 && !collected.hasMoved) {
      for (const { key } of rows.splice(0)) characters -= key.length
    }
    const known = new Set(rows.map(({ key }) => key))
    const fresh = at < 0 ? shown.filter(({ key }) => !known.has(key)) : shown.slice(rows.length - at)
    for (const { element, key } of fresh) {
      const copy = rows.length < maxCollected && characters + key.length < maxCharacters ? copyOf(element) : undefined
      if (copy === undefined) continue
      characters += key.length
      rows.push({ key, copy })
    }
  }

  return {
    collect: () => {
      for (const list of lists.keys()) if (!list.isConnected) lists.delete(list)
      for (const root of roots()) {
        for (const element of root.querySelectorAll("*")) {
          if (lists.has(element) || (lists.size < 200 && isList(element))) take(element)
        }
      }
    },
    restore: () => {
      for (const [list, { hasMoved, rows }] of lists) {
        if (!list.isConnected || !hasMoved) continue
        const shown = rowsOf(list)
        const [first] = shown
        // A list with other rows now has been filtered or replaced.
        const at = overlap(rows, shown.map(({ key }) => key))
        if (first === undefined || at < 0 || rows.length <= shown.length) continue
        const copies = rows.map(({ copy }) => copy)
        first.element.before(...copies)
        for (const { element } of shown) element.remove()
      }
    }
  }
}

/** Scrolls the page, its largest scrolling element, or a given one. */
const scrollIn = (roots: Roots) => {
  /** Share of the window, below 1 so that two parts overlap. */
  const part = 0.75
  const isScroller = (element: Element) => {
    if (element.scrollHeight <= element.clientHeight + 1 || element.clientHeight < 40) return false
    const { overflowY } = (element.ownerDocument.defaultView ?? window).getComputedStyle(element)
    return overflowY === "auto" || overflowY === "scroll"
  }
  const pageScroller = (): Element => {
    const page = document.scrollingElement ?? document.documentElement
    if (page.scrollHeight > page.clientHeight + 1) return page
    let largest: Element | undefined
    let area = 0
    for (const root of roots()) {
      for (const element of root.querySelectorAll("*")) {
        const size = element.clientWidth * element.clientHeight
        if (size <= area || !isScroller(element)) continue
        largest = element
        area = size
      }
    }
    return largest ?? page
  }
  const match = (selector: string): Element | undefined => {
    for (const root of roots()) {
      const found = root.querySelector(selector)
      if (found !== null) return found
    }
    return undefined
  }

  return {
    by: (selector: string | undefined): Scrolled => {
      const target = selector === undefined ? pageScroller() : match(selector)
      if (target === undefined) return { fault: "no element matches", isAtEnd: true, extent: 0 }
      if (target !== document.scrollingElement && !isScroller(target)) {
        target.scrollIntoView({ block: "center", behavior: "instant" })
        return { isAtEnd: true, extent: target.scrollHeight }
      }
      target.scrollBy({ top: target.clientHeight * part, behavior: "instant" })
      return {
        isAtEnd: target.scrollTop + target.clientHeight >= target.scrollHeight - 2,
        extent: target.scrollHeight
      }
    }
  }
}
