import { signal } from "@preact/signals"
import type { WrapperRequest } from "../../../contract/client/index.ts"

/** Types of values, as JSON Schema has them. */
export const kinds = {
  text: { label: "Text", schema: { type: "string" }, help: "As the page has it." },
  number: { label: "Number", schema: { type: "number" }, help: "With a point: 1299.5" },
  integer: { label: "Whole number", schema: { type: "integer" }, help: "Without a fraction: 12" },
  date: { label: "Date", schema: { type: "string", format: "date" }, help: "As YYYY-MM-DD." },
  address: { label: "Address", schema: { type: "string", format: "uri" }, help: "A whole URL." },
  boolean: { label: "Yes or no", schema: { type: "boolean" }, help: "Needs three examples, with both answers." }
} as const
export type Kind = keyof typeof kinds

/** A field that the user wants. */
export interface WantedField {
  readonly key: number
  readonly name: string
  readonly kind: Kind
}

/** A page with the values that the user has chosen on it, by the key of the field. */
export interface DraftExample {
  readonly url: string
  readonly title: string
  /** Lines of its text. */
  readonly lines: ReadonlyArray<string>
  /** Addresses of its links and images. */
  readonly addresses: ReadonlyArray<string>
  readonly values: Readonly<Record<number, string>>
}

/** The form for a new wrapper, which keeps its values while another view is open. */
export interface WrapperDraft {
  readonly name: string
  readonly fields: ReadonlyArray<WantedField>
  readonly examples: ReadonlyArray<DraftExample>
  /** URLs of further pages, one a line. */
  readonly more: string
}

export const emptyDraft: WrapperDraft = {
  name: "",
  fields: [{ key: 1, name: "name", kind: "text" }, { key: 2, name: "price", kind: "number" }],
  examples: [],
  more: ""
}

export const wrapperDraft = signal(emptyDraft)

export const schemaOf = (fields: ReadonlyArray<WantedField>): WrapperRequest["schema"] => ({
  type: "object",
  properties: Object.fromEntries(fields.map(({ kind, name }) => [name.trim(), kinds[kind].schema]))
})

/** The data of an example. An empty value is absent: the page has none. */
export const dataOf = (fields: ReadonlyArray<WantedField>, { values }: DraftExample): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap(({ key, kind, name }) => {
    const text = (values[key] ?? "").trim()
    return text === "" ? [] : [[name.trim(), typedValue(kind, text)]]
  }))

/** A text that is not of the kind stays a text, and is refused by the service with its place. */
const typedValue = (kind: Kind, text: string): unknown => {
  if (kind === "boolean") return text === "true"
  if (kind !== "number" && kind !== "integer") return text
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** Fault of a typed value. */
export const faultOf = (kind: Kind, text: string): string | undefined => {
  const value = text.trim()
  if (value === "") return undefined
  const isValid = {
    text: () => true,
    boolean: () => true,
    number: () => Number.isFinite(Number(value)),
    integer: () => Number.isInteger(Number(value)),
    date: () => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
    address: () => URL.canParse(value)
  }[kind]()
  return isValid ? undefined : `Not valid. ${kinds[kind].help}`
}

/** A text of the page in the form of a field: "£1,299.50" as 1299.5. Unchanged if it is not sure. */
export const inForm = (kind: Kind, text: string): string => {
  if (kind === "number" || kind === "integer") return numberIn(text) ?? text
  if (kind === "date") return dateIn(text) ?? text
  return text
}

/** The only number in a text. Of the last separator, one or two digits behind it are a fraction. */
const numberIn = (text: string): string | undefined => {
  const found = text.match(/-?\d(?:[\d.,'\u00A0\u202F ]*\d)?/g) ?? []
  const [first] = found
  if (first === undefined || found.length > 1) return undefined
  const [, whole = first, fraction] = /^(.*)[.,](\d{1,2})$/.exec(first) ?? []
  const digits = whole.replaceAll(/[.,'\u00A0\u202F ]/g, "")
  return String(Number(fraction === undefined ? digits : `${digits}.${fraction}`))
}

const dateIn = (text: string): string | undefined => {
  const [iso] = /\d{4}-\d\d-\d\d/.exec(text) ?? []
  if (iso !== undefined) return iso
  const time = new Date(text)
  if (!/\p{L}{3}/u.test(text) || Number.isNaN(time.getTime())) return undefined
  const two = (number: number) => String(number).padStart(2, "0")
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
