import type { PageElement } from "../../dom/node.ts"
import { elements, foldedText } from "../../dom/walk.ts"
import { inlineTags, skippedTags } from "../../rules/tags.ts"
import { isWidgetLabel } from "./element-facts.ts"

/** Names of elements with text only for screen readers, in common style sheets. */
const screenReaderNames =
  /(?:^|[\s_-])(?:sr-?only|(?:visually|u)-?hidden|hidden-visually|screen-?reader(?:s|-?text|-?only)?|a-offscreen|assistive-?text|show-for-sr|element-invisible|blind)(?:$|[\s_-])/i
/** Some pages show such a text on wide screens. */
const shownNames = /not-sr-only|focusable-shown/

/** Fonts that show the name of an icon as the icon. */
const iconFonts = /(?:^|\s)(?:material-icons|material-symbols)(?:-\w+)*(?:\s|$)/

/**
 * Whether an element in the content is not content: a part of a widget, or text only for screen readers or only for
 * eyes.
 */
export const isUnseen = (
  element: PageElement,
  names: string | undefined,
  roots: ReadonlyArray<PageElement>
): boolean => {
  if (names !== undefined && (isWidgetLabel(element, names) || iconFonts.test(names))) return true
  return (isOrnament(element) || names !== undefined && isForScreenReaders(element, names)) && !roots.includes(element)
}

/**
 * Whether an element is text only for screen readers. The main heading of a page may be, and the only text of a cell,
 * where it stands for a picture.
 */
const isForScreenReaders = (element: PageElement, names: string): boolean =>
  isNamedSo(element, names) && !isOnlyTextOfCell(element)

const isNamedSo = ({ tag }: PageElement, names: string): boolean =>
  screenReaderNames.test(names) && !shownNames.test(names) && tag !== "h1" && tag !== "body" && tag !== "main"

const isOnlyTextOfCell = (element: PageElement): boolean => {
  let at = element.parentNode
  for (let level = 0; at !== null && level < maxLevels; at = at.parentNode, level++) {
    if (cells.has(at.tag) || at.attr("role") === "cell") return foldedText(at) === foldedText(element)
  }
  return false
}

const cells: ReadonlySet<string> = new Set(["td", "th", "dd"])
const maxLevels = 3

/** Max length of an ornament: the name of an icon, a separator, a label that a script moves. */
const maxOrnament = 40

/**
 * Whether an element is an ornament that its page hides from screen readers. A text is visible all the same where its
 * spoken form is beside it, as that of a unit, or in a label around it, as that of letters that move. A number is not
 * an ornament.
 */
const isOrnament = (element: PageElement): boolean => {
  if (element.attr("aria-hidden") !== "true") return false
  const text = foldedText(element)
  if (text.length > maxOrnament || !/\p{L}/u.test(text) || /\p{N}/u.test(text)) return false
  for (const below of elements(element)) {
    if (!inlineTags.has(below.tag) && below.tag !== "div" && !skippedTags.has(below.tag)) return false
  }
  return !isSpokenElsewhere(element)
}

/** The spoken form is in the same line, the label up to three elements above. */
const isSpokenElsewhere = (element: PageElement): boolean => {
  let isInLine = true
  let at = element.parentNode
  for (let level = 0; at !== null && level < maxLevels; at = at.parentNode, level++) {
    if (at.has("aria-label") || at.has("aria-labelledby") || isInLine && hasSpokenForm(at)) return true
    isInLine &&= inlineTags.has(at.tag)
  }
  return false
}

const hasSpokenForm = (line: PageElement): boolean => {
  let left = maxBeside
  for (const below of elements(line)) {
    if (--left < 0) return false
    if (below.has("class") && isNamedSo(below, below.attr("class") ?? "")) return true
  }
  return false
}

/** Max elements around an ornament that are read for its spoken form. */
const maxBeside = 20
