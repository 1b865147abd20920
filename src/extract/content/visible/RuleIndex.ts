import type { PageElement } from "../../dom/node.ts"
import { addDeclarations, type Declarations } from "./declarations.ts"
import type { RawRule } from "./read-rules.ts"

/** A tag, an id and classes that one element has. */
interface Compound {
  readonly tag: string
  readonly id: string
  readonly classes: ReadonlyArray<string>
}

export interface Rule {
  readonly own: Compound
  /** From the outermost to the nearest. */
  readonly ancestors: ReadonlyArray<Compound>
  readonly specificity: number
  readonly isConditional: boolean
  readonly declarations: Declarations
}

/** Rules by the id, else the class, else the tag of the elements that they are for. */
export class RuleIndex {
  private readonly byName = new Map<string, Array<Rule>>()
  private hasIds = false
  private readonly classes = new Map<string, ReadonlyArray<string>>()
  /** By class list: most elements have one of these. */
  private readonly ofClasses = new Map<string, ReadonlyArray<Rule>>()

  constructor(rules: ReadonlyArray<RawRule>) {
    for (const rule of rules.flatMap(parsedRules)) {
      const { classes: [first], id, tag } = rule.own
      const name = id !== "" ? `#${id}` : first === undefined ? tag : `.${first}`
      const known = this.byName.get(name)
      if (known === undefined) this.byName.set(name, [rule])
      else known.push(rule)
      this.hasIds ||= id !== ""
    }
  }

  get isEmpty(): boolean {
    return this.byName.size === 0
  }

  /** The rules that match an element, in no order. */
  matching(element: PageElement): ReadonlyArray<Rule> {
    const ofTag = this.byName.get(element.tag)
    let ofClasses = none
    let ofId: ReadonlyArray<Rule> | undefined
    for (const { name, value } of element.attrs) {
      if (name === "class") ofClasses = this.rulesOfClasses(value)
      else if (name === "id" && this.hasIds) ofId = this.byName.get(`#${value}`)
    }
    if (ofTag === undefined && ofId === undefined && ofClasses.length === 0) return none
    return [...ofClasses, ...ofTag ?? [], ...ofId ?? []].filter((rule) => this.matches(element, rule))
  }

  private rulesOfClasses(list: string): ReadonlyArray<Rule> {
    const known = this.ofClasses.get(list)
    if (known !== undefined) return known
    const rules = this.classesOf(list).flatMap((name) => this.byName.get(`.${name}`) ?? [])
    this.ofClasses.set(list, rules)
    return rules
  }

  private matches(element: PageElement, { ancestors, own }: Rule): boolean {
    if (!this.hasAll(element, own)) return false
    let left = ancestors.length - 1
    for (let at = element.parentNode; at !== null && left >= 0; at = at.parentNode) {
      const compound = ancestors[left]
      if (compound !== undefined && this.hasAll(at, compound)) left--
    }
    return left < 0
  }

  private hasAll(element: PageElement, { classes, id, tag }: Compound): boolean {
    if (tag !== "*" && tag !== element.tag || id !== "" && element.attr("id") !== id) return false
    if (classes.length === 0) return true
    const list = element.attr("class")
    if (list === undefined) return false
    const all = this.classesOf(list)
    return classes.every((name) => all.includes(name))
  }

  private classesOf(list: string): ReadonlyArray<string> {
    const known = this.classes.get(list)
    if (known !== undefined) return known
    const classes = list.trim().split(/\s+/, maxClasses)
    this.classes.set(list, classes)
    return classes
  }
}

const none: ReadonlyArray<Rule> = []

/** Max classes of an element that are read. */
const maxClasses = 40

const parsedRules = ({ block, isConditional, prelude }: RawRule): ReadonlyArray<Rule> => {
  const declarations: Declarations = new Map()
  addDeclarations(block, declarations)
  if (declarations.size === 0) return []
  return prelude.split(",").flatMap((selector) => {
    const text = selector.trim()
    // With any other sign, the rule may be for a state, or for few of these elements.
    if (!/^[\w.#*\s-]+$/.test(text)) return []
    const compounds = text.split(/\s+/, maxCompounds + 1).map(compoundOf)
    const own = compounds.at(-1)
    if (own === undefined || compounds.length > maxCompounds) return []
    const specificity = compounds.reduce(
      (sum, { classes, id, tag }) => sum + (id === "" ? 0 : 10_000) + classes.length * 100 + (tag === "*" ? 0 : 1),
      0
    )
    return [{ own, ancestors: compounds.slice(0, -1), specificity, isConditional, declarations }]
  })
}

const maxCompounds = 6

const compoundOf = (text: string): Compound => {
  const names = text.match(/[.#]?[^.#]+/g) ?? []
  return {
    tag: names.find((name) => !/^[.#]/.test(name))?.toLowerCase() ?? "*",
    id: names.find((name) => name.startsWith("#"))?.slice(1) ?? "",
    classes: names.flatMap((name) => name.startsWith(".") ? name.slice(1) : [])
  }
}
