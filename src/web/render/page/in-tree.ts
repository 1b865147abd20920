// Parts of the scripts for an isolated world, which are sent as source text: each uses nothing from outside itself.

/** The document and its open shadow roots, and those of its frames of the same origin, each before those within. */
export type Roots = () => Iterable<Document | ShadowRoot>

export const rootsIn = (): Roots => {
  const within = function*(root: Document | ShadowRoot): Generator<Document | ShadowRoot> {
    yield root
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot !== null) yield* within(element.shadowRoot)
      if (element.localName !== "iframe" && element.localName !== "frame") continue
      let inner: Document | null = null
      try {
        inner = (element as HTMLIFrameElement).contentDocument
      } catch {
        // Of another origin.
      }
      if (inner !== null) yield* within(inner)
    }
  }
  return () => within(document)
}

/**
 * Copies a node for its second life: inert, without scripts, its shadow trees opened. Undefined for what is left out.
 */
export type Copy = (node: Node) => Node | undefined

/** `others`: further elements to leave out. `valueOf`: the value of an attribute, undefined to leave it out. */
export type CopyWith = (
  others: ReadonlyArray<string>,
  valueOf: (name: string, value: string) => string | undefined
) => Copy

export const copyIn = (): CopyWith => (others, valueOf) => {
  const inert = document.implementation.createHTMLDocument("")
  const left = new Set(["script", "style", "noscript", "template", "link", "iframe", ...others])
  const copyOf = (node: Node): Node | undefined => {
    if (node.nodeType === 3) return inert.createTextNode(node.nodeValue ?? "")
    if (node.nodeType !== 1) return undefined
    const element = node as Element
    if (left.has(element.localName)) return undefined
    const copy = inert.createElement(element.localName.includes("-") ? "div" : element.localName)
    for (const { name, value: given } of element.attributes) {
      const value = name.startsWith("on") || name === "is" ? undefined : valueOf(name, given)
      if (value !== undefined) copy.setAttribute(name, value)
    }
    const given = element.localName === "slot" ? (element as HTMLSlotElement).assignedNodes() : []
    for (const child of given.length > 0 ? given : (element.shadowRoot ?? element).childNodes) {
      const inner = copyOf(child)
      if (inner !== undefined) copy.append(inner)
    }
    return copy
  }
  return copyOf
}
