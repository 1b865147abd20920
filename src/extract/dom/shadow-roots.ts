import { detach, type PageElement, type PageNode } from "./node.ts"
import { elements } from "./walk.ts"

/** Whether a template declares the shadow root of its parent (HTML standard, 4.12.3). */
export const declaresShadowRoot = (template: PageElement): boolean =>
  /^(?:open|closed)$/i.test(template.attr("shadowrootmode") ?? "")

/**
 * Replaces the children of shadow hosts by their declared shadow roots, with slots filled. This is the flat tree of the
 * DOM standard, which browsers render. `templates` are in document order, and the first one in a host counts.
 */
export const flattenShadowRoots = (templates: ReadonlyArray<PageElement>, maxDepth: number): void => {
  const done = new Set<PageElement>()
  for (const template of templates) {
    const host = template.parentNode
    if (host === null || template.content === undefined || done.has(host)) continue
    done.add(host)
    // Slots in slots could nest without end.
    if (depthOf(host) < maxDepth) flatten(host, template.content, maxDepth)
  }
}

const flatten = (host: PageElement, content: PageElement, maxDepth: number): void => {
  // Map.groupBy is newer than Node 20, with which `gleaner/extract` runs.
  const given = new Map<string, Array<PageNode>>()
  for (const node of childrenOf(host)) {
    const slot = slotOf(node)
    const nodes = given.get(slot)
    if (nodes === undefined) given.set(slot, [node])
    else nodes.push(node)
    detach(node)
  }
  move(childrenOf(content), (node) => host.append(node))
  for (const slot of [...elements(host)].filter(({ tag }) => tag === "slot")) {
    const name = slot.attr("name") ?? ""
    const nodes = given.get(name) ?? []
    given.delete(name)
    if (nodes.length === 0) continue
    for (const fallback of childrenOf(slot)) detach(fallback)
    const place = depthOf(slot) < maxDepth ? slot : host
    move(nodes, (node) => place.append(node))
  }
}

const slotOf = (node: PageNode): string => (node.nodeType === 1 ? node.attr("slot") ?? "" : "")

const move = (nodes: ReadonlyArray<PageNode>, place: (node: PageNode) => void): void => {
  for (const node of nodes) {
    detach(node)
    place(node)
  }
}

const childrenOf = (parent: PageElement): ReadonlyArray<PageNode> => {
  const list: Array<PageNode> = []
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) list.push(node)
  return list
}

const depthOf = (node: PageNode): number => {
  let depth = 0
  for (let at = node.parentNode; at !== null; at = at.parentNode) depth++
  return depth
}
