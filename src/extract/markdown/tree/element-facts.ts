import type { PageElement, PageNode } from "../../dom/node.ts"
import { children, firstByTag, foldedText, nextNode, textContent } from "../../dom/walk.ts"
import { scriptText } from "../../media/formulas/script-text.ts"
import { labelNames } from "../../rules/metadata.ts"
import { isLanguageLabel } from "../code/code-language.ts"
import { calloutClass, codeLabelClass, widgetLabelClass } from "./content-tags.ts"

const maxCallout = 3000

/** Whether the element is a box with a remark, not a section of the page. */
export const isCallout = (node: PageElement, names: string): boolean =>
  (node.tag === "div" || node.tag === "aside" || node.tag === "section" || node.tag === "p") &&
  calloutClass.test(names) &&
  firstByTag(node, "h1") === undefined && firstByTag(node, "h2") === undefined && !isLongerThan(node, maxCallout)

/** Whether the element is a part of a widget without content, such as the name of the language above a code block. */
export const isWidgetLabel = (node: PageElement, names: string): boolean =>
  widgetLabelClass.test(names) || codeLabelClass.test(names) && isLanguageLabel(node)

/**
 * Whether the element follows another of its tag. Links, keys and code without a space between them are separated by
 * style.
 */
export const follows = ({ previousSibling, tag }: PageElement): boolean =>
  previousSibling?.nodeType === 1 && previousSibling.tag === tag

/** Whether a punctuation mark follows that stands right after a word. */
export const isBeforeMark = ({ nextSibling }: PageElement): boolean =>
  nextSibling?.nodeType === 3 && /^[.,;:!?)\]…。，、！？]/.test(nextSibling.data)

/** An element with a line break and no words. */
export const isLineBreak = (node: PageNode): boolean =>
  node.nodeType === 1 && firstByTag(node, "br") !== undefined && textContent(node).trim() === ""

const isPlainText = (element: PageElement): boolean =>
  element.firstChild !== null && element.firstChild === element.lastChild && element.firstChild.nodeType === 3

/** The text of a raised or lowered element in characters of that kind, if there are any. */
export const scriptTextOf = (node: PageElement): string | undefined =>
  isPlainText(node) ? scriptText(foldedText(node), node.tag === "sub" ? "sub" : "sup") : undefined

/** Attributes of a list: its first number, or that it continues the list before it. */
export const listFacts = (list: PageElement): Readonly<Record<string, string>> =>
  list.tag === "ol" ? startOf(list) : joinOf(list)

/** The first number of an ordered list, if it is not 1. */
const startOf = (list: PageElement): Readonly<Record<string, string>> => {
  const start = list.attr("start") ?? [...children(list)][0]?.attr("value") ?? ""
  return /^\d{1,9}$/.test(start) ? { start } : {}
}

/** Editors write one list as several lists of one item side by side. */
const joinOf = (list: PageElement): Readonly<Record<string, string>> => {
  let before = list.previousSibling
  while (before !== null && (before.nodeType === 8 || before.nodeType === 3 && before.data.trim() === "")) {
    before = before.previousSibling
  }
  const isBeside = before?.nodeType === 1 && before.tag === list.tag
  return isBeside && hasOneItem(list) && hasOneItem(before as PageElement) ? { joins: "yes" } : {}
}

const hasOneItem = (list: PageElement): boolean => {
  let items = 0
  for (const { tag } of children(list)) if (tag === "li" && ++items > 1) return false
  return items === 1
}

/** The label above the headline in the same element: a section, a date. */
export const kickerOf = (heading: PageElement): PageElement | undefined => {
  if (heading.tag !== "h1" && heading.tag !== "h2") return undefined
  const [first] = children(heading)
  const isFirst = first !== undefined && labelNames.test(first.attr("class") ?? "") &&
    (first.previousSibling === null || textContent(first.previousSibling).trim() === "")
  const isApart = isFirst && foldedText(heading).length > foldedText(first).length + minHeadline
  return isApart ? first : undefined
}

/** Characters besides the label. */
const minHeadline = 12

/** The box before the text of a task list item. A box that opens what is below it is not a task. */
export const taskOf = (item: PageElement): Readonly<Record<string, string>> => {
  let at: PageNode | null = item.firstChild
  for (let step = 0; at !== null && step < 6; step++) {
    if (at.nodeType === 1) {
      if (at.tag === "input") {
        const isTask = at.attr("type")?.toLowerCase() === "checkbox" && !opener.test(at.attr("class") ?? "")
        return isTask ? { task: at.has("checked") ? "x" : " " } : {}
      }
      if (at.tag !== "p" && at.tag !== "label" && at.tag !== "span" && at.tag !== "div") return {}
      at = at.firstChild
    } else if (at.nodeType === 3 && at.data.trim() !== "") return {}
    else at = at.nextSibling
  }
  return {}
}

const opener = /folder|toggle|toggler|collaps|expand|accordion|dropdown|menu|switch/i

/** Whether an element has more text than this. Stops at the limit. */
export const isLongerThan = (element: PageElement, maxLength: number): boolean => {
  let length = 0
  for (let node: PageNode | null = element.firstChild; node !== null; node = nextNode(node, element)) {
    if (node.nodeType === 3 && (length += node.data.length) > maxLength) return true
  }
  return false
}

/** Heads of accordions are buttons. Other buttons are not content, also not those beside the words of a heading. */
export const isHeadOfAccordion = (button: PageElement): boolean => {
  if (!/^(?:h[1-6]|dt|summary)$/.test(button.parentNode?.tag ?? "") || !hasWords(button)) return false
  for (const side of ["previousSibling", "nextSibling"] as const) {
    for (let at = button[side]; at !== null; at = at[side]) if (hasWords(at)) return false
  }
  return true
}

const hasWords = (node: PageNode): boolean => node.nodeType !== 8 && textContent(node).trim() !== ""

const minButtonText = 8

/** A button with the name of the section that it opens. */
export const opensSection = (button: PageElement): boolean =>
  (button.has("aria-expanded") || button.has("aria-controls")) && foldedText(button).length > minButtonText

/** Whether an element is an item beside others. */
export const isAmongItems = (element: PageElement | undefined): boolean =>
  element?.tag === "li" && (isBesideItem(element, "previousSibling") || isBesideItem(element, "nextSibling"))

const isBesideItem = (element: PageElement, side: "previousSibling" | "nextSibling"): boolean => {
  let at = element[side]
  while (at !== null && at.nodeType !== 1) at = at[side]
  return at?.tag === "li"
}

const maxEmoji = 12

/** An image that stands for a character. */
export const emojiOf = (image: PageElement): string | undefined => {
  const alt = image.attr("alt")?.trim() ?? ""
  const isEmoji = /(?:^|\s|-)(?:emoji|smiley|twemoji)/i.test(image.attr("class") ?? "")
  return isEmoji && alt !== "" && alt.length <= maxEmoji ? alt : undefined
}
