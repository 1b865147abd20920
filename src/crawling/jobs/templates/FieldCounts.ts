import type { Template } from "../../../core/domain/job/Template.ts"
import { readFieldNames } from "../../../extract/fingerprint/field-names.ts"

/** Number of pages with each field and each type of records. */
export class FieldCounts {
  private readonly own = new Map<string, number>()
  private readonly types = new Map<string, { pages: number; readonly fields: Map<string, number> }>()

  /** The names of a page, as `fieldNames` writes them. */
  add(names: string): void {
    const { fields, records } = readFieldNames(names)
    for (const name of fields) count(this.own, name)
    for (const { fields, type } of records) {
      const known = this.types.get(type) ?? { pages: 0, fields: new Map<string, number>() }
      if (known.pages === 0 && this.types.size === maxTypes) continue
      this.types.set(type, known)
      known.pages++
      for (const name of fields) count(known.fields, name)
    }
  }

  get counted(): Pick<Template, "fields" | "records"> {
    return {
      fields: sorted(this.own),
      records: Array.from(this.types, ([type, { fields, pages }]) => ({ type, pages, fields: sorted(fields) }))
        .toSorted((a, b) => b.pages - a.pages)
    }
  }
}

const count = (counts: Map<string, number>, name: string): void => {
  const known = counts.get(name) ?? 0
  if (known > 0 || counts.size < maxNames) counts.set(name, known + 1)
}

/** The most frequent first. Of equal ones, the first that was found: the common fields of records come first. */
const sorted = (counts: ReadonlyMap<string, number>) =>
  Array.from(counts, ([name, pages]) => ({ name, pages })).toSorted((a, b) => b.pages - a.pages)

/** Pages choose the names. */
const maxTypes = 16
const maxNames = 100
