import type { Leaf, LeafValue } from "../../../../core/domain/data/data-shape.ts"
import type { PageElement } from "../../../dom/node.ts"
import { isObject, jsonLdOf } from "../../../metadata/declared/json-ld.ts"
import { typesOf } from "../declared-texts.ts"
import { type Form, readText, sameValue, textAt } from "../read-field.ts"
import { cutForms } from "./cut-forms.ts"
import type { Scope } from "./Scope.ts"
import { textLengths } from "./text-lengths.ts"

/** Where a page has a value: an element or one of its attributes, and the form in which it is written. */
export interface Place {
  readonly element: PageElement
  readonly attribute: string | null
  readonly form: Form
}

const maxPlaces = 40
const maxCut = 400
/** Longer texts than the value by this may contain it. */
const maxAround = 300

/** Places of a value in a scope. Whole texts come first, then parts of the shortest texts. */
export const findPlaces = (leaf: Leaf, wanted: LeafValue, scope: Scope): ReadonlyArray<Place> => {
  const { index, root } = scope
  const lengths = textLengths(index)
  const maxLength = String(wanted).length + maxAround
  const whole: Array<Place> = []
  const cut: Array<Place & { readonly length: number }> = []
  const add = (element: PageElement, attribute: string | null, text: string): void => {
    if (text === "" || text.length > maxLength) return
    for (const form of wholeForms(leaf)) {
      const read = readText(text, leaf, form, index, attribute)
      if (read !== undefined && sameValue(read.value, wanted)) {
        whole.push({ element, attribute, form })
        return
      }
    }
    if (cut.length >= maxCut) return
    for (const form of cutForms(text, leaf, wanted, index, attribute)) {
      cut.push({ element, attribute, form, length: text.length })
    }
  }
  const from = Math.max(0, index.placeOf(root))
  for (let place = from; place <= index.endOf(root) && whole.length < maxPlaces; place++) {
    const element = index.elements[place]!
    // Twice, because white space is folded later.
    if ((lengths[place] ?? 0) <= maxLength) add(element, null, index.textOf(element))
    for (const { name, value } of element.attrs) {
      if (value.length > maxLength * 2 || !isRead(name)) continue
      add(element, name, textAt(element, name, index) ?? "")
    }
  }
  return [...whole, ...cut.toSorted((one, other) => one.length - other.length).slice(0, maxPlaces)]
}

/** Attributes that markup alone reads. */
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
      const read = readText(String(value), leaf, {}, index)
      if (read !== undefined && sameValue(read.value, wanted)) found.set(path.join("\n"), path)
    }
  }
  for (const object of jsonLdOf(index.page.html).objects.slice(0, maxItems)) {
    const [type] = typesOf(object["@type"])
    if (typeof type === "string") visit(object, [type])
  }
  return [...found.values()]
}
