import type { PageElement } from "../../dom/node.ts"

/** Whether the element has neither a name nor data, by which a script could find it. */
export const isPlain = ({ attrs }: PageElement): boolean =>
  attrs.every(({ name }) => /^(?:style|hidden|popover|title|lang|dir|aria-hidden|align|width|height|color)$/.test(name))

/** Scripts fade such elements in when they come to sight. */
export const isAnimated = (element: PageElement): boolean =>
  element.attrs.some(({ name, value }) =>
    /^data-(?:aos|anim|delay|framer|gsap|in-?view|motion|reveal|sal|scroll|w-id|wow)/.test(name) ||
    name === "class" && /anim|fade|aos|wow|reveal|motion|scroll|appear|lazy|load|js-/i.test(value) ||
    name === "style" && /transform|transition|will-change|animation/i.test(value)
  )

/**
 * Whether a slider that fades has moved a slide by the widths of the slides before it. All of them are then in the
 * place of the first.
 */
export const isSlideInPlace = (element: PageElement): boolean => {
  const left = lengthIn(element, slideLeft)
  const width = lengthIn(element, slideWidth)
  if (left === undefined || width === undefined || left > maxSlides * width) return false
  let before = 0
  for (let at = element.previousSibling; at !== null; at = at.previousSibling) {
    if (at.nodeType !== 1) continue
    if (lengthIn(at, slideWidth) !== width) return false
    before += width
  }
  return before > 0 && before === left
}

const slideLeft = /(?:^|[;\s])left:\s*-(\d+)px/
const slideWidth = /(?:^|[;\s])width:\s*(\d+)px/
const maxSlides = 200

const lengthIn = (element: PageElement, length: RegExp): number | undefined => {
  const found = length.exec((element.attr("style") ?? "").slice(0, maxStyle))?.[1]
  return found === undefined ? undefined : Number(found)
}

const maxStyle = 500
