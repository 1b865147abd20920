import { recordFields } from "../../core/domain/csv/record-table.ts"
import type { PageRecord } from "../../core/domain/document/Document.ts"

/** A value of a record that differs between two Documents of a page. */
export interface RecordChange {
  /** Name of the record, else its URL or type. */
  readonly name: string
  /** A common field, or the path of another one such as `offers.availability`. "" for a whole record. */
  readonly field: string
  /** null if there was none. A whole record is its URL, else its name. */
  readonly before: string | number | boolean | null
  /** null if there is none any more. */
  readonly after: string | number | boolean | null
}

/**
 * Changed values of the records of a page, new records and removed ones. Records are matched by their URL, else by type
 * and name.
 */
export const recordChanges = (
  before: ReadonlyArray<PageRecord>,
  after: ReadonlyArray<PageRecord>
): ReadonlyArray<RecordChange> => {
  const old = keyed(before)
  const fresh = keyed(after)
  const changes: Array<RecordChange> = []
  for (const [key, record] of fresh) {
    const earlier = old.get(key)
    if (earlier === undefined) changes.push({ name: nameOf(record), field: "", before: null, after: wholeOf(record) })
    else changes.push(...valueChanges(earlier, record))
  }
  for (const [key, record] of old) {
    if (!fresh.has(key)) changes.push({ name: nameOf(record), field: "", before: wholeOf(record), after: null })
  }
  return changes
}

/** Equal keys are numbered in the order of the page. */
const keyed = (records: ReadonlyArray<PageRecord>): ReadonlyMap<string, PageRecord> => {
  const counts = new Map<string, number>()
  return new Map(records.map((record) => {
    const key = record.url === "" ? `${record.type} ${record.name}` : record.url
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return [`${count} ${key}`, record]
  }))
}

const nameOf = ({ name, type, url }: PageRecord): string => name || url || type
const wholeOf = (record: PageRecord): string => record.url || nameOf(record)

const valueChanges = (before: PageRecord, after: PageRecord): ReadonlyArray<RecordChange> => {
  const name = nameOf(after)
  const [old, fresh] = [valuesOf(before), valuesOf(after)]
  const common = new Set<string>()
  const changes: Array<RecordChange> = []
  for (const field of new Set([...old.keys(), ...fresh.keys()])) {
    const [was, is] = [old.get(field) ?? null, fresh.get(field) ?? null]
    // A raw field says again what a common one says.
    const said = `${String(was)} ${String(is)}`
    if (was === is || common.has(said)) continue
    common.add(said)
    changes.push({ name, field, before: was, after: is })
  }
  return changes
}

type Value = string | number | boolean

/** The common fields first, without empty texts. */
const valuesOf = (record: PageRecord): ReadonlyMap<string, Value> => {
  const values = new Map<string, Value>()
  for (const field of recordFields) {
    const value = record[field]
    if (field !== "source" && value !== null && value !== "") values.set(field, value)
  }
  const names: ReadonlySet<string> = new Set(recordFields)
  for (const [path, value] of leaves("", record.fields, 0)) if (!names.has(path)) values.set(path, value)
  return values
}

const maxDepth = 4

function* leaves(path: string, value: unknown, depth: number): Generator<readonly [string, Value]> {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    if (value !== "") yield [path, value]
  } else if (typeof value === "object" && value !== null && depth < maxDepth) {
    for (const [name, part] of Object.entries(value)) {
      yield* leaves(path === "" ? name : `${path}.${name}`, part, depth + 1)
    }
  }
}
