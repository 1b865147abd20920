import type { Leaf, LeafValue } from "../../../../core/domain/data/data-shape.ts"
import { labelOf, plainLabel } from "../label-of.ts"
import type { ElementName } from "./element-names.ts"
import { findPaths, findPlaces, type ValuePlace } from "./find-places.ts"
import { nameBonus } from "./name-bonus.ts"
import type { Proposal } from "./Proposal.ts"
import { proposeChoices } from "./propose-choices.ts"
import { proposeSelectors } from "./propose-selectors.ts"
import type { KnownScope } from "./Scope.ts"

export interface Proposals {
  /** Distinct, the cheapest first. */
  readonly proposals: ReadonlyArray<Proposal>
  /** Scopes that do not have their value. */
  readonly absent: ReadonlyArray<KnownScope>
}

/** Scopes from which rules are proposed. All of them judge. */
const maxProposing = 3
const maxPlaces = 10
const maxSelectors = 60
const maxLabelled = 8
const maxProposals = 400

/** The first of several values may be that of a neighbour where the own one is absent. */
const firstCost = 4
const cutCost = 2
const labelCost = 1.5
/** A selector that could match in parts that resemble the one with the values. */
const neighbouredCost = 5
/** The same where no example has such a part. */
const aloneCost = 3.5
const valueCost = 6
const digitCost = 3
/** A text in front of a value that nothing says to be a label. */
const unmarkedCost = 4

/** Proposes rules for a leaf from the places of its values. */
export const proposeRules = (leaf: Leaf, pointer: string, scopes: ReadonlyArray<KnownScope>): Proposals => {
  const absent: Array<KnownScope> = []
  const proposals: Array<Proposal> = []
  const all = scopes.filter(({ root, subject }) => root === null && subject !== undefined)
  const among = all.filter(({ subject }) => subject?.hasNeighbours === true)
  const withSubject = among.length > 0 ? among : all
  let proposing = 0
  for (const scope of scopes) {
    if (scope.data === undefined) continue
    // The data is of the shape, as was checked before.
    const wanted = scope.data as LeafValue
    const places = findPlaces(leaf, wanted, scope)
    const paths = scope.root === null ? findPaths(leaf, wanted, scope) : []
    if (places.length === 0 && paths.length === 0) absent.push(scope)
    else if (proposing++ < maxProposing) {
      proposals.push(
        ...places.slice(0, maxPlaces).flatMap((place, order) => proposalsAt(place, order, pointer, scope, withSubject)),
        ...paths.map((path) => ({
          rule: { pointer, selector: declaredSelector, attribute: null, path: [...path] },
          cost: 2.5 + path.length * 0.3
        }))
      )
    }
  }
  const choices = absent.length === 0 ? [] : proposeChoices(leaf, pointer, scopes)
  // The texts of choices are on each page.
  return { proposals: distinct([...proposals, ...choices], pointer, leaf), absent: choices.length === 0 ? absent : [] }
}

const declaredSelector = "script[type=\"application/ld+json\"]"

const proposalsAt = (
  place: ValuePlace,
  order: number,
  pointer: string,
  scope: KnownScope,
  withSubject: ReadonlyArray<KnownScope>
): ReadonlyArray<Proposal> => {
  const { around, attribute, element, follows, form } = place
  const base = order * 0.1 + Math.min(6, around / 8) +
    (form.before === undefined && form.after === undefined ? 0 : cutCost) +
    variableCost(form.before ?? "", scope) + variableCost(form.after ?? "", scope) +
    (attribute === null ? 0 : attributeCosts.get(attribute) ?? 1)
  const isInSubject = scope.subject === undefined || scope.index.isWithin(element, scope.subject.element)
  const looseCost = withSubject.some(({ subject }) => subject?.hasNeighbours) ? neighbouredCost : aloneCost
  const isLoose = (name: ElementName) => isInSubject && withSubject.some((other) => !isAnchored(name, other))
  const selectors = proposeSelectors(element, scope.root).map((name): ElementName => ({
    ...name,
    cost: name.cost + (isLoose(name) ? looseCost : 0) +
      (namesValue(name.css, scope) ? valueCost : 0)
  })).toSorted((one, other) => one.cost - other.cost).slice(0, maxSelectors)
  const label = follows
    ? ownLabel(scope.index.textOf(element))
    : labelOf(element, scope.root, scope.index)
  const labelled = label === undefined ? [] : selectors.slice(0, maxLabelled).map((name): Proposal => ({
    rule: { pointer, selector: name.css, attribute, label: label.text, ...(follows ? { follows } : {}), ...form },
    cost: name.cost * 0.3 + base + labelCost + (label.isMarked ? 0 : unmarkedCost) + variableCost(label.text, scope)
  }))
  if (follows) return labelled
  return [
    ...labelled,
    ...selectors.flatMap((name): ReadonlyArray<Proposal> => {
      const rule = { pointer, selector: name.css, attribute, ...form }
      const { cost } = name
      return [{ rule, cost: cost + base }, { rule: { ...rule, first: true }, cost: cost + base + firstCost }]
    })
  ]
}

/**
 * Whether the ancestors in a selector are all in the subject, so it matches nothing beside that; around it, if no
 * other part resembles it.
 */
const isAnchored = ({ above }: ElementName, { index, subject }: KnownScope): boolean => {
  if (above === undefined || subject === undefined) return false
  const { element, hasNeighbours } = subject
  const { body, html } = index.page.html
  return index.select(above, null).every((one) =>
    hasNeighbours ? index.isWithin(one, element) : index.isWithin(element, one) && one !== body && one !== html
  )
}

/** Whether a selector is by an attribute that has a value of the example. */
const namesValue = (css: string, { values }: KnownScope): boolean =>
  [...css.matchAll(/="([^"]*)"/g)].some(([, own = ""]) => values.includes(own.toLowerCase()))

/** A text with a value or a number changes from page to page. */
const variableCost = (text: string, { values }: KnownScope): number => {
  const lower = text.toLowerCase()
  return values.some((value) => lower.includes(value)) ? valueCost : /\d/.test(lower) ? digitCost : 0
}

const ownLabel = (text: string) => {
  const plain = text.length > 60 ? undefined : plainLabel(text)
  return plain === undefined ? undefined : { text: plain, isMarked: true }
}

const attributeCosts: ReadonlyMap<string, number> = new Map([["content", 0], ["datetime", -0.5], ["href", 0], [
  "src",
  0
]])

/** A label that several scopes have is one, whatever its tag. */
const distinct = (proposals: ReadonlyArray<Proposal>, pointer: string, { title }: Leaf): ReadonlyArray<Proposal> => {
  const best = new Map<string, Proposal>()
  for (const { cost, rule } of proposals) {
    const key = JSON.stringify(rule)
    const before = best.get(key)
    const isRepeated = before !== undefined && rule.label !== undefined
    const own = cost - nameBonus(rule, pointer, title) - (isRepeated ? unmarkedCost / 2 : 0)
    if (before === undefined || before.cost > own) best.set(key, { rule, cost: own })
  }
  return [...best.values()].toSorted((one, other) => one.cost - other.cost).slice(0, maxProposals)
}
