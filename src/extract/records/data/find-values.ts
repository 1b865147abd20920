import type { RecordSource } from "../../../core/domain/document/Document.ts"
import type { PageRecord } from "../../../core/domain/document/Document.ts"
import { isObject, type JsonObject } from "../../metadata/declared/json-ld.ts"
import { conceptOf, placesOf } from "./concept-of.ts"
import { type Concept, otherThings } from "./concepts.ts"
import { foldedName } from "./property-names.ts"

/** An object of the page in which values are looked up. */
export interface Base {
  readonly source: RecordSource | "metadata"
  readonly fields: JsonObject
  /** The record with these fields, for its common fields. */
  readonly record?: PageRecord
  /** Concepts that this object says anything about. Default: all. */
  readonly only?: (concept: Concept | undefined) => boolean
  /** A part of a record, where a name may be shorter: `count` for `reviewCount`. */
  readonly isPart?: true
}

/** Values that may be meant by a property, and the name that the page has for them. */
export interface Candidate {
  readonly key: string
  readonly value: unknown
}

/** A property of the schema, as it is looked up. */
export interface Wanted {
  readonly names: ReadonlyArray<string>
  readonly concept: Concept | undefined
}

export const wantedOf = (name: string, title: string): Wanted => ({
  names: [...new Set([foldedName(name), foldedName(title)])].filter((folded) => folded !== ""),
  concept: conceptOf(name, title)
})

const maxKeys = 300
const maxListed = 200
const minAffix = 4

/** Looks up properties in the objects of one page. */
export class ValueFinder {
  private readonly keys = new WeakMap<JsonObject, ReadonlyMap<string, string>>()
  private readonly parts = new WeakMap<JsonObject, ReadonlyArray<JsonObject>>()
  private left = 0

  /** Limits the lookups for the next object. */
  start(maxVisits: number): void {
    this.left = maxVisits
  }

  /** Candidates for a property, the most certain first: its own name, the places of its concept, then labels. */
  *candidates({ concept, names }: Wanted, base: Base, ofObjects = false): Generator<Candidate> {
    if (base.only?.(concept) === false) return
    const { fields } = base
    for (const name of names) {
      const key = this.keysOf(fields).get(name)
      if (key !== undefined) yield { key, value: fields[key] }
    }
    if (concept !== undefined) {
      for (const steps of placesOf(concept, ofObjects)) {
        const common = steps[0] === "=price"
          ? base.record?.price
          : steps[0] === "=currency"
          ? base.record?.currency
          : null
        if (typeof common === "number" || (typeof common === "string" && common !== "")) {
          yield { key: steps[0]!.slice(1), value: common }
        }
        for (const value of this.at(fields, steps, 0)) yield { key: steps.at(-1) ?? "", value }
      }
    }
    for (const property of this.listed(fields["additionalProperty"])) {
      if (isObject(property) && typeof property["name"] === "string" && names.includes(foldedName(property["name"]))) {
        yield { key: "value", value: property["value"] }
      }
    }
    if (base.isPart === true) yield* this.shortened(names, fields)
    if (concept === undefined) yield* this.within(names, fields)
  }

  /** The items of a list, or the value itself. */
  listed(value: unknown): ReadonlyArray<unknown> {
    if (value === undefined) return []
    const items = Array.isArray(value) ? value.slice(0, maxListed) : [value]
    this.left -= items.length
    return this.left < 0 ? [] : items
  }

  private *at(value: unknown, steps: ReadonlyArray<string>, index: number): Generator<unknown> {
    const step = steps[index]
    if (step === undefined) {
      yield value
      return
    }
    for (const item of this.listed(value)) {
      const next = isObject(item) && Object.hasOwn(item, step) ? item[step] : undefined
      if (next !== undefined && next !== null) yield* this.at(next, steps, index + 1)
    }
  }

  /** A name that begins or ends with the wanted one, if there is only one: the value of a rating. */
  private *shortened(names: ReadonlyArray<string>, fields: JsonObject): Generator<Candidate> {
    for (const name of names) {
      if (name.length < minAffix) continue
      const found = [...this.keysOf(fields)].filter(([folded]) => folded.endsWith(name) || folded.startsWith(name))
      const [only] = found
      if (found.length === 1 && only !== undefined) yield { key: only[1], value: fields[only[1]] }
    }
  }

  /** A property that no concept covers, within a part of the record. */
  private *within(names: ReadonlyArray<string>, fields: JsonObject): Generator<Candidate> {
    for (const part of this.partsOf(fields)) {
      if (--this.left < 0) return
      for (const name of names) {
        const key = this.keysOf(part).get(name)
        if (key !== undefined) yield { key, value: part[key] }
      }
    }
  }

  private partsOf(fields: JsonObject): ReadonlyArray<JsonObject> {
    const known = this.parts.get(fields)
    if (known !== undefined) return known
    const found = Object.entries(fields).slice(0, maxKeys).flatMap(([owner, value]) => {
      const [part] = otherThings.has(owner) ? [] : this.listed(value)
      return isObject(part) ? [part] : []
    })
    this.parts.set(fields, found)
    return found
  }

  private keysOf(fields: JsonObject): ReadonlyMap<string, string> {
    const known = this.keys.get(fields)
    if (known !== undefined) return known
    const found = new Map<string, string>()
    for (const key of Object.keys(fields).slice(0, maxKeys)) {
      const folded = foldedName(key.replace(/^.*[/#:]/, ""))
      if (!found.has(folded)) found.set(folded, key)
    }
    this.left -= found.size
    this.keys.set(fields, found)
    return found
  }
}
