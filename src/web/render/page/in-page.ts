import { type Sight, sight, type Sighted } from "./in-sight.ts"
import { type Roots, rootsIn } from "./in-tree.ts"

/**
 * Scripts for an isolated world of the page: they see its tree, and the scripts of the page do not see them. Functions
 * are sent as source text, so they use nothing from outside themselves.
 */

/** Records the time of the last change of the tree. Runs before any script of the page. */
export const observe = `(() => {
  const state = { changed: performance.now() }
  globalThis.__tree = state
  new MutationObserver(() => { state.changed = performance.now() })
    .observe(document, { subtree: true, childList: true, characterData: true })
})()`

export interface Probe {
  /** Milliseconds since the tree last changed. */
  readonly still: number
  /** Characters of text, counted up to a limit. */
  readonly text: number
}

/** Completes after two frames, and so after the callbacks of frames and of intersection observers. */
export const twoFrames =
  "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))))"

/** Returns a `Probe`. */
export const probe = `(() => {
  let text = 0
  const skipped = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"])
  const count = (root) => {
    const walker = document.createTreeWalker(root, 5, (node) =>
      node.nodeType === 1 && skipped.has(node.tagName) ? 2 : 1)
    while (text < 1000 && walker.nextNode()) {
      const node = walker.currentNode
      if (node.nodeType === 3) text += node.data.trim().length
      else if (node.shadowRoot) count(node.shadowRoot)
    }
  }
  if (document.body) count(document.body)
  return { still: globalThis.__tree ? performance.now() - globalThis.__tree.changed : 1e9, text }
})()`

/** Whether a selector matches an element of the page, in the parts that a snapshot shows. */
export const isThere = (selector: string): string =>
  `(${find.toString()})((${rootsIn.toString()})(), ${JSON.stringify(selector)})`

const find = (roots: Roots, selector: string): boolean => {
  for (const root of roots()) if (root.querySelector(selector) !== null) return true
  return false
}

export interface Snapshot {
  readonly html: string
  readonly url: string
  readonly truncated: boolean
  /** Elements whose text a reader does not see: the place after the name of each in the HTML, and the reason. */
  readonly unseen: ReadonlyArray<readonly [afterName: number, reason: string]>
}

/**
 * The page as HTML text, and the elements whose text a reader does not see. Open shadow roots replace their host's
 * children, with slots filled (the flat tree of the DOM standard). Frames of the same origin are followed by their
 * content as blocks with absolute links, unless they are hidden or tiny. `noscript`, `template` and hidden overlays are
 * omitted.
 */
export const snapshot = (maxCharacters: number): string =>
  `(() => {
  const sight = ${sight()}
  return (${flatten.toString()})(${maxCharacters}, sight, (${marksIn.toString()})(sight), (${markupIn.toString()})())
})()`

/** The elements whose text a reader does not see. */
const marksIn = (sight: Sight) => {
  const unseen: Array<readonly [number, string]> = []
  /** Texts so far that are seen, and that are not. */
  let seenTexts = 0
  let unseenTexts = 0
  /** Formulas so far. Their markup is hidden behind what draws them. */
  let formulas = 0
  /** By element: the reason for which a text of its own is not seen. */
  const own = new Map<Element, string>()
  /**
   * The reason for which a text of an element with children is not seen: they may be, so it gets an element of its own.
   */
  const judge = (node: Text, around: Sighted): string => {
    const parent = node.parentElement ?? (node.parentNode instanceof ShadowRoot ? node.parentNode.host : null)
    if (parent === null || around.isSkipped || !/\S/.test(node.data)) return ""
    const reason = sight.text(node, parent, around)
    if (reason === "") {
      seenTexts++
      return ""
    }
    unseenTexts++
    if (around.reason !== "") return ""
    own.set(parent, reason)
    return parent.firstElementChild === null ? "" : reason
  }
  /** Before an element with this tag: the marks, the texts that are seen and those that are not. */
  const begin = (tag: string): Before => {
    if (tag === "math") formulas++
    return [unseen.length, seenTexts + formulas, unseenTexts]
  }
  /** Marks the outermost element in which nothing is seen, as far as it is hidden itself. */
  const end = (element: Element, judged: Sighted, around: Sighted, place: number, [first, seen, hidden]: Before) => {
    const isSeen = seenTexts + formulas > seen || unseenTexts === hidden
    if (around.reason !== "" || judged.isSkipped || isSeen) return
    const inner = unseen[first]?.[1]
    const reason = judged.reason !== "" ? judged.reason : own.get(element) ??
      (inner !== undefined && sight.isOrigin(element, inner) ? inner : undefined)
    if (reason === undefined) return
    unseen.length = first
    unseen.push([place, reason])
  }
  return { begin, end, judge, unseen }
}

type Before = readonly [first: number, seen: number, hidden: number]

const markupIn = () => {
  const escapeText = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
  const escapeValue = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;")
  const frameOf = (element: Element): Document | null => {
    try {
      const isShown = element.clientHeight > 2 && element.clientWidth > 2
      return isShown ? (element as HTMLIFrameElement).contentDocument : null
    } catch {
      return null
    }
  }
  const attributes = (element: Element, framed: boolean) => {
    let text = ""
    for (const { name, value } of element.attributes) {
      // The document of a frame follows it.
      if (name === "srcdoc") continue
      // Links of a frame are relative to the frame.
      const link = framed && (name === "href" || name === "src") ? Reflect.get(element, name) : undefined
      text += ` ${name}="${escapeValue(typeof link === "string" ? link : value)}"`
    }
    return text
  }
  return { attributes, escapeText, frameOf }
}

const flatten = (
  limit: number,
  sight: Sight,
  marks: ReturnType<typeof marksIn>,
  { attributes, escapeText, frameOf }: ReturnType<typeof markupIn>
): Snapshot => {
  const parts: Array<string> = []
  let size = 0
  let truncated = false
  const deepest = 480
  const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "))
  const raw = new Set(["script", "style", "xmp", "plaintext"])
  const hidden = Reflect.get(globalThis, "__hidden") as ReadonlySet<Element> | undefined // overlays/in-overlays.ts
  const put = (text: string) => {
    size += text.length
    if (size > limit) truncated = true
    else parts.push(text)
  }
  const all = (nodes: Iterable<Node>, depth: number, framed: boolean, bare: boolean, around: Sighted) => {
    for (const node of nodes) {
      if (truncated) return
      visit(node, depth, framed, bare, around)
    }
  }
  const visit = (node: Node, depth: number, framed: boolean, bare: boolean, around: Sighted): void => {
    if (node.nodeType === 3) {
      const reason = marks.judge(node as Text, around)
      if (bare || reason === "") return put(bare ? node.nodeValue ?? "" : escapeText(node.nodeValue ?? ""))
      marks.unseen.push([size + "<span".length, reason])
      return put(`<span>${escapeText(node.nodeValue ?? "")}</span>`)
    }
    if (node.nodeType !== 1) return
    const element = node as Element
    const tag = element.localName
    if (tag === "noscript" || tag === "template" || hidden?.has(element) === true) return
    if (depth > deepest) return put(escapeText((element.textContent ?? "").slice(0, 10_000)))
    if (tag === "iframe" || tag === "frame") {
      const body = frameOf(element)?.body
      put(`<iframe${attributes(element, framed)}></iframe>`)
      if (!body?.hasChildNodes()) return
      put("<div>")
      all(body.childNodes, depth + 1, true, false, sight.element(body, sight.element(element, around)))
      return put("</div>")
    }
    // In a frameset, a parser reads no text.
    if (tag === "frameset") return all(element.childNodes, depth + 1, framed, false, around)
    if (tag === "slot") {
      const given = (element as HTMLSlotElement).assignedNodes()
      return all(given.length > 0 ? given : element.childNodes, depth + 1, framed, false, around)
    }
    const shadow = element.shadowRoot
    const judged = sight.element(element, around)
    const place = size + 1 + tag.length
    const before = marks.begin(tag)
    put(`<${tag}${attributes(element, framed)}>`)
    if (empty.has(tag)) return
    if (shadow === null) all(element.childNodes, depth + 1, framed, raw.has(tag), judged)
    else {
      for (const child of shadow.childNodes) {
        if (!truncated && child.nodeName !== "STYLE" && child.nodeName !== "LINK") {
          visit(child, depth + 1, framed, false, judged)
        }
      }
    }
    put(`</${tag}>`)
    marks.end(element, judged, around, place, before)
  }
  put("<!DOCTYPE html>")
  // A page may remove its root.
  all(document.children, 0, false, false, sight.around)
  return { html: parts.join(""), url: location.href, truncated, unseen: marks.unseen }
}

/**
 * Removes interfaces that reading a page does not need, before any script of the page runs. The proxy blocks them too.
 */
export const disarm = `(() => {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport"]) {
    try { delete globalThis[name] } catch {}
  }
  try {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException("not supported", "NotSupportedError"))
  } catch {}
  const { execCommand } = Document.prototype
  Document.prototype.execCommand = function (name, ...rest) {
    const command = String(name)
    return /^(copy|cut)$/i.test(command) ? false : execCommand.call(this, command, ...rest)
  }
  globalThis.open = () => null
  globalThis.print = () => undefined
  // The browser would send each message to this process.
  for (const name of Object.keys(console)) if (typeof console[name] === "function") console[name] = () => undefined
})()`

/** Runs before the scripts of a page: makes these language tags those of its reader. */
export const speak = (tags: ReadonlyArray<string>): string =>
  `(() => {
  const languages = Object.freeze(${JSON.stringify(tags)})
  Object.defineProperty(Navigator.prototype, "languages", { get: () => languages, configurable: true, enumerable: true })
  Object.defineProperty(Navigator.prototype, "language", { get: () => languages[0], configurable: true, enumerable: true })
})()`
