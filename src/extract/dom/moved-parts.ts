import { detach, type PageElement, type PageNode } from "./node.ts"
import { afterSubtree, elements, foldedText, nextNode } from "./walk.ts"

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

/** Whether a template holds the place of a part that the server sends later (streaming of React). */
export const isPlaceOfStreamed = (template: PageElement): boolean => /^[BP]:[\da-f]+$/i.test(template.attr("id") ?? "")

/**
 * Moves the parts that a server sends ahead (`<div hidden id="S:1">`) to their places, as React's script in the page
 * does: `B:1` is the place of a boundary, whose placeholder they replace, and `P:1` that of a part of another one.
 */
export const placeStreamedParts = (
  body: PageElement,
  places: ReadonlyArray<PageElement>,
  maxDepth: number
): void => {
  const placeOf = new Map(places.map((place) => [place.attr("id")?.slice(2), place]))
  for (const part of streamedParts(body)) {
    const place = placeOf.get(part.attr("id")?.slice(2))
    const parent = place?.parentNode ?? null
    if (place === undefined || parent === null || depthOf(place) >= maxDepth || isWithin(place, part)) continue
    if (isOfLinks(part)) continue
    placeOf.delete(part.attr("id")?.slice(2))
    if (isMark(place.previousSibling, /^\$[?~!]$/)) dropPlaceholder(place)
    move(childrenOf(part), (node) => parent.insertBefore(node, place))
    detach(place)
    detach(part)
  }
}

/** No part is within another one. */
const streamedParts = (body: PageElement): ReadonlyArray<PageElement> => {
  const parts: Array<PageElement> = []
  for (let node = body.firstChild; node !== null;) {
    const isPart = node.nodeType === 1 && isStreamed(node)
    if (node.nodeType === 1 && isPart) parts.push(node)
    node = isPart ? afterSubtree(node, body) : nextNode(node, body)
  }
  return parts
}

const isStreamed = (element: PageElement): boolean =>
  element.has("hidden") && /^S:[\da-f]+$/i.test(element.attr("id") ?? "")

/** Suggestions that are sent after the content are told from it by their place at the end. */
const isOfLinks = (part: PageElement): boolean => {
  let linked = 0
  for (const element of elements(part)) if (element.tag === "a") linked += foldedText(element).length
  return linked > minLinked && linked * 2 > foldedText(part).length
}

/** Characters. */
const minLinked = 100

/** Drops what is shown until the part arrives: all up to the comment that ends the boundary. */
const dropPlaceholder = (place: PageElement): void => {
  const shown: Array<PageNode> = []
  let depth = 0
  for (let node = place.nextSibling; node !== null; node = node.nextSibling) {
    if (isMark(node, /^\/[$&]$/)) {
      if (depth === 0) return shown.forEach(detach)
      depth--
    } else if (isMark(node, /^(?:\$[?~!]?|&)$/)) depth++
    shown.push(node)
  }
}

const isMark = (node: PageNode | null, mark: RegExp): boolean => node?.nodeType === 8 && mark.test(node.data)

const isWithin = (node: PageNode, ancestor: PageElement): boolean => {
  for (let at: PageNode | null = node; at !== null; at = at.parentNode) if (at === ancestor) return true
  return false
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
