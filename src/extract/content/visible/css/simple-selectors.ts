import type { PageElement, PageNode } from "../../../dom/node.ts"
import type { Budget } from "../../../select/Budget.ts"
import type { ClassLists } from "./ClassLists.ts"
import { nameSigns, nameWithEscapes, withoutEscapes } from "./escapes.ts"
import { states } from "./states.ts"

/** A part of a selector that one element has to match. */
interface Compound {
  tag: string
  id: string
  readonly classes: Array<string>
  readonly attributes: Array<AttributeTest>
  /** Compounds of which it matches none. */
  readonly excluded: Array<Compound>
  isRoot: boolean
  /** Whether it names a state that an element gets by its reader. */
  hasState: boolean
  /** How the element of the next compound is related to it. */
  relation: Relation
}

interface AttributeTest {
  readonly name: string
  /** "" if any value will do. */
  readonly operator: string
  readonly value: string
}

/** Nearer elements come first: a descendant, a child, the next sibling, a later sibling of the other one. */
type Relation = " " | ">" | "+" | "~"

export interface SimpleSelector {
  /** From the element itself to the outermost. */
  readonly compounds: ReadonlyArray<Compound>
  readonly specificity: number
  readonly hasState: boolean
}

const maxCompounds = 12
const maxLength = 400

const part = new RegExp(
  [
    String.raw`\s*([>+~\s])\s*`,
    `([.#]?)([${nameSigns}]+|\\*)`,
    String.raw`\[\s*([\w-]+)\s*(?:([~|^$*]?)=\s*(?:"([^"]*)"|'([^']*)'|([${nameSigns}]+))\s*)?\]`,
    String.raw`:not\(\s*([^(),\s]+)\s*\)`,
    ":([a-z-]+)"
  ].join("|"),
  "y"
)

/** Undefined for the few selectors that are not of these parts. The names of a page without a doctype have no case. */
export const simpleSelector = (selector: string, isQuirks: boolean): SimpleSelector | undefined => {
  if (selector.length > maxLength || /::|[^\S\t\n\f\r ]/.test(selector)) return undefined
  return parsed(withoutEscapes(selector).trim(), isQuirks)
}

const parsed = (text: string, isQuirks: boolean): SimpleSelector | undefined => {
  const compounds: Array<Compound> = [compound(" ")]
  let specificity = 0
  let isEmpty = true
  for (let at = 0; at < text.length; at = part.lastIndex) {
    part.lastIndex = at
    const found = part.exec(text)
    if (found === null) return undefined
    const [, relation, sign, name, attribute, operator, quoted, single, bare, excluded, pseudo] = found
    const own = compounds[0]!
    if (relation !== undefined) {
      if (isEmpty || compounds.length === maxCompounds) return undefined
      compounds.unshift(compound(/\s/.test(relation) ? " " : relation as Relation))
      isEmpty = true
      continue
    }
    const end = part.lastIndex
    if (name !== undefined) specificity += addName(own, sign ?? "", name, isQuirks)
    else if (attribute !== undefined) {
      const test = attributeTest(attribute, operator, quoted ?? single ?? bare)
      if (test === undefined) return undefined
      own.attributes.push(test)
      specificity += 100
    } else if (excluded !== undefined) {
      const inner = parsed(excluded, isQuirks)
      if (inner === undefined || inner.compounds.length > 1 || inner.hasState) return undefined
      own.excluded.push(inner.compounds[0]!)
      specificity += inner.specificity
    } else if (!addPseudo(own, pseudo ?? "")) return undefined
    else specificity += 100
    part.lastIndex = end
    isEmpty = false
  }
  return isEmpty ? undefined : { compounds, specificity, hasState: compounds.some(({ hasState }) => hasState) }
}

const compound = (relation: Relation): Compound => ({
  tag: "*",
  id: "",
  classes: [],
  attributes: [],
  excluded: [],
  isRoot: false,
  hasState: false,
  relation
})

const addName = (own: Compound, sign: string, name: string, isQuirks: boolean): number => {
  const known = nameWithEscapes(isQuirks ? name.toLowerCase() : name)
  if (sign === ".") {
    own.classes.push(known)
    return 100
  }
  if (sign === "#") {
    own.id = known
    return 10_000
  }
  own.tag = known.toLowerCase()
  return own.tag === "*" ? 0 : 1
}

const addPseudo = (own: Compound, name: string): boolean => {
  if (states.test(name)) own.hasState = true
  else if (name === "root") own.isRoot = true
  else if (name === "link" || name === "any-link") own.attributes.push({ name: "href", operator: "", value: "" })
  else return false
  return true
}

/** In the values of other attributes, HTML ignores case. */
const withCase = /^(?:data-.*|aria-.*|class|id|href|src|role|slot|style|title|name|for)$/

const attributeTest = (name: string, operator = "", value?: string): AttributeTest | undefined => {
  const known = name.toLowerCase()
  if (value === undefined) return { name: known, operator: "", value: "" }
  if (!withCase.test(known) || value === "") return undefined
  return { name: known, operator: `${operator}=`, value: nameWithEscapes(value) }
}

/** Tests elements of a page. The budget bounds the work where parents and siblings are searched. */
export class SimpleMatching {
  private readonly lists: ClassLists
  private readonly budget: Budget
  private readonly isQuirks: boolean

  constructor(lists: ClassLists, budget: Budget, isQuirks: boolean) {
    this.lists = lists
    this.budget = budget
    this.isQuirks = isQuirks
  }

  /** Whether an element matches the compounds from `from` on. */
  matches(element: PageElement, compounds: ReadonlyArray<Compound>, from = 0): boolean {
    const own = compounds[from]!
    if (!this.hasAll(element, own)) return false
    const next = compounds[from + 1]
    if (next === undefined) return true
    // Without other relations among them, the nearest ancestor that matches is as good as any other.
    const isNearest = compounds.every(({ relation }, index) => index <= from || relation === " ")
    for (let at = nextOf(element, own.relation); at !== null; at = nextOf(at, own.relation)) {
      if (--this.budget.left < 0) return false
      if (this.matches(at, compounds, from + 1)) return true
      if (own.relation === ">" || own.relation === "+") return false
      if (isNearest && this.hasAll(at, next)) return false
    }
    return false
  }

  private hasAll(element: PageElement, own: Compound): boolean {
    if (own.tag !== "*" && own.tag !== element.tag) return false
    if (own.id !== "" && this.idOf(element) !== own.id) return false
    if (own.classes.length > 0) {
      const list = element.attr("class")
      if (list === undefined) return false
      const all = this.lists.of(list)
      for (const name of own.classes) if (!all.includes(name)) return false
    }
    if (own.isRoot && element.parentNode?.tag !== "#document") return false
    for (const test of own.attributes) if (!hasAttribute(element, test)) return false
    for (const other of own.excluded) if (this.hasAll(element, other)) return false
    return true
  }

  private idOf(element: PageElement): string | undefined {
    const id = element.attr("id")
    return this.isQuirks ? id?.toLowerCase() : id
  }
}

const nextOf = (element: PageElement, relation: Relation): PageElement | null => {
  // The document is not an element.
  if (relation === " " || relation === ">") return element.parentNode?.tag === "#document" ? null : element.parentNode
  let node: PageNode | null = element.previousSibling
  while (node !== null && node.nodeType !== 1) node = node.previousSibling
  return node
}

const hasAttribute = (element: PageElement, { name, operator, value }: AttributeTest): boolean => {
  const own = element.attr(name)
  if (own === undefined) return false
  switch (operator) {
    case "=":
      return own === value
    case "~=":
      return own.split(/\s+/).includes(value)
    case "|=":
      return own === value || own.startsWith(`${value}-`)
    case "^=":
      return own.startsWith(value)
    case "$=":
      return own.endsWith(value)
    case "*=":
      return own.includes(value)
    default:
      return true
  }
}
