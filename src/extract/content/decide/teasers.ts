import { resolveLink } from "../../../core/domain/WebUrl.ts"
import { firstByTag } from "../../dom/walk.ts"
import type { Block, Place } from "../blocks/blocks.ts"
import { cardsAround, type Siblings } from "../blocks/cards.ts"
import { distancesTo } from "../blocks/containers.ts"
import type { PageSignals } from "../blocks/page-signals.ts"
import type { PageLayout } from "../blocks/PageLayout.ts"
import { headingElement } from "../blocks/sections.ts"

/** Finds the teasers of a page, and returns whether a place is in one. */
export const teasersOf = (
  { best, blocks, siblings }: PageLayout,
  { declared, isThread, url }: PageSignals
): (place: Place) => boolean => {
  if (!declared.article || declared.list || isThread) return () => false
  const links = blocks.filter((block) => block.linkWords >= block.words * wholly && isInternal(block, url))
  const main = links.length < minCards ? undefined : best
  if (main === undefined || main.stats.proseWords < minProse) return () => false
  const cards = new Map<Siblings, Set<Place>>()
  for (const { place, words } of links) {
    const card = cardsAround(place, siblings, 3).find((around) => around.place.stats.words > words * wordier)
    if (card === undefined) continue
    const places = cards.get(card.siblings) ?? new Set()
    cards.set(card.siblings, places.add(card.place))
  }
  const isApart = distancesTo(main)
  const teasers = new Set(
    [...cards].filter(([{ words }, { size }]) => size >= minCards && words <= main.stats.words * maxTeasers)
      .flatMap(([, places]) => [...places]).filter((card) => isApart(card) > 0 && !isAround(card, main))
  )
  return (place) => {
    for (let at: Place | undefined = place; at !== undefined; at = at.parent) if (teasers.has(at)) return true
    return false
  }
}

const isAround = (card: Place, main: Place): boolean => {
  for (let at: Place | undefined = main; at !== undefined; at = at.parent) if (at === card) return true
  return false
}

/** Min words of prose in an article. Teasers below it may have at most twice as many. */
const minProse = 100
const maxTeasers = 2
const wholly = 0.9
/** Min words of a card for each word of its heading. */
const wordier = 1.3
/** Two cards may be alike by chance. */
const minCards = 3

const isInternal = (block: Block, url: URL): boolean => {
  const heading = headingElement(block)
  if (heading === undefined) return false
  const link = heading.parentNode?.tag === "a" ? heading.parentNode : firstByTag(heading, "a")
  const target = resolveLink(link?.attr("href") ?? "", url)
  // The heads of accordions link within the page.
  return target !== undefined && target !== resolveLink("", url) && URL.parse(target)?.hostname === url.hostname
}
