import { copyIn, type CopyWith } from "../../page/in-tree.ts"

/**
 * Scripts that gather the content of several pages, for the isolated world of the main frame, as `in-page.ts`.
 */

export interface CapturedPage {
  readonly title: string
  /** The body, inert and with absolute links. */
  readonly html: string
  /** Names the text of the page: the same text twice is the same page. */
  readonly text: string
}

/** Returns a `CapturedPage`. */
export const capturePage = (): string => `(${captureIn.toString()})((${copyIn.toString()})())`

/** Puts the content of earlier pages before that of the page, where the pages differ. */
export const gather = (pages: ReadonlyArray<CapturedPage>): string =>
  `(${gatherIn.toString()})((${partsIn.toString()})(), ${JSON.stringify(pages.map(({ html }) => html))}, ${
    JSON.stringify(pages[0]?.title ?? "")
  })`

const captureIn = (copyWith: CopyWith): CapturedPage => {
  const absolute = (value: string): string => {
    try {
      return new URL(value, document.baseURI).href
    } catch {
      return value
    }
  }
  const copyOf = copyWith(["object", "embed"], (name, value) => {
    if (name === "srcset") return undefined
    return name === "href" || name === "src" ? absolute(value) : value
  })
  const copy = copyOf(document.body) as Element
  const text = (copy.textContent ?? "").replace(/\s+/g, " ")
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash, 31) + text.charCodeAt(index) | 0
  return { title: document.title, html: copy.innerHTML, text: `${text.length} ${hash} ${text.slice(0, 500)}` }
}

type PartsOfPages = ReturnType<typeof partsIn>

/** Compares the parts of two pages. */
const partsIn = () => {
  const lists = new Set("ul ol dl tbody".split(" "))
  const inside = (element: Element): Element | ShadowRoot => element.shadowRoot ?? element
  const childrenOf = (element: Element) =>
    [...inside(element).children].filter(({ localName }) => localName !== "script" && localName !== "style")
  const texts = new Map<Node, string>()
  const textOf = (node: Node): string => {
    if (node.nodeType === 3) return (node.nodeValue ?? "").replace(/\s+/g, " ").trim()
    if (node.nodeType !== 1) return ""
    const known = texts.get(node)
    if (known !== undefined) return known
    const element = node as Element
    const isCode = element.localName === "script" || element.localName === "style"
    const parts = isCode ? [] : [...inside(element).childNodes].map(textOf).filter((part) => part !== "")
    const text = parts.join(" ")
    texts.set(node, text)
    return text
  }
  const keyOf = (element: Element): string => {
    const target = element.matches("a[href], img[src]") ? element : element.querySelector("a[href], img[src]")
    // As properties, they are absolute.
    const { href, src } = (target ?? {}) as { readonly href?: string; readonly src?: string }
    return `${textOf(element)} ${href ?? src ?? ""}`
  }
  const nameOf = ({ classList, id, localName }: Element) => `${localName}#${id}.${[...classList].sort().join(".")}`
  /** A list of rows: most children look alike. */
  const isList = (element: Element, children: ReadonlyArray<Element>) => {
    if (lists.has(element.localName)) return true
    const counts = new Map<string, number>()
    for (const child of children) {
      const name = child.id === "" ? nameOf(child) : ""
      if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return Math.max(0, ...counts.values()) > Math.max(1, children.length / 2)
  }
  /** Children of both pages with one name that only they have. */
  const pairsOf = (now: ReadonlyArray<Element>, before: ReadonlyArray<Element>) => {
    const isOnly = (all: ReadonlyArray<Element>, name: string) => all.filter((one) => nameOf(one) === name).length === 1
    return before.flatMap((old) => {
      const name = nameOf(old)
      const same = isOnly(before, name) && isOnly(now, name) ? now.find((one) => nameOf(one) === name) : undefined
      return same === undefined ? [] : [{ now: same, before: old }]
    })
  }
  /** The texts are those of one pair of pages. */
  const forget = () => texts.clear()
  return { childrenOf, forget, inside, isList, keyOf, pairsOf, textOf }
}

const gatherIn = (
  { childrenOf, forget, inside, isList, keyOf, pairsOf, textOf }: PartsOfPages,
  pages: ReadonlyArray<string>,
  title: string
): void => {
  const world = globalThis as { __gathered?: boolean }
  // The script may run again.
  if (world.__gathered === true) return
  world.__gathered = true
  const controls = "nav, header, footer, aside, a, button, form"
  /** Share of the differing text by which one pair of children has the content. */
  const mostly = 0.6

  const insert = (now: Element, before: Element) => {
    const rows = childrenOf(now)
    const keys = new Set(rows.map(keyOf))
    // Common first rows stay first, such as the head of a table.
    let first = 0
    const old = childrenOf(before)
    while (first < rows.length && first < old.length && keyOf(rows[first]!) === keyOf(old[first]!)) first++
    const place = first === 0 ? inside(now).firstChild : rows[first] ?? null
    let from: Node | null = first === 0 ? before.firstChild : old[first - 1]?.nextSibling ?? null
    while (from !== null) {
      const next: Node | null = from.nextSibling
      const isKnown = from.nodeType === 1 && keys.has(keyOf(from as Element))
      if (!isKnown && textOf(from) + ((from as Element).querySelector?.("img, table, video") ? "x" : "") !== "") {
        inside(now).insertBefore(document.importNode(from, true), place)
      }
      from = next
    }
  }
  const merge = (now: Element, before: Element): void => {
    const [current, old] = [childrenOf(now), childrenOf(before)]
    if (!isList(before, old)) {
      const pairs = pairsOf(current, old)
      const known = new Set(current.map(textOf))
      const differing = pairs.filter((pair) => textOf(pair.now) !== textOf(pair.before))
      const sizes = differing.map((pair) => textOf(pair.before).length)
      const largest = Math.max(0, ...sizes)
      const pair = differing[sizes.indexOf(largest)]
      /** Parts that only the earlier page has, such as the introduction of the first one. */
      const own = old.filter((one) =>
        !pairs.some(({ before }) => before === one) && !known.has(textOf(one)) && !one.matches(controls)
      )
      if (differing.length === 0 && own.length === 0 && old.length > 0) return
      if (pair !== undefined && largest >= sizes.reduce((sum, size) => sum + size, 0) * mostly) {
        const at = old.indexOf(pair.before)
        for (const one of own) {
          const copy = document.importNode(one, true)
          if (old.indexOf(one) < at) pair.now.before(copy)
          else pair.now.after(copy)
        }
        if (pair.before.children.length > 0) return merge(pair.now, pair.before)
        return pair.now.before(document.importNode(pair.before, true))
      }
    }
    insert(now, before)
  }
  for (const html of pages.toReversed()) {
    const { body } = document.implementation.createHTMLDocument("")
    body.innerHTML = html
    forget()
    merge(document.body, body)
  }
  document.title = title
}
