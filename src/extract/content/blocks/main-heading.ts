import type { PageElement } from "../../dom/node.ts"
import { closest, foldedText } from "../../dom/walk.ts"
import { lettersAndDigits } from "../../metadata/letters-and-digits.ts"
import { isSitesName } from "../../metadata/site-name.ts"
import type { Block } from "./blocks.ts"
import type { PageSignals } from "./page-signals.ts"
import { readText } from "./read-text.ts"
import { headingElement, headingLevel } from "./sections.ts"

/**
 * Heading of the whole content: the last `h1` before it that has the words of the title, or the only `h1` of the page.
 * The model often drops it, because it was trained on the main text without headings.
 */
export const mainHeading = (
  blocks: ReadonlyArray<Block>,
  kept: Uint8Array,
  signals: PageSignals,
  url: URL
): PageElement | undefined => {
  const end = kept.lastIndexOf(1)
  const all = new Map<PageElement, number>()
  for (let index = 0; index < blocks.length; index++) {
    const element = headingElement(blocks[index]!)
    if (element?.tag === "h1" && closest(element, "nav", "footer", "aside") === undefined) all.set(element, index)
  }
  const headings = [...all].filter(([element, index]) =>
    index < end && !isSitesName(foldedText(element), signals.title, signals.site, url) &&
    !isBesideHeadline(foldedText(element), signals.title, blocks)
  )
  const first = kept.indexOf(1)
  const [found] = headings.findLast(([element, index]) => index < first && saysTitle(foldedText(element), signals)) ??
    (all.size === 1 ? headings[0] : undefined) ?? []
  return found
}

/** Whether the rest of the title before the heading is a smaller heading: then this one is the name of the site. */
const isBesideHeadline = (text: string, title: string, blocks: ReadonlyArray<Block>): boolean => {
  const own = lettersAndDigits(text)
  const whole = lettersAndDigits(title)
  if (own === "" || own === whole || !whole.endsWith(own)) return false
  const rest = whole.slice(0, -own.length)
  return blocks.some((block) => headingLevel(block) > 1 && lettersAndDigits(block.text) === rest)
}

const saysTitle = (text: string, { title, vocabulary }: PageSignals): boolean => {
  // The vocabulary is of og:title, which some sites set to one value for all pages.
  if (text.length >= minTitleLength && title.toLowerCase().startsWith(text.toLowerCase())) return true
  const { titleWords, words } = readText(text, vocabulary)
  return titleWords > 0 && titleWords / words >= maxWords
}

const maxWords = 0.5
const minTitleLength = 3
