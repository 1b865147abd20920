import { linesOf } from "../../dom/lines.ts"
import type { PageElement, PageNode } from "../../dom/node.ts"
import { fold, foldedText } from "../../dom/walk.ts"
import * as rules from "../../rules/bylines.ts"
import type { Clue } from "../page-marks.ts"
import { nameIn } from "./byline.ts"

/**
 * All names of the byline that has this name: many pages declare only the first author, or link each name on its own.
 * Undefined if no byline has the name with others.
 */
export const wholeByline = (name: string, bylines: ReadonlyArray<Clue>): string | undefined => {
  for (const { element, lines } of bylines) {
    const shown = listIn(lines) || nameIn(lines)
    if (!isOrHas(shown, name)) continue
    if (joint.test(shown) && shown.split(joint).every(isWhole)) return shown
    const others = joint.test(shown) || !isShortBox(element) ? "" : namesAfter(element)
    if (others !== "") return shown + others
  }
  return undefined
}

/** A line of names, of which all together are longer than a name. */
const listIn = (lines: ReadonlyArray<string>): string => {
  for (const line of lines) {
    const [lead = "", ...others] = line.split(joint)
    const first = others.length === 0 ? "" : nameIn([lead])
    if (isWhole(first) && lead.endsWith(first) && others.every(isWhole)) return line.slice(line.indexOf(first))
  }
  return ""
}

/** Whether the element is not a link in running text. */
const isShortBox = ({ parentNode }: PageElement): boolean =>
  parentNode !== null && linesOf(parentNode, maxByline, maxByline).isWhole

const maxByline = 200

/** The same name, or with a title before it. */
const isOrHas = (shown: string, name: string): boolean => {
  const first = shown.split(joint)[0]?.trim() ?? ""
  return first === name || (first.endsWith(` ${name}`) && first.length < name.length + maxTitle)
}

const maxTitle = 12

const joint = /,\s+(?:(?:and|und|et|y|e|en|og|och)\s+)?|\s+(?:&|and|und|et|y|e|en|og|och)\s+/u

const isWhole = (name: string): boolean =>
  rules.capitalName.test(name) && !rules.rolePart.test(name) && !/^(?:The|For|From) /.test(name)

/**
 * The names in the elements after one, with the commas or words between them. The first may have boxes of its own.
 * "" if there are none.
 */
const namesAfter = (element: PageElement): string => {
  let from: PageElement = element
  for (let step = 0; step < maxBoxes && isLast(from) && from.parentNode !== null; step++) from = from.parentNode
  let names = ""
  let count = 0
  let before = ""
  for (
    let node: PageNode | null = from.nextSibling;
    node !== null && count < maxNames;
    node = node.nextSibling
  ) {
    const text = node.nodeType === 1 || node.nodeType === 3 ? foldedText(node).slice(0, maxText) : ""
    if (text === "") continue
    if (rules.nameJoint.test(text)) {
      before = /^[,;]/.test(text) ? `${text} ` : ` ${text} `
      continue
    }
    const name = before !== "" && node.nodeType === 1 && text.length < maxText ? nameIn([text]) : ""
    if (!isWhole(name) || fold(text) !== name) break
    names += before + name
    count++
    before = ""
  }
  return names
}

const maxBoxes = 3
const maxNames = 10
const maxText = 80

/** Whether no text follows in the same box. */
const isLast = (element: PageElement): boolean => {
  for (let node = element.nextSibling; node !== null; node = node.nextSibling) {
    if ((node.nodeType === 1 || node.nodeType === 3) && foldedText(node) !== "") return false
  }
  return true
}
