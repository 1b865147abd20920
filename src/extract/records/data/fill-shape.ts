import type { ArrayShape, Leaf, LeafValue, ObjectShape, Shape } from "../../../core/domain/data/data-shape.ts"
import { isObject, type JsonObject } from "../../metadata/declared/json-ld.ts"
import { generic } from "./concepts.ts"
import { fillObject, type Instance } from "./fill-object.ts"
import { type Base, ValueFinder, type Wanted, wantedOf } from "./find-values.ts"
import { leafValue, type ReadingContext } from "./leaf-value.ts"

/** A value of the instance, and its source. */
export interface Filled {
  readonly pointer: string
  readonly base: Base
  /** The name that the page has for the value. */
  readonly key: string
  readonly written: string
}

/** Objects that a list may be made of if the record has no such list. */
export type OtherRows = (name: string, items: ObjectShape, pointer: string) => ReadonlyArray<Instance>

const maxItems = 200
export const maxValues = 2000
/** Values looked at for the object of a page, and for one of a list. */
const maxVisits = 50_000
const maxRowVisits = 3000
const maxCharacters = 2_000_000
/** Characters read to judge an object. */
const maxCounted = 50_000

/** Fills shapes with values of one page, and notes the source of each. */
export class ShapeFiller {
  readonly filled: Array<Filled> = []
  readonly missing: Array<string> = []
  private readonly context: ReadingContext
  private readonly finder = new ValueFinder()

  constructor(base: URL, now: number) {
    this.context = { base, now, characters: maxCharacters }
  }

  /** The object of the page. The first bases win. */
  root(shape: ObjectShape, bases: ReadonlyArray<Base>, otherRows: OtherRows): Instance | undefined {
    this.finder.start(maxVisits)
    return this.object(shape, bases, "", otherRows)
  }

  /** An object of a list, if it has at least so many values. */
  row(shape: ObjectShape, base: Base, pointer: string, minValues: number): Instance | undefined {
    const [filled, missing] = [this.filled.length, this.missing.length]
    this.finder.start(maxRowVisits)
    const found = this.object(shape, [base], pointer)
    if (this.filled.length - filled >= minValues) return found
    this.filled.length = filled
    this.missing.length = missing
    return undefined
  }

  /** Number of values that an object gives, without a trace of them. */
  count(shape: ObjectShape, base: Base): number {
    const [filled, missing, { characters }] = [this.filled.length, this.missing.length, this.context]
    this.finder.start(maxRowVisits)
    this.context.characters = Math.min(characters, maxCounted)
    this.object(shape, [base], "")
    this.context.characters = characters
    const found = this.filled.length - filled
    this.filled.length = filled
    this.missing.length = missing
    return found
  }

  /** `otherRows` is for lists of the root only. */
  private object(
    shape: ObjectShape,
    bases: ReadonlyArray<Base>,
    pointer: string,
    otherRows?: OtherRows
  ): Instance | undefined {
    return fillObject(
      shape,
      pointer,
      this.missing,
      (property, step, name) =>
        this.filled.length < maxValues ? this.property(name, property, bases, pointer + step, otherRows) : undefined
    )
  }

  private property(
    name: string,
    shape: Shape,
    bases: ReadonlyArray<Base>,
    pointer: string,
    otherRows: OtherRows | undefined
  ): unknown {
    const wanted = wantedBy(name, shape)
    switch (shape._tag) {
      case "Leaf":
        return this.leaf(shape, wanted, bases, pointer)
      case "Object":
        return this.part(shape, wanted, bases, pointer)
      case "Array":
        return this.list(shape, wanted, bases, pointer) ??
          (shape.items._tag === "Object" && wanted.concept === undefined
            ? notEmpty(otherRows?.(name, shape.items, pointer) ?? [])
            : undefined)
    }
  }

  private leaf(shape: Leaf, wanted: Wanted, bases: ReadonlyArray<Base>, pointer: string): LeafValue | undefined {
    for (const base of bases) {
      for (const { key, value } of this.finder.candidates(wanted, base)) {
        const read = leafValue(value, shape, wanted.concept, this.context)
        if (read === undefined) continue
        this.filled.push({ base, key, pointer, written: read.written })
        return read.value
      }
    }
    return undefined
  }

  /** An object within the record, else a group of the record's own values. */
  private part(shape: ObjectShape, wanted: Wanted, bases: ReadonlyArray<Base>, pointer: string): unknown {
    for (const base of bases) {
      for (const { value } of this.finder.candidates(wanted, base, true)) {
        for (const item of this.finder.listed(value)) {
          const found = this.object(shape, [partOf(item, base)], pointer)
          if (found !== undefined) return found
        }
      }
    }
    if (wanted.concept !== undefined && wanted.concept !== "offers" && wanted.concept !== "price") return undefined
    const own = bases.map((base): Base => ({
      ...base,
      // A name within a group is not that of the record.
      only: (concept) => concept !== undefined && !generic.has(concept) && base.only?.(concept) !== false
    }))
    return this.object(shape, own, pointer)
  }

  private list(
    shape: ArrayShape,
    wanted: Wanted,
    bases: ReadonlyArray<Base>,
    pointer: string
  ): ReadonlyArray<unknown> | undefined {
    for (const base of bases) {
      for (const { key, value } of this.finder.candidates(wanted, base, shape.items._tag === "Object")) {
        const items = this.finder.listed(wanted.concept === "keywords" ? separated(value) : value).slice(0, maxItems)
        const found = shape.items._tag === "Leaf"
          ? this.values(shape.items, wanted, items, { base, key, pointer })
          : this.objects(shape.items, items, base, pointer)
        if (found.length > 0) return found
      }
    }
    return undefined
  }

  private values(
    shape: Leaf,
    wanted: Wanted,
    items: ReadonlyArray<unknown>,
    source: Pick<Filled, "base" | "key" | "pointer">
  ): ReadonlyArray<LeafValue> {
    const found: Array<LeafValue> = []
    const known = new Set<LeafValue>()
    for (const item of items) {
      if (this.filled.length >= maxValues) break
      const read = leafValue(item, shape, wanted.concept, this.context)
      if (read === undefined || known.has(read.value)) continue
      known.add(read.value)
      this.filled.push({
        ...source,
        pointer: `${source.pointer}/${found.length}`,
        written: read.written
      })
      found.push(read.value)
    }
    return found
  }

  private objects(
    shape: Shape,
    items: ReadonlyArray<unknown>,
    base: Base,
    pointer: string
  ): ReadonlyArray<Instance> {
    if (shape._tag !== "Object") return []
    const found: Array<Instance> = []
    for (const item of items) {
      const object = this.object(shape, [partOf(item, base)], `${pointer}/${found.length}`)
      if (object !== undefined) found.push(object)
    }
    return found
  }
}

/** Kept with the shape, which many pages share. Two names may share a definition. */
const wantedBy = (name: string, shape: Shape): Wanted => {
  const before = known.get(shape)
  if (before?.name === name) return before.wanted
  const wanted = wantedOf(name, shape.title)
  known.set(shape, { name, wanted })
  return wanted
}

const known = new WeakMap<Shape, { readonly name: string; readonly wanted: Wanted }>()

/** A thing that is only named has its name, and its text. */
const partOf = (value: unknown, { source }: Base): Base => ({
  source,
  isPart: true,
  fields: isObject(value) ? value : textPart(value)
})

const textPart = (value: unknown): JsonObject => typeof value === "string" ? { name: value, text: value } : {}

/** Keywords in one text are separated by commas. */
const separated = (value: unknown): unknown =>
  typeof value === "string" && value.includes(",") ? value.slice(0, maxKeywords).split(",") : value

const maxKeywords = 10_000

const notEmpty = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> | undefined => items.length === 0 ? undefined : items
