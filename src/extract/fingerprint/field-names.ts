import type { DocumentBody, PageRecord } from "../../core/domain/document/Document.ts"
import { describingFields } from "../../core/domain/names/describing-fields.ts"

/**
 * Names of the filled fields of a Document, then for each type of its records the names of their fields, as one text:
 * `title,author Product:name,price`. Names with a character outside of this form are left out.
 */
export const fieldNames = (document: Partial<DocumentBody>): string => {
  const own = contentFields.filter((name) => !isBlank(document[name]))
  const types = new Map<string, Set<string>>()
  for (const record of document.records ?? []) {
    const type = isName(record.type) ? record.type : ""
    if (!types.has(type) && types.size === maxTypes) continue
    const names = types.get(type) ?? new Set()
    types.set(type, names)
    for (const name of namesIn(record)) if (names.size < maxNames) names.add(name)
  }
  return [own.join(","), ...Array.from(types, ([type, names]) => `${type}:${[...names].join(",")}`)].join(" ")
}

/** The inverse of `fieldNames`. */
export const readFieldNames = (text: string): {
  readonly fields: ReadonlyArray<string>
  readonly records: ReadonlyArray<{ readonly type: string; readonly fields: ReadonlyArray<string> }>
} => {
  const [own = "", ...records] = text.split(" ")
  return {
    fields: listed(own),
    records: records.map((record) => {
      const [type = "", names = ""] = record.split(":")
      return { type, fields: listed(names) }
    })
  }
}

const listed = (names: string): ReadonlyArray<string> => names === "" ? [] : names.split(",")

/** Fields that a template fills or leaves empty. */
const contentFields = [
  ...describingFields,
  "text",
  "images",
  "tables",
  "media"
] as const satisfies ReadonlyArray<keyof DocumentBody>

const commonFields = ["name", "url", "image", "price", "currency", "description"] as const

/** The common fields first. The others have the names of the source. */
const namesIn = (record: PageRecord): ReadonlyArray<string> => [
  ...commonFields.filter((name) => !isBlank(record[name])),
  ...Object.keys(record.fields).filter((name) => isName(name) && !isBlank(record.fields[name]))
]

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)

const isName = (name: string): boolean => /^[\w@.-]{1,40}$/.test(name)

/** Types of records of a page, and fields of a type. */
const maxTypes = 8
const maxNames = 32
