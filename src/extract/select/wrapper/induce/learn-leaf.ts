import type { Leaf, LeafValue } from "../../../../core/domain/data/data-shape.ts"
import type { FieldRule, LearntField } from "../../../../core/domain/data/Rules.ts"
import { readField, sameValue } from "../read-field.ts"
import type { Proposal } from "./Proposal.ts"
import { proposeRules } from "./propose-rules.ts"
import type { KnownScope, Scope } from "./Scope.ts"

export interface LearntLeaf {
  readonly rules: ReadonlyArray<FieldRule>
  readonly field: LearntField | undefined
  /** Number of pages, examples and checked ones, for which the rules give a value. */
  readonly filled: number
  /** Scopes on which the value is nowhere. */
  readonly absent: ReadonlyArray<KnownScope>
}

interface Judged extends Proposal {
  readonly right: ReadonlySet<number>
  readonly wrong: number
  readonly score: number
}

const maxRules = 3
/** Weight of the share of checked pages for which a rule gives a value. */
const fillWeight = 3

/** Learns where the values of a leaf are. A scope without data says that it has none. */
export const learnLeaf = (
  leaf: Leaf,
  pointer: string,
  scopes: ReadonlyArray<KnownScope>,
  checks: ReadonlyArray<Scope>,
  tolerance: number
): LearntLeaf => {
  const { absent, proposals } = proposeRules(leaf, pointer, scopes)
  const known = scopes.filter((scope) => !absent.includes(scope))
  const rules = chosen(judgedProposals(proposals, leaf, known, checks), known)
  const filled = filledPages(rules, leaf, scopes).size + filledPages(rules, leaf, checks).size
  return { rules, field: fieldOf(rules, leaf, pointer, known, checks, tolerance), filled, absent }
}

/** The best first. A proposal that costs more than a perfect one is not tried. */
const judgedProposals = (
  proposals: ReadonlyArray<Proposal>,
  leaf: Leaf,
  scopes: ReadonlyArray<KnownScope>,
  checks: ReadonlyArray<Scope>
): ReadonlyArray<Judged> => {
  const wanted = scopes.filter(({ data }) => data !== undefined).length
  const judged: Array<Judged> = []
  let perfect = Number.POSITIVE_INFINITY
  for (const proposal of proposals) {
    if (proposal.cost - fillWeight > perfect) break
    const one = judge(proposal, leaf, scopes, checks)
    if (one.right.size === 0) continue
    judged.push(one)
    if (one.right.size === wanted && one.wrong === 0) perfect = Math.min(perfect, one.score)
  }
  return judged.toSorted(byMerit)
}

const judge = (
  proposal: Proposal,
  leaf: Leaf,
  scopes: ReadonlyArray<KnownScope>,
  checks: ReadonlyArray<Scope>
): Judged => {
  const { cost, rule } = proposal
  const right = new Set<number>()
  let wrong = 0
  scopes.forEach((scope, number) => {
    const verdict = verdictOf([rule], leaf, scope)
    if (verdict === "right") right.add(number)
    else if (verdict === "wrong") wrong++
  })
  const found = checks.filter(({ index, root }) => readField(rule, leaf, index, root) !== undefined).length
  const fill = checks.length === 0 ? 0 : found / checks.length
  return { ...proposal, right, wrong, score: cost - fillWeight * fill }
}

const byMerit = (one: Judged, other: Judged): number =>
  (other.right.size - other.wrong) - (one.right.size - one.wrong) || other.right.size - one.right.size ||
  one.score - other.score

type Verdict = "right" | "wrong" | "missing" | "empty"

/** Empty: rightly nothing. */
const verdictOf = (rules: ReadonlyArray<FieldRule>, leaf: Leaf, { data, index, root }: KnownScope): Verdict => {
  for (const rule of rules) {
    const found = readField(rule, leaf, index, root)
    if (found !== undefined) return data !== undefined && sameValue(found.value, data as LeafValue) ? "right" : "wrong"
  }
  return data === undefined ? "empty" : "missing"
}

/** The best rule, and others that are right where it gives nothing and never wrong. */
const chosen = (judged: ReadonlyArray<Judged>, scopes: ReadonlyArray<KnownScope>): ReadonlyArray<FieldRule> => {
  const rules: Array<FieldRule> = []
  const covered = new Set<number>()
  const wanted = scopes.filter(({ data }) => data !== undefined).length
  const [best] = judged
  // Rules for one value each have learnt nothing.
  if (best === undefined || best.right.size * 2 < wanted) return []
  for (const one of [best, ...judged.filter((other) => other !== best && other.wrong === 0)]) {
    if (rules.length >= maxRules || covered.size >= wanted) break
    if ([...one.right].every((number) => covered.has(number))) continue
    rules.push(one.rule)
    for (const number of one.right) covered.add(number)
  }
  return rules
}

/** Undefined if the rules do not agree with all examples but one. */
const fieldOf = (
  rules: ReadonlyArray<FieldRule>,
  leaf: Leaf,
  pointer: string,
  scopes: ReadonlyArray<KnownScope>,
  checks: ReadonlyArray<Scope>,
  tolerance: number
): LearntField | undefined => {
  const [first] = rules
  if (first === undefined) return undefined
  const verdicts = scopes.map((scope) => verdictOf(rules, leaf, scope))
  const agreeing = verdicts.filter((verdict) => verdict === "right" || verdict === "empty").length
  if (!isEnough(agreeing, scopes.length, tolerance)) return undefined
  const judging = checks.length > 0 ? checks : scopes
  const pages = new Set(judging.map(({ page }) => page))
  const filled = filledPages(rules, leaf, judging)
  return {
    pointer,
    selector: first.selector,
    attribute: first.attribute,
    agreement: agreeing / scopes.length,
    fill: pages.size === 0 ? 0 : filled.size / pages.size
  }
}

/** Pages for which any of the rules gives a value. */
const filledPages = (
  rules: ReadonlyArray<FieldRule>,
  leaf: Leaf,
  scopes: ReadonlyArray<Scope>
): ReadonlySet<number> =>
  new Set(
    scopes.filter(({ index, root }) => rules.some((rule) => readField(rule, leaf, index, root) !== undefined))
      .map(({ page }) => page)
  )

/** All but one, or of many all but this share. */
export const isEnough = (right: number, all: number, tolerance: number): boolean =>
  right > 0 && all - right <= Math.max(1, Math.floor(all * tolerance))
