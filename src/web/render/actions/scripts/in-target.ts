import { type Roots, rootsIn } from "../../page/in-tree.ts"

/** Scripts for the isolated world of the main frame, as `in-page.ts`. They find the element of a step. */

/** The place of an element in the window, or the reason why it cannot be used yet. */
export type Located = { readonly x: number; readonly y: number } | { readonly fault: string }

/**
 * Finds the first visible match in the page, its open shadow roots and its frames of the same origin, scrolls it into
 * view, and waits until it stands still and nothing covers it. Keeps it as `__target`.
 */
export const locate = (selector: string): string =>
  `(${locateIn.toString()})((${placesIn.toString()})(), (${rootsIn.toString()})(), ${JSON.stringify(selector)})`

/** Where elements are in the window. */
const placesIn = () => {
  const boxOf = (element: Element) => [...element.getClientRects()].find(({ height, width }) => height > 0 && width > 0)
  /** The box in the window of the main frame. */
  const place = (element: Element) => {
    const box = boxOf(element)
    if (box === undefined) return undefined
    let x = box.left + box.width / 2
    let y = box.top + box.height / 2
    for (let view = element.ownerDocument.defaultView; view !== null && view.frameElement !== null;) {
      const frame: Element = view.frameElement
      const around = frame.getBoundingClientRect()
      x += around.left + frame.clientLeft
      y += around.top + frame.clientTop
      view = frame.ownerDocument.defaultView
    }
    return { x, y }
  }
  const hitAt = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y)
    for (let depth = 0; hit !== null && depth < 50; depth++) {
      let inner: Element | null | undefined = hit.shadowRoot?.elementFromPoint(x, y)
      if (hit.localName === "iframe" || hit.localName === "frame") {
        const box = hit.getBoundingClientRect()
        x -= box.left + hit.clientLeft
        y -= box.top + hit.clientTop
        try {
          inner = (hit as HTMLIFrameElement).contentDocument?.elementFromPoint(x, y)
        } catch {
          return hit
        }
      }
      if (inner === null || inner === undefined || inner === hit) return hit
      hit = inner
    }
    return hit
  }
  const isWithin = (inner: Element, outer: Element): boolean => {
    for (let node: Node | null = inner; node !== null;) {
      if (node === outer) return true
      node = node.parentNode ?? (node instanceof ShadowRoot ? node.host : null)
    }
    return false
  }
  return { boxOf, hitAt, isWithin, place }
}

const locateIn = async (
  { boxOf, hitAt, isWithin, place }: ReturnType<typeof placesIn>,
  roots: Roots,
  selector: string
): Promise<Located> => {
  const world = globalThis as { __target?: Element | undefined }
  const maxMatches = 500
  const matches: Array<Element> = []
  const isVisible = (element: Element) =>
    boxOf(element) !== undefined && element.checkVisibility({ visibilityProperty: true })
  /** A hidden checkbox is used by its label. */
  const shown = (element: Element): Element | undefined => {
    if (isVisible(element)) return element
    const { labels } = element as HTMLInputElement
    return labels === undefined || labels === null ? undefined : [...labels].find(isVisible)
  }
  const frame = () =>
    Promise.race([
      new Promise((resolve) => requestAnimationFrame(resolve)),
      new Promise((resolve) => setTimeout(resolve, 100))
    ])
  const nameOf = ({ className, id, localName }: Element): string =>
    `<${localName}${id === "" ? "" : ` id="${id}"`}${
      typeof className !== "string" || className === "" ? "" : ` class="${className}"`
    }>`.slice(0, 120)

  try {
    for (const root of roots()) {
      for (const match of root.querySelectorAll(selector)) if (matches.length < maxMatches) matches.push(match)
    }
  } catch {
    return { fault: "the browser does not know this selector" }
  }
  const [first] = matches
  if (first === undefined) return { fault: "no element matches" }
  const found = matches.map(shown).find((element) => element !== undefined)
  if (found === undefined) return { fault: "the element is not visible" }
  if (matches.some((match) => shown(match) === found && match.matches(":disabled"))) {
    return { fault: "the element is disabled" }
  }
  const isOut = (at: { readonly x: number; readonly y: number }) =>
    at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight
  let before = place(found)
  const hit = before === undefined || isOut(before) ? null : hitAt(before.x, before.y)
  if (hit === null || !isWithin(hit, found)) {
    found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" })
    before = place(found)
  }
  await frame()
  await frame()
  const after = place(found)
  if (before === undefined || after === undefined) return { fault: "the element is not visible" }
  if (Math.abs(before.x - after.x) > 1 || Math.abs(before.y - after.y) > 1) {
    return { fault: "the element does not stand still" }
  }
  if (isOut(after)) return { fault: "the element is outside of the window" }
  const top = hitAt(after.x, after.y)
  if (top === null || !isWithin(top, found)) {
    return { fault: top === null ? "the element is not in view" : `the element is covered by ${nameOf(top)}` }
  }
  world.__target = found
  return after
}

/** Whether `__target` would still get a click at this place. */
export const isStillAt = (x: number, y: number): string =>
  `(() => {
  const target = globalThis.__target
  let hit = document.elementFromPoint(${x}, ${y})
  while (hit && hit.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(${x}, ${y})
    if (!inner || inner === hit) break
    hit = inner
  }
  if (!target || !target.isConnected || !hit) return false
  // Boxes in frames have their own coordinates.
  if (target.ownerDocument !== document) return hit.localName === "iframe" || hit.localName === "frame"
  for (let node = hit; node; node = node.parentNode || node.host) if (node === target) return true
  return false
})()`

/** Whether a click on `__target` would open a chooser of files. */
export const choosesFiles = `(() => {
  const target = globalThis.__target
  const control = target && (target.closest("label") ? target.closest("label").control : target)
  return Boolean(control && control.localName === "input" && control.type === "file")
})()`

/** Chooses an option of `__target`, by its value or its text. Returns a fault, or "". */
export const choose = (wanted: string): string => `(${chooseOption.toString()})(${JSON.stringify(wanted)})`

const chooseOption = (wanted: string): string => {
  const { __target } = globalThis as { __target?: Element }
  const list = __target as HTMLSelectElement | undefined
  if (list === undefined || list.localName !== "select") return "the element is not a `<select>`"
  const options = [...list.options].filter((option) => !option.disabled)
  const option = options.find(({ value }) => value === wanted) ?? options.find(({ text }) => text.trim() === wanted)
  if (option === undefined) return "no option has this value or text"
  option.selected = true
  list.dispatchEvent(new Event("input", { bubbles: true, composed: true }))
  list.dispatchEvent(new Event("change", { bubbles: true }))
  return ""
}
