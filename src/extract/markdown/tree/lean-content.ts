import type { PageElement } from "../../dom/node.ts"
import { isBlank } from "../../dom/walk.ts"
import { ContentNode, markdownOnly } from "./ContentNode.ts"
import { headingName, isList } from "./inline-mark.ts"

/**
 * Makes the content lean, in place. A heading at the end or a very long one becomes a paragraph, one in a numbered item
 * bold words. A link that repeats the link right before it is removed, and so is a logo above everything else.
 */
export const leanContent = (root: ContentNode, origins?: Map<ContentNode, PageElement>): void => {
  removeRepeatedLinks(root)
  unlinkPictures(root)
  settleItems(root, origins)
  leanEdges(root, origins)
  dropLogos(root)
  const lean: Array<ContentNode> = []
  let below: ContentNode | undefined
  let isChanged = false
  for (let index = root.childNodes.length - 1; index >= 0; index--) {
    const node = root.childNodes[index]!
    const own = index > 0 && headingName.test(node.nodeName) && isFalseHeading(node, below)
      ? asParagraph(node, origins)
      : node
    if (own !== undefined) lean.push(own)
    isChanged ||= own !== node
    below = node
  }
  if (isChanged) root.setChildren(lean.toReversed())
}

const isFalseHeading = (heading: ContentNode, below: ContentNode | undefined): boolean =>
  below === undefined || heading.textContent.length > maxHeading || isAddedForNothing(heading, below)

/** Headings of the page itself may follow one another: its sections may be in tabs, or in parts that are not content. */
const isAddedForNothing = (heading: ContentNode, below: ContentNode): boolean =>
  heading.getAttribute("title") === "yes" && headingName.test(below.nodeName) && below.nodeName <= heading.nodeName

const maxHeading = 140

/**
 * Sections of a list that only lays them out are sections of the page. Headings of numbered items are bold: they name a
 * step, and no text but that of the item is below them.
 */
const settleItems = (parent: ContentNode, origins: Map<ContentNode, PageElement> | undefined): void => {
  /** Set at the first list that is taken apart. */
  let own: Array<ContentNode> | undefined
  for (const child of parent.childNodes) {
    const isOfItems = isList(child)
    if (isOfItems) { for (const item of child.childNodes) settleItems(item, origins) }
    else if (child.nodeName === "BLOCKQUOTE") settleItems(child, origins)
    if (isOfItems && parent.nodeName !== "LI" && isOfSections(child)) {
      own ??= parent.childNodes.slice(0, child.position)
      for (const item of child.childNodes) own.push(...item.childNodes)
    } else {
      if (child.nodeName === "OL") { for (const item of child.childNodes) boldHeadings(item, origins) }
      own?.push(child)
    }
  }
  if (own !== undefined) parent.setChildren(own)
}

/** Whether every item of a list without numbers has a heading, and one of them the parts of a section below it. */
const isOfSections = ({ childNodes, nodeName }: ContentNode): boolean =>
  nodeName === "UL" && childNodes.every((item) => item.childNodes.some(isHeading)) &&
  childNodes.some((item) => item.childNodes.some(({ nodeName }) => nodeName === "TABLE" || nodeName === "PRE"))

const isHeading = ({ nodeName }: ContentNode): boolean => headingName.test(nodeName)

const boldHeadings = (item: ContentNode, origins: Map<ContentNode, PageElement> | undefined): void => {
  if (!item.childNodes.some(isHeading)) return
  item.setChildren(item.childNodes.map((child) => isHeading(child) ? asBold(child, origins) : child))
}

const asBold = (heading: ContentNode, origins: Map<ContentNode, PageElement> | undefined): ContentNode => {
  const bold = new ContentNode("STRONG")
  bold.setChildren(heading.childNodes)
  const line = new ContentNode(heading.getAttribute("title") === "yes" ? markdownOnly : "P")
  line.append(bold)
  if (line.nodeName === "P") return withOrigin(line, heading, origins)
  const paragraph = new ContentNode("P")
  paragraph.append(line)
  return withOrigin(paragraph, heading, origins)
}

/** Drops the pictures of the site itself above all content, and the ornaments above and below it. */
const dropLogos = (root: ContentNode): void => {
  const first = root.childNodes.findIndex((node) => !isLogo(node) && !isOrnament(node))
  const end = root.childNodes.findLastIndex((node) => !isOrnament(node)) + 1
  if (first > 0 || end > 0 && end < root.childNodes.length) root.setChildren(root.childNodes.slice(first, end))
}

/** Lines and corners of old layouts. */
const isOrnament = (node: ContentNode): boolean => {
  const picture = onlyPicture(node)
  return picture?.getAttribute("alt") === "" && /\.gif(?:[?#]|$)/i.test(picture.getAttribute("src") ?? "")
}

const isLogo = (node: ContentNode): boolean => {
  const link = linkOf(node)
  const picture = onlyPicture(link ?? node)
  if (picture === undefined) return false
  const words = `${picture.getAttribute("alt")} ${picture.getAttribute("src")?.split(/[?#]/, 1)[0]?.split("/").at(-1)}`
  return logoWord.test(words) || link !== undefined && homeAddress.test(link.getAttribute("href") ?? "")
}

const logoWord = /(?:^|[^a-z])logos?(?:[^a-z]|$)|(?:^|[a-z])Logo(?:[^a-z]|$)/
const homeAddress = /^https?:\/\/[^/?#]+\/?$/

/** The picture that is all of a node. */
const onlyPicture = (node: ContentNode): ContentNode | undefined => {
  if (node.nodeName === "IMG") return node
  const shown = node.childNodes.filter((child) => !isSpace(child))
  return shown.length === 1 ? onlyPicture(shown[0]!) : undefined
}

/** Nothing in the place of a heading that is only for the markdown. */
const asParagraph = (heading: ContentNode, origins: Map<ContentNode, PageElement> | undefined) => {
  if (heading.getAttribute("title") === "yes") return undefined
  const paragraph = new ContentNode("P")
  paragraph.setChildren(heading.childNodes)
  return withOrigin(paragraph, heading, origins)
}

const withOrigin = (
  block: ContentNode,
  before: ContentNode,
  origins: Map<ContentNode, PageElement> | undefined
): ContentNode => {
  const origin = origins?.get(before)
  if (origin !== undefined) origins?.set(block, origin)
  return block
}

/** Removes a link right after one with the same words and address: in a line, or as the next line. */
const removeRepeatedLinks = (node: ContentNode): void => {
  let before: ContentNode | undefined
  /** Set at the first one that is removed. */
  let lean: Array<ContentNode> | undefined
  for (const child of node.childNodes) {
    const link = isSpace(child) ? before : linkOf(child)
    if (link !== undefined && link !== before && before !== undefined && isSameLink(before, link)) {
      lean ??= node.childNodes.slice(0, child.position)
    } else {
      lean?.push(child)
      if (!leaves.has(child.nodeName)) removeRepeatedLinks(child)
    }
    before = link
  }
  if (lean !== undefined) node.setChildren(lean)
}

const leaves: ReadonlySet<string> = new Set(["A", "PRE", "#text", "TD"])

/**
 * Takes pictures out of a link where words right below or above them have the same link, as in a card: the address is
 * written once.
 */
const unlinkPictures = (container: ContentNode): void => {
  const { childNodes } = container
  for (const child of childNodes) {
    if (containers.has(child.nodeName)) unlinkPictures(child)
    const link = child.nodeName === "P" ? linkOf(child) : undefined
    if (link === undefined || link.textContent.trim() !== "" || onlyPicture(link) === undefined) continue
    const isSaid = [-1, 1, 2].some((step) => {
      const beside = childNodes[child.position + step]
      const other = beside === undefined ? undefined : linkOf(beside)
      return other !== undefined && other !== link && other.textContent.trim() !== "" &&
        other.getAttribute("href") === link.getAttribute("href")
    })
    if (isSaid) link.parentNode?.setChildren(link.childNodes)
  }
}

const isSpace = (node: ContentNode): boolean => node.nodeType === 3 && isBlank(node.data)

/** The link that is all of a node. */
const linkOf = (node: ContentNode): ContentNode | undefined => {
  if (node.nodeName === "A") return node
  let only: ContentNode | undefined
  for (const child of node.childNodes) {
    if (isSpace(child)) continue
    if (only !== undefined) return undefined
    only = child
  }
  return only === undefined ? undefined : linkOf(only)
}

const isSameLink = (one: ContentNode, other: ContentNode): boolean =>
  one.getAttribute("href") === other.getAttribute("href") && one.textContent === other.textContent &&
  one.textContent !== ""

/**
 * Makes the blocks of a container and of all below it lean, in place. A rule separates two parts, so none is at an edge
 * or below a heading. A picture at the start of a heading goes above it, and one without a description takes its place.
 */
const leanEdges = (parent: ContentNode, origins: Map<ContentNode, PageElement> | undefined): void => {
  /** Set at the first change. */
  let lean: Array<ContentNode> | undefined
  const last = parent.childNodes.findLastIndex(({ nodeName }) => nodeName !== "HR")
  let before: ContentNode | undefined
  for (const child of parent.childNodes) {
    const isIdle = child.nodeName === "HR" &&
      (before === undefined || child.position > last || headingName.test(before.nodeName))
    const pictures = headingName.test(child.nodeName) ? picturesBefore(child, origins) : undefined
    if (isIdle || pictures !== undefined) lean ??= parent.childNodes.slice(0, child.position)
    if (pictures !== undefined) lean?.push(pictures)
    const isEmpty = pictures !== undefined && child.childNodes.length === 0
    if (!isIdle && !isEmpty) lean?.push(child)
    if (containers.has(child.nodeName)) leanEdges(child, origins)
    before = isIdle ? before : child
  }
  if (lean !== undefined) parent.setChildren(lean)
}

const containers: ReadonlySet<string> = new Set(["ASIDE", "BLOCKQUOTE", "LI", "OL", "UL"])

/** Takes the pictures at the start of a heading out of it, as a paragraph. A description may be the whole heading. */
const picturesBefore = (
  heading: ContentNode,
  origins: Map<ContentNode, PageElement> | undefined
): ContentNode | undefined => {
  const end = heading.childNodes.findIndex((child) => child.nodeName !== "IMG" && !isSpace(child))
  const own = end < 0 ? heading.childNodes : heading.childNodes.slice(0, end)
  const isHeading = end < 0 && own.some((child) => (child.getAttribute("alt") ?? "") !== "")
  if (isHeading || !own.some(({ nodeName }) => nodeName === "IMG")) return undefined
  const line = new ContentNode("P")
  line.setChildren(own)
  heading.setChildren(end < 0 ? [] : heading.childNodes.slice(end))
  const origin = origins?.get(heading)
  if (origin !== undefined) origins?.set(line, origin)
  return line
}
