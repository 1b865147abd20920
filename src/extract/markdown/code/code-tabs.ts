import type { PageElement } from "../../dom/node.ts"
import { children, elements, firstByTag, foldedText } from "../../dom/walk.ts"

/** A code sample in several forms, each in the panel of a tab. */
export interface CodeTabs {
  readonly panels: ReadonlyArray<PageElement>
  /** The labels of the panels, in their order. */
  readonly labels: ReadonlyArray<PageElement>
  /** The elements that hold the labels. */
  readonly lists: ReadonlyArray<PageElement>
}

const panelNames = /(?:^|[\s_-])tab(?:bed|s)?[-_]*(?:pane|panel|content|block|item|body)/i
const aroundPanels = /(?:^|\s)blocks(?:\s|$)|tabs?[-_]*(?:inner|content|panes|panels|body)/i

/** Whether an element may be the panel of a tab, by its role, its name or that of the element around it. */
export const mayBePanel = (element: PageElement): boolean =>
  element.attr("role") === "tabpanel" || panelNames.test(element.attr("class") ?? "") ||
  (element.tag === "div" || element.tag === "pre") && aroundPanels.test(element.parentNode?.attr("class") ?? "")

/** The tabs that an element is a panel of, if all of them have code and each has a label. */
export const codeTabsOf = (panel: PageElement): CodeTabs | undefined => {
  const around = panel.parentNode
  if (around === null) return undefined
  const own = firstChildren(around)
  const panels = own.filter((part) => isLike(part, panel))
  if (panels.length < 2 || !panels.includes(panel) || !panels.every(hasCode)) return undefined
  for (const lists of placesOfLabels(around, own, panels)) {
    const labels = lists.flatMap(labelsIn)
    if (labels.length === panels.length) return { panels, labels, lists }
  }
  return undefined
}

/** Max elements around the panels that are read. */
const maxParts = 60
const maxLevels = 2
const maxLabel = 60

const isLike = (part: PageElement, panel: PageElement): boolean =>
  part.tag === panel.tag && part.attr("role") === panel.attr("role") && mayBePanel(part)

const hasCode = (panel: PageElement): boolean => panel.tag === "pre" || firstByTag(panel, "pre") !== undefined

/** Labels are beside the panels, or before the element around them. */
function* placesOfLabels(
  around: PageElement,
  own: ReadonlyArray<PageElement>,
  panels: ReadonlyArray<PageElement>
): Generator<ReadonlyArray<PageElement>> {
  const beside = own.filter((part) => !panels.includes(part))
  if (beside.length > 0) yield beside
  let at: PageElement | null = around
  for (let level = 0; at !== null && level < maxLevels; level++, at = at.parentNode) {
    const before = elementBefore(at)
    if (before !== undefined) yield [before]
  }
}

const firstChildren = (around: PageElement): ReadonlyArray<PageElement> => {
  const found: Array<PageElement> = []
  for (const child of children(around)) if (found.push(child) === maxParts) break
  return found
}

export const elementAfter = (element: PageElement): PageElement | undefined => {
  let at = element.nextSibling
  while (at !== null && at.nodeType !== 1) at = at.nextSibling
  return at ?? undefined
}

const elementBefore = (element: PageElement): PageElement | undefined => {
  let at = element.previousSibling
  while (at !== null && at.nodeType !== 1) at = at.previousSibling
  return at ?? undefined
}

/** The tabs in an element: by their role, else the labels of fields, buttons, or items. */
const labelsIn = (list: PageElement): ReadonlyArray<PageElement> => {
  const found: Array<PageElement> = []
  let left = maxParts
  for (const element of withRoot(list)) {
    if (--left < 0) return []
    if (element.attr("role") === "tab" || element.tag === "label" || element.tag === "button" || element.tag === "li") {
      found.push(element)
    }
  }
  const byKind = [isTab, isLabel, isButton, isItem].map((isKind) => found.filter(isKind)).find(({ length }) =>
    length > 0
  )
  return (byKind ?? []).filter((label) => {
    const { length } = foldedText(label)
    return length > 0 && length <= maxLabel
  })
}

function* withRoot(list: PageElement): Generator<PageElement> {
  yield list
  yield* elements(list)
}

const isTab = (element: PageElement): boolean => element.attr("role") === "tab"
const isLabel = ({ tag }: PageElement): boolean => tag === "label"
const isButton = ({ tag }: PageElement): boolean => tag === "button"
const isItem = ({ tag }: PageElement): boolean => tag === "li"
