import type { Leaf, LeafValue } from "../../../../core/domain/data/data-shape.ts"
import type { PageElement } from "../../../dom/node.ts"
import { isObject, jsonLdOf } from "../../../metadata/declared/json-ld.ts"
import { typesOf } from "../declared-texts.ts"
import { declared, type Form, readText, sameValue, textAfter, textAt } from "../read-field.ts"
import { cutForms } from "./cut-forms.ts"
import type { Scope } from "./Scope.ts"
import { textLengths } from "./text-lengths.ts"

/** Where a page has a value: an element or one of its attributes, and the form in which it is written. */
export interface ValuePlace {
  readonly element: PageElement
  readonly attribute: string | null
  readonly form: Form
  /** The value is the text behind the element. */
  readonly follows: boolean
  /** Characters of the text besides the value. */
  readonly around: number
}

const maxPlaces = 40
const maxCut = 400
const maxCount = 100
/** Steps of reading a text as a value. */
const readCost = 10
/** The same in JSON-LD, with the way to it. */
const pathCost = 40
/** Longer texts than the value by this may contain it. */
const maxAround = 300

/** Places of a value in a scope. Whole texts come first, then parts of the shortest texts. */
export const findPlaces = (leaf: Leaf, wanted: LeafValue, scope: Scope): ReadonlyArray<ValuePlace> => {
  const { index, root } = scope
  const lengths = textLengths(index)
  const length = String(wanted).length
  const maxLength = length + maxAround
  // Stars are often in a class, such as stars-4.
  const isCount = typeof wanted === "number" && wanted <= maxCount
  const whole: Array<ValuePlace> = []
  const cut: Array<ValuePlace> = []
  const add = (element: PageElement, attribute: string | null, text: string, follows = false): void => {
    if (text === "" || text.length > maxLength) return
    index.budget.spend(readCost)
    const place = { element, attribute, follows, around: Math.max(0, text.length - length) }
    for (const form of wholeForms(leaf)) {
      const read = readText(text, leaf, form, index, attribute)
      if (read === undefined || !sameValue(read.value, wanted)) continue
      whole.push({ ...place, form })
      return
    }
    if (cut.length >= maxCut) return
    for (const form of cutForms(text, leaf, wanted, index, attribute)) cut.push({ ...place, form })
  }
  const from = Math.max(0, index.placeOf(root))
  for (let place = from; place <= index.endOf(root) && whole.length < maxPlaces; place++) {
    const element = index.elements[place]!
    index.budget.spend(1 + element.attrs.length)
    // Twice, because white space is folded later.
    if ((lengths[place] ?? 0) <= maxLength) add(element, null, index.textOf(element))
    if (isInlineLabel(element)) {
      const text = textAfter(element)
      index.budget.spend(text.length >> 1)
      add(element, null, text, true)
    }
    for (const { name, value } of element.attrs) {
      if (value.length > maxLength * 2 || !(isRead(name) || (isCount && name === "class"))) continue
      add(element, name, textAt(element, name, index) ?? "")
    }
  }
  return [...byAround(whole), ...byAround(cut).slice(0, maxPlaces)]
}

const byAround = (places: ReadonlyArray<ValuePlace>): ReadonlyArray<ValuePlace> =>
  places.toSorted((one, other) => one.around - other.around)

/** An element with a text behind it, whose text may say what that is. */
const isInlineLabel = (element: PageElement): boolean =>
  element.nextSibling?.nodeType === 3 && labelTags.has(element.tag) && element.firstChild !== null

const labelTags: ReadonlySet<string> = new Set(["b", "strong", "em", "i", "span", "label", "u", "small"])

/** Attributes that only markup reads. */
const isRead = (name: string): boolean => !unread.test(name)

const unread = /^(?:class|style|id|on\w+|width|height|srcset|sizes|for|rel|target|type|role|tabindex|xmlns)$/

const wholeForms = ({ choices, format }: Leaf): ReadonlyArray<Form> =>
  format === "date" && choices === undefined ? [{}, { day_first: true }] : [{}]

const maxPaths = 20
const maxDepth = 5
const maxItems = 20

/** Paths of JSON-LD to a value. */
export const findPaths = (leaf: Leaf, wanted: LeafValue, { index }: Scope): ReadonlyArray<ReadonlyArray<string>> => {
  const found = new Map<string, ReadonlyArray<string>>()
  const visit = (value: unknown, path: ReadonlyArray<string>): void => {
    if (found.size >= maxPaths || path.length > maxDepth) return
    if (Array.isArray(value)) value.slice(0, maxItems).forEach((item) => visit(item, path))
    else if (isObject(value)) {
      for (const [key, part] of Object.entries(value)) if (key !== "@type") visit(part, [...path, key])
    } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      index.budget.spend(pathCost)
      const read = readText(String(value), leaf, {}, index, declared)
      if (read !== undefined && sameValue(read.value, wanted)) found.set(path.join("\n"), path)
    }
  }
  for (const object of jsonLdOf(index.page.html).objects.slice(0, maxItems)) {
    const [type] = typesOf(object["@type"])
    if (typeof type === "string") visit(object, [type])
  }
  return [...found.values()]
}
