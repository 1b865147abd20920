import type { Nodes } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { gfm } from "micromark-extension-gfm"
import { isDataTable } from "../../../../src/extract/dom/table-grid.ts"
import { byTag, closest, textContent } from "../../../../src/extract/dom/walk.ts"
import { lettersAndDigits } from "../../../../src/extract/metadata/letters-and-digits.ts"
import type { ParsedPage } from "../../../../src/extract/Page.ts"

export const partNames = ["heading", "item", "row", "link"] as const
export type PartName = (typeof partNames)[number]

/** The parts of a text by their letters and digits, each as often as it occurs. */
export type Parts = Readonly<Record<PartName, ReadonlyArray<string>>>

const noParts = (): Record<PartName, Array<string>> => ({ heading: [], item: [], row: [], link: [] })

/** The structure of a markdown text, as a CommonMark reader sees it. */
export const partsOfMarkdown = (markdown: string): Parts => {
  const parts = noParts()
  read(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), parts)
  return parts
}

const read = (node: Nodes, parts: Record<PartName, Array<string>>): void => {
  if (node.type === "heading") add(parts.heading, plain(node))
  else if (node.type === "listItem") add(parts.item, node.children.filter(isNotList).map(plain).join(""))
  else if (node.type === "tableRow") add(parts.row, plain(node))
  else if (node.type === "link") add(parts.link, plain(node))
  if ("children" in node) { for (const child of node.children) read(child, parts) }
}

const isNotList = ({ type }: Nodes): boolean => type !== "list"

const plain = (node: Nodes): string =>
  "value" in node ? node.value : "children" in node ? node.children.map((child) => plain(child)).join("") : ""

const add = (list: Array<string>, text: string): void => {
  const letters = lettersAndDigits(text)
  if (letters !== "") list.push(letters)
}

/**
 * The structure that the markdown of a page should have, derived from the page and its true text: the headings, items,
 * rows and links whose words stand in that text. Short ones that also stand elsewhere on the page count as often as
 * they are in the true text.
 */
export const partsOfTruth = ({ html }: ParsedPage, truth: string): Parts => {
  const parts = noParts()
  const lines = truth.split("\n").map(lettersAndDigits)
  const whole = lines.join("")
  const left = new Map<string, number>()
  const addTrue = (name: PartName, text: string) => {
    const letters = lettersAndDigits(text)
    if (letters === "") return
    const key = `${name} ${letters}`
    const count = left.get(key) ?? (letters.length < shortest ? countOf(lines, letters) : occurrences(whole, letters))
    if (count > 0) parts[name].push(letters)
    left.set(key, count - 1)
  }
  for (const heading of byTag(html.body, "h1", "h2", "h3", "h4", "h5", "h6")) addTrue("heading", textContent(heading))
  for (const item of byTag(html.body, "li")) addTrue("item", ownText(item))
  for (const table of byTag(html.body, "table").filter(isDataTable)) {
    for (const row of byTag(table, "tr")) addTrue("row", textContent(row))
  }
  for (const link of byTag(html.body, "a")) {
    if (link.has("href") && closest(link, "nav", "footer") === undefined) addTrue("link", textContent(link))
  }
  return parts
}

/** Shorter texts are found in any text, so they must be a line of their own. */
const shortest = 12

const countOf = (lines: ReadonlyArray<string>, text: string): number => lines.filter((line) => line === text).length

const occurrences = (whole: string, text: string): number => whole.split(text).length - 1

/** The text of an item without the lists in it. */
const ownText = (item: Parameters<typeof textContent>[0]): string => {
  if (item.nodeType !== 1) return textContent(item)
  let text = ""
  for (let node = item.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== 1 || node.tag !== "ul" && node.tag !== "ol") text += textContent(node)
  }
  return text
}

export interface PartScore {
  readonly found: number
  readonly given: number
  readonly wanted: number
}

/** Number of expected parts that are present. */
export const scoreParts = (given: ReadonlyArray<string>, wanted: ReadonlyArray<string>): PartScore => {
  const left = new Map<string, number>()
  for (const text of wanted) left.set(text, (left.get(text) ?? 0) + 1)
  let found = 0
  for (const text of given) {
    const count = left.get(text) ?? 0
    if (count > 0) found++
    left.set(text, count - 1)
  }
  return { found, given: given.length, wanted: wanted.length }
}
