import type { PageElement } from "../../../dom/node.ts"
import type { Matching, Rule } from "./Matching.ts"
import type { RawRule } from "./read-rules.ts"

/** Rules by the id, else the class, else the tag, else an attribute of the elements that they are for. */
export class RuleIndex {
  private readonly ids = new Map<string, Array<Rule>>()
  private readonly classes = new Map<string, Array<Rule>>()
  private readonly tags = new Map<string, Array<Rule>>()
  private readonly attributes = new Map<string, Array<Rule>>()
  private readonly matching: Matching
  /** By class list: most elements have one of these. */
  private readonly ofClasses = new Map<string, ReadonlyArray<Rule>>()
  private readonly wanted = new Map<ReadonlyArray<Rule>, ReadonlyArray<Rule>>()
  private readonly isWanted: ((rule: Rule) => boolean) | undefined

  /** `isWanted` is called once for a rule, when an element has its name. */
  constructor(
    rules: ReadonlyArray<RawRule>,
    accepts: (rule: RawRule) => boolean,
    matching: Matching,
    isWanted?: (rule: Rule) => boolean
  ) {
    this.matching = matching
    this.isWanted = isWanted
    for (let order = 0; order < rules.length; order++) {
      const raw = rules[order]!
      if (!accepts(raw)) continue
      for (const rule of matching.rulesOf(raw, order)) for (const key of rule.keys) this.add(key, rule)
    }
  }

  private add(key: string, rule: Rule): void {
    const first = key.charCodeAt(0)
    const isNamed = first === 0x23 || first === 0x2E || first === 0x5B
    const index = first === 0x23
      ? this.ids
      : first === 0x2E
      ? this.classes
      : first === 0x5B
      ? this.attributes
      : this.tags
    const name = isNamed ? key.slice(1) : key
    const known = index.get(name)
    if (known === undefined) index.set(name, [rule])
    else known.push(rule)
  }

  /** Whether rules have a name that the element has. */
  hasCandidates({ attrs, tag }: PageElement): boolean {
    for (let index = 0; index < attrs.length; index++) {
      const { name, value } = attrs[index]!
      if (name === "class") {
        if (this.classes.size > 0 && this.rulesOfClasses(value).length > 0) return true
      } else if (name === "id" && this.ids.size > 0) {
        if (this.listed(this.ids, this.matching.names.named(value)).length > 0) return true
      }
      if (this.attributes.size > 0 && this.listed(this.attributes, name).length > 0) return true
    }
    return this.tags.size > 0 && (this.listed(this.tags, tag).length > 0 || this.listed(this.tags, "*").length > 0)
  }

  /** Calls `visit` with the rules that match an element, in no order. Only those that are `isNew` are tested. */
  forMatching(element: PageElement, inState: boolean, visit: Visit, isNew?: (rule: Rule) => boolean): void {
    const { attrs } = element
    for (let index = 0; index < attrs.length; index++) {
      const { name, value } = attrs[index]!
      if (name === "class") {
        if (this.classes.size > 0) this.visitAll(this.rulesOfClasses(value), element, inState, visit, isNew)
      } else if (name === "id" && this.ids.size > 0) {
        this.visitAll(this.listed(this.ids, this.matching.names.named(value)), element, inState, visit, isNew)
      }
      if (this.attributes.size > 0) {
        this.visitAll(this.listed(this.attributes, name), element, inState, visit, isNew)
      }
    }
    if (this.tags.size === 0) return
    this.visitAll(this.listed(this.tags, element.tag), element, inState, visit, isNew)
    this.visitAll(this.listed(this.tags, "*"), element, inState, visit, isNew)
  }

  private visitAll(
    rules: ReadonlyArray<Rule>,
    element: PageElement,
    inState: boolean,
    visit: Visit,
    isNew: ((rule: Rule) => boolean) | undefined
  ): void {
    for (const rule of rules) {
      if (rule.needsState && !inState || isNew?.(rule) === false) continue
      if (!this.matching.mayTest()) return
      const test = rule.selectorTest
      if (inState ? test.mayMatch(element) : test.matches(element)) visit(rule)
    }
  }

  private listed(index: ReadonlyMap<string, ReadonlyArray<Rule>>, key: string): ReadonlyArray<Rule> {
    const rules = index.get(key)
    if (rules === undefined) return none
    if (this.isWanted === undefined) return rules
    const known = this.wanted.get(rules) ?? rules.filter(this.isWanted)
    this.wanted.set(rules, known)
    return known
  }

  private rulesOfClasses(list: string): ReadonlyArray<Rule> {
    const known = this.ofClasses.get(list)
    if (known !== undefined) return known
    let rules = none
    for (const name of this.matching.names.lists.of(list)) {
      const own = this.listed(this.classes, name)
      if (own.length > 0 && !rules.includes(own[0]!)) rules = rules.length === 0 ? own : [...rules, ...own]
    }
    this.ofClasses.set(list, rules)
    return rules
  }
}

type Visit = (rule: Rule) => void

const none: ReadonlyArray<Rule> = []
