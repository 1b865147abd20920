import type { PageElement, PageNode } from "../../dom/node.ts"
import { children, elements } from "../../dom/walk.ts"
import { isPlain } from "./traits.ts"

/** Attributes by which a control names the part that it shows. */
const controlling: ReadonlySet<string> = new Set([
  "aria-controls",
  "aria-owns",
  "commandfor",
  "data-bs-target",
  "data-content",
  "data-id",
  "data-panel",
  "data-tab",
  "data-target",
  "data-toggle",
  "for",
  "href",
  "popovertarget"
])

/** Ids that controls of the page name. */
export const controlledIds = (body: PageElement): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (const element of elements(body)) {
    for (const { name, value } of element.attrs) {
      if (value.length > maxIdText || !controlling.has(name)) continue
      if (name === "href" && !value.startsWith("#")) continue
      for (const id of value.split(/\s+/)) ids.add(id.startsWith("#") ? id.slice(1) : id)
    }
  }
  return ids
}

const maxIdText = 200

/**
 * Whether readers can bring a hidden element to sight: by a control that names it or is beside it, or as one of several
 * like it (slides, tabs, rows of a list with "more"). `selectors` are those of the rule that hides it.
 */
export const isReachable = (
  element: PageElement,
  isControlled: (id: string) => boolean,
  selectors: string
): boolean => {
  const id = element.attr("id")
  if (id !== undefined && (streamed.test(id) || isControlled(id))) return true
  if (/^(?:tabpanel|dialog|alertdialog|menu|tooltip)$/.test(element.attr("role") ?? "")) return true
  if (element.attr("hidden") === "until-found") return true
  // A script finds a dialog by its name.
  if ((element.tag === "dialog" || element.has("popover")) && !isPlain(element)) return true
  if (panels.test(`${element.attr("class") ?? ""} ${id ?? ""}`)) return true
  // The rule that hides it names the panel that it is in.
  if (selectors !== "" && panels.test(selectors.replaceAll(/[^\w-]+/g, " "))) return true
  return isBesideControl(element) || hasTwin(element)
}

/** Parts that servers send ahead, and that their script moves into place (React). */
const streamed = /^[SB]:[\da-f]+$/i

/** Classes and ids of parts that open. */
const panels =
  /(?:^|[\s_-])(?:tabs?|panels?|panes?|accordions?|collaps\w*|toggl\w*|expand\w*|slides?|slider|carousel|swiper|more|answer|faq|drawer|drop-?down|spoiler|reveal|popup|popover|tooltip|submenu|modal)(?:$|[\s_\d-])/i

/** Max siblings that are looked at, on either side. */
const maxSiblings = 12

const isBesideControl = (element: PageElement): boolean => {
  const before = sibling(element, "previousSibling")
  const after = sibling(element, "nextSibling")
  if ([before, after].some((one) => one !== undefined && isControl(one))) return true
  // The control in a heading or a box of its own before the part.
  if (before !== undefined && hasControl(before)) return true
  const parent = element.parentNode
  const outer = parent === null || parent.tag === "body" ? undefined : sibling(parent, "previousSibling")
  return outer !== undefined && element === firstChild(parent) && (isControl(outer) || hasControl(outer))
}

const firstChild = (parent: PageElement | null): PageElement | undefined =>
  parent === null ? undefined : children(parent).next().value ?? undefined

const sibling = (element: PageElement, side: "previousSibling" | "nextSibling"): PageElement | undefined => {
  for (let node: PageNode | null = element[side]; node !== null; node = node[side]) if (node.nodeType === 1) return node
  return undefined
}

const hasControl = (element: PageElement): boolean => {
  let left = maxSiblings
  for (const below of elements(element)) {
    if (isControl(below)) return true
    if (--left === 0) return false
  }
  return false
}

const isControl = (element: PageElement): boolean => {
  if (element.tag === "button" || element.tag === "summary" || element.has("aria-expanded")) return true
  if (/^(?:button|tab|switch)$/.test(element.attr("role") ?? "")) return true
  if (element.tag === "a") return /^(?:#|javascript:)/i.test(element.attr("href") ?? "#")
  return element.tag === "label" || element.tag === "input" && /^(?:checkbox|radio)$/i.test(element.attr("type") ?? "")
}

/** Whether a sibling has the same tag and the same class. */
const hasTwin = (element: PageElement): boolean => {
  const name = element.attr("class")?.trim().split(/\s+/, 1)[0]
  if (name === undefined || name === "" || element.tag === "p" || element.tag === "span") return false
  for (const side of ["previousSibling", "nextSibling"] as const) {
    let left = maxSiblings
    for (let node = element[side]; node !== null && left > 0; node = node[side], left--) {
      if (node.nodeType !== 1 || node.tag !== element.tag || node.has("hidden")) continue
      if (node.attr("class")?.trim().split(/\s+/, 1)[0] === name && node.attr("style") !== element.attr("style")) {
        return true
      }
    }
  }
  return false
}
