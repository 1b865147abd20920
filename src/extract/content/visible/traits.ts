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
