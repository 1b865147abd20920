import type { Attributes, ContentNode } from "./ContentNode.ts"

/** An inline element that is open around text. */
export interface InlineMark {
  readonly name: string
  readonly attributes: Attributes
}

export const headingName = /^H[1-6]$/

export const isList = (node: ContentNode): boolean => node.nodeName === "UL" || node.nodeName === "OL"

/** Two lists of one kind in a row would be read as one. */
export const apart = (before: ContentNode | undefined, name: string, attributes: Attributes): Attributes =>
  name !== "LI" && before?.nodeName === name && before.attributes["second"] === undefined
    ? { ...attributes, second: "yes" }
    : attributes

/** Two runs of backticks or of dollar signs side by side would be one. */
export const endsWith = (node: ContentNode, name: string): boolean => {
  const last = node.childNodes.at(-1)
  return last !== undefined && (last.nodeName === name || endsWith(last, name))
}

export const isSame = (node: ContentNode, mark: InlineMark): boolean =>
  node.nodeName === mark.name && node.attributes["href"] === mark.attributes["href"]

/** Whether a node ends in a link with this address and these words. */
export const endsWithLink = (node: ContentNode, href: string, text: string): boolean => {
  const last = node.childNodes.findLast((child) => child.nodeType !== 3 || child.data.trim() !== "")
  return last !== undefined && text !== "" && last.nodeName === "A" && last.attributes["href"] === href &&
    last.textContent === text
}
