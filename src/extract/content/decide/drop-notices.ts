import type { PageElement } from "../../dom/node.ts"
import { byTag, closest } from "../../dom/walk.ts"
import { noticeLine, rulesHeading } from "../../rules/threads.ts"
import { type Block, type Place, rootOf } from "../blocks/blocks.ts"
import { runningWords } from "../blocks/running-words.ts"

/**
 * Drops what a site says to its readers within the content: rules of a forum, lines about who may reply, and small forms
 * for an address or a password with the words around them.
 */
export const dropNotices = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  const sums = runningWords(blocks, (index) => kept[index] === 1)
  const all = sums.at(-1) ?? 0
  const wordsOf = (index: number) => sums[index + 1]! - sums[index]!
  const forms = new Map<PageElement, boolean>()
  for (const [index, { place, text }] of blocks.entries()) {
    const isKept = kept[index] === 1
    if (isKept && text.length <= maxNotice && noticeLine.test(text) && wordsOf(index) < all * maxShare) kept[index] = 0
    else if (text.length <= maxHeading && rulesHeading.test(text)) drop(place.parent ?? place, all)
    else {
      const form = formAround(place)
      if (form === undefined || sums[form.stats.first]! < minBefore) continue
      const isAsking = forms.get(form.element) ?? asksForAddress(form.element)
      forms.set(form.element, isAsking)
      if (isAsking) drop(boxOf(form), all)
    }
  }

  function drop({ stats: { first, last, words } }: Place, total: number): void {
    if (words <= maxBox && words < total * maxShare) kept.fill(0, first, last + 1)
  }
}

const formAround = (place: Place): Place | undefined => {
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) if (at.element.tag === "form") return at
  return undefined
}

/** Whether a form has one or two fields, for an e-mail address or a password. */
const asksForAddress = (form: PageElement): boolean => {
  const fields = [...byTag(form, "input")].filter((input) =>
    !/^(?:hidden|submit|button|checkbox|image)$/.test(input.attr("type") ?? "")
  )
  return fields.length > 0 && fields.length <= maxFields && closest(form, "table") === undefined &&
    fields.some((input) =>
      /^(?:email|password)$/.test(input.attr("type") ?? "") || /e-?mail|newsletter/i.test(input.attr("name") ?? "")
    )
}

/** The form with the words that introduce it. */
const boxOf = (form: Place): Place => {
  let box = form
  while (box.parent !== undefined && box.parent.stats.words <= maxIntroduced) box = box.parent
  return box === rootOf(form) ? form : box
}

const maxNotice = 160
const maxHeading = 60
const maxFields = 3
/** Max words of a box with rules, and of one with a form. */
const maxBox = 150
const maxIntroduced = 60
/** Share of the kept words below which a notice is beside something: a wall before a thread is all that its page says. */
const maxShare = 0.5
/** Kept words before a form. A page for signing in has none. */
const minBefore = 80
