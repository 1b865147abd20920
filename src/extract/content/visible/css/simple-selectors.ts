import type { PageElement } from "../../../dom/node.ts"
import type { Budget } from "../../../select/Budget.ts"

/** A tag, an id and classes that one element has. */
interface Compound {
  readonly tag: string
  readonly id: string
  readonly classes: ReadonlyArray<string>
  /** Whether the element of the next compound is a child. */
  readonly isParent: boolean
}

/** Selectors of tags, ids, classes, ancestors and parents: most of those that sheets have. */
export const isSimple = (selector: string): boolean => /^[\w.#*\s>-]+$/.test(selector)

const maxCompounds = 12

export interface SimpleSelector {
  /** From the element itself to the outermost. */
  readonly compounds: ReadonlyArray<Compound>
  readonly specificity: number
}

export const simpleSelector = (selector: string): SimpleSelector | undefined => {
  const compounds: Array<Compound> = []
  let specificity = 0
  let isParent = false
  for (const part of selector.replaceAll(">", " > ").trim().split(/\s+/).toReversed()) {
    if (part === ">") {
      isParent = true
      continue
    }
    const names = part.match(/[.#]?[^.#]+/g) ?? []
    const classes = names.filter((name) => name.startsWith(".")).map((name) => name.slice(1))
    const id = names.find((name) => name.startsWith("#"))?.slice(1) ?? ""
    const tag = names.find((name) => !/^[.#]/.test(name))?.toLowerCase() ?? "*"
    compounds.push({ tag, id, classes, isParent })
    isParent = false
    specificity += (id === "" ? 0 : 10_000) + classes.length * 100 + (tag === "*" ? 0 : 1)
  }
  return compounds.length > maxCompounds || isParent ? undefined : { compounds, specificity }
}

/** Class lists of a page, split. */
export class ClassLists {
  private readonly lists = new Map<string, ReadonlyArray<string>>()

  of(list: string): ReadonlyArray<string> {
    const known = this.lists.get(list)
    if (known !== undefined) return known
    const classes = list.trim().split(/\s+/, maxClasses)
    this.lists.set(list, classes)
    return classes
  }
}

/** Max classes of an element that are read. */
const maxClasses = 40

/** Whether an element matches the compounds from `from` on. The budget bounds the work where parents are searched. */
export const matchesSimple = (
  element: PageElement,
  compounds: ReadonlyArray<Compound>,
  lists: ClassLists,
  budget: Budget,
  from = 0
): boolean => {
  const own = compounds[from]
  if (own === undefined || !hasAll(element, own, lists)) return false
  const next = compounds[from + 1]
  if (next === undefined) return true
  for (let at = element.parentNode; at !== null; at = at.parentNode) {
    if (--budget.left < 0) return false
    if (matchesSimple(at, compounds, lists, budget, from + 1)) return true
    if (next.isParent) return false
    // Without parents among them, the nearest ancestor that matches is as good as any other.
    if (hasAll(at, next, lists) && !compounds.some(({ isParent }, index) => isParent && index > from + 1)) return false
  }
  return false
}

const hasAll = (element: PageElement, { classes, id, tag }: Compound, lists: ClassLists): boolean => {
  if (tag !== "*" && tag !== element.tag || id !== "" && element.attr("id") !== id) return false
  if (classes.length === 0) return true
  const list = element.attr("class")
  if (list === undefined) return false
  const all = lists.of(list)
  return classes.every((name) => all.includes(name))
}
