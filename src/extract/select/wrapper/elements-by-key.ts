import { html as spec } from "parse5"
import type { PageElement, PageNode } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { nextNode } from "../../dom/walk.ts"

/** All elements of a page, and those with each tag, `#id` and `.class`; only the wanted ones of these keys. */
export const elementsByKey = ({ document, isQuirks }: ParsedHtml, wanted: ReadonlySet<string> | undefined) => {
  const elements: Array<PageElement> = []
  const byKey = new Map<string, Array<PageElement>>()
  // Most elements share their list of classes with others.
  const keysOfClasses = new Map<string, ReadonlyArray<string>>()
  const add = (key: string, element: PageElement): void => {
    if (wanted !== undefined && !wanted.has(key)) return
    const list = byKey.get(key)
    if (list === undefined) byKey.set(key, [element])
    else list.push(element)
  }
  for (let node: PageNode | null = document.firstChild; node !== null; node = nextNode(node, document)) {
    if (node.nodeType !== 1) continue
    elements.push(node)
    add(nameOf(node), node)
    for (const { name, value } of node.attrs) {
      if (name === "id") add(`#${isQuirks ? value.toLowerCase() : value}`, node)
      if (name !== "class") continue
      let keys = keysOfClasses.get(value)
      if (keys === undefined) {
        keys = [...new Set(classesIn(isQuirks ? value.toLowerCase() : value))].map((own) => `.${own}`)
          .filter((key) => wanted === undefined || wanted.has(key))
        keysOfClasses.set(value, keys)
      }
      for (const key of keys) add(key, node)
    }
  }
  return { elements, byKey }
}

export const classesOf = (element: PageElement): ReadonlyArray<string> => classesIn(element.attr("class") ?? "")

const classesIn = (value: string): ReadonlyArray<string> => value.split(/[ \t\n\f\r]+/).filter((name) => name !== "")

/** Selectors are in lower case, and so is HTML. */
export const nameOf = ({ namespace, tag }: PageElement): string => namespace === spec.NS.HTML ? tag : tag.toLowerCase()
