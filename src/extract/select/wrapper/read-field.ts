import type { Leaf, LeafValue } from "../../../core/domain/data/data-shape.ts"
import type { FieldRule } from "../../../core/domain/data/Rules.ts"
import type { PageElement } from "../../dom/node.ts"
import { fold } from "../../dom/walk.ts"
import { imageOf } from "../../media/image-source.ts"
import { isoDate } from "../../metadata/dates/dates.ts"
import { type FoundValue, leafValue } from "../../records/data/leaf-value.ts"
import { declaredTexts } from "./declared-texts.ts"
import { isOfLeaf } from "./induce/example-faults.ts"
import { labelOf, plainLabel } from "./label-of.ts"
import type { PageIndex } from "./PageIndex.ts"

/** How a leaf is written on a page, besides its place. */
export type Form = Pick<FieldRule, "before" | "after" | "choices" | "day_first">

/** A value of a rule. */
export interface RuleValue extends FoundValue {
  /** Undefined for declared data, which is not shown. */
  readonly shownIn: PageElement | undefined
}

/**
 * The value that a rule gives below a root; null is the whole page. Undefined if it gives none, or if it gives several
 * that differ.
 */
export const readField = (
  rule: FieldRule,
  leaf: Leaf,
  index: PageIndex,
  root: PageElement | null
): RuleValue | undefined => {
  let found: RuleValue | undefined
  for (const value of valuesOf(rule, leaf, index, root)) {
    if (rule.first === true) return value
    if (found !== undefined && found.value !== value.value) return undefined
    found ??= value
  }
  return found
}

/** Steps of reading a text as a value. A rule may select all elements of a page. */
const readCost = 30

function* valuesOf(rule: FieldRule, leaf: Leaf, index: PageIndex, root: PageElement | null): Generator<RuleValue> {
  if (rule.path !== undefined) {
    for (const text of declaredTexts(index.page.html, rule.path)) {
      index.budget.spend(readCost)
      const read = readText(text, leaf, rule, index, declared)
      if (read !== undefined) yield { ...read, shownIn: undefined }
    }
    return
  }
  const label = rule.label === undefined ? undefined : plainLabel(rule.label)
  for (const element of index.select(rule.selector, root)) {
    if (rule.label !== undefined && !isLabelled(element, label, rule.follows === true, root, index)) continue
    const text = rule.follows === true ? textAfter(element) : textAt(element, rule.attribute, index)
    index.budget.spend(readCost + ((text?.length ?? 0) >> 1))
    const read = text === undefined ? undefined : readText(text, leaf, rule, index, rule.attribute)
    if (read !== undefined) yield { ...read, shownIn: rule.attribute === null ? element : undefined }
  }
}

/** Whether an element has a label, or is the label itself. */
const isLabelled = (
  element: PageElement,
  label: string | undefined,
  isOwn: boolean,
  root: PageElement | null,
  index: PageIndex
): boolean => (isOwn ? plainLabel(index.textOf(element)) : labelOf(element, root, index)?.text) === label

/** The text between an element and the next one. */
export const textAfter = (element: PageElement): string => {
  let text = ""
  for (let node = element.nextSibling; node !== null && node.nodeType !== 1; node = node.nextSibling) {
    if (node.nodeType === 3) text += node.data
  }
  return fold(text).replace(/^[:：]\s*/u, "")
}

/** The text of an element, or that of an attribute. */
export const textAt = (element: PageElement, attribute: string | null, index: PageIndex): string | undefined => {
  if (attribute === null) return index.textOf(element)
  if (element.tag === "img" && attribute === "src") {
    // A lazy loader puts the address elsewhere.
    const image = imageOf(element, index.page.baseUrl)?.url
    if (image !== undefined) return image
  }
  const value = element.attr(attribute)
  return value === undefined ? undefined : fold(value)
}

const urlAttributes: ReadonlySet<string> = new Set(["href", "src", "data-src", "poster", "action", "cite"])

/** In place of an attribute, for texts of JSON-LD. */
export const declared = "@"

/** Reads a leaf from a text of the page. Undefined if the text does not have the form. */
export const readText = (
  text: string,
  leaf: Leaf,
  form: Form,
  index: PageIndex,
  attribute: string | null = null
): FoundValue | undefined => {
  const part = partOf(text, form)
  if (part === undefined || part === "") return undefined
  if (form.choices !== undefined) {
    const value = choicesByText(form.choices).get(plainText(part))
    // A person may have edited the rules.
    return value === undefined || !isOfLeaf(leaf, value) ? undefined : { value, written: part }
  }
  if (leaf.format === "date" && leaf.choices === undefined) {
    const date = isoDate(part, Number.POSITIVE_INFINITY, { monthFirst: form.day_first !== true, language: "" })
    return date === "" ? undefined : { value: date, written: part }
  }
  // Markup in a text that is shown is part of it, unlike in declared data.
  if (attribute === null && leaf.kind === "string" && leaf.format === undefined && leaf.choices === undefined) {
    return { value: part, written: part }
  }
  const isAddress = attribute !== null && urlAttributes.has(attribute) && form.before === undefined &&
    leaf.kind === "string" && leaf.format === undefined && leaf.choices === undefined
  return leafValue(part, isAddress ? { ...leaf, format: "uri" } : leaf, undefined, {
    base: index.page.baseUrl,
    now: Number.POSITIVE_INFINITY,
    characters: maxCharacters
  })
}

const maxCharacters = 100_000

const partOf = (text: string, { after, before }: Form): string | undefined => {
  const start = before === undefined ? 0 : text.indexOf(before)
  if (start < 0) return undefined
  const rest = text.slice(start + (before?.length ?? 0))
  const end = after === undefined ? rest.length : rest.indexOf(after)
  return end < 0 ? undefined : rest.slice(0, end).trim()
}

/** The first of several choices with the same text counts. */
const choicesByText = (choices: NonNullable<Form["choices"]>): ReadonlyMap<string, LeafValue> => {
  const before = knownChoices.get(choices)
  if (before !== undefined) return before
  const found = new Map(choices.map(({ text, value }) => [plainText(text), value] as const).toReversed())
  knownChoices.set(choices, found)
  return found
}

const knownChoices = new WeakMap<object, ReadonlyMap<string, LeafValue>>()

const sameText = (one: string, other: string): boolean => one === other || plainText(one) === plainText(other)

const plainText = (text: string): string => fold(text).normalize("NFC").toLowerCase()

/** Whether a value read on a page is the wanted one. */
export const sameValue = (one: LeafValue, other: LeafValue): boolean =>
  one === other || (typeof one === "string" && typeof other === "string" && sameText(one, other))
