import { Predicate } from "effect"
import type { Leaf, LeafValue, ObjectShape, Shape } from "../../../../core/domain/data/data-shape.ts"
import { pointerStep } from "../../../../core/kernel/json-pointer.ts"
import { leafValue } from "../../../records/data/leaf-value.ts"

/** Data of a shape, as a model has given it. */
export interface ModelData {
  /** Undefined if no part is of the shape. */
  readonly data: unknown
  /** JSON pointers of the values that are not of the shape, which are left out. */
  readonly left: ReadonlyArray<string>
}

/**
 * The parts of an answer that are of the shape. A value in another form, such as "EUR 12.50" for a number, is read as a
 * page is. `base`: references are resolved against it.
 */
export const asData = (shape: Shape, answer: unknown, base: URL): ModelData => {
  const left: Array<string> = []
  const read = (shape: Shape, given: unknown, pointer: string): unknown => {
    if (given === null || given === undefined) return undefined
    const value = partOf(shape, given, pointer)
    if (value === undefined && left.length < maxLeft && !isEmpty(given)) left.push(pointer === "" ? "/" : pointer)
    return value
  }
  const partOf = (shape: Shape, given: unknown, pointer: string): unknown => {
    switch (shape._tag) {
      case "Leaf":
        return leafOf(shape, given, base)
      case "Object":
        return Predicate.isObject(given) ? objectOf(shape, given, pointer) : undefined
      case "Array": {
        const items = (Array.isArray(given) ? given : [given]).slice(0, maxItems).flatMap((item, index) => {
          const value = read(shape.items, item, `${pointer}/${index}`)
          return value === undefined ? [] : [value]
        })
        return items.length === 0 ? undefined : items
      }
    }
  }
  const objectOf = ({ properties }: ObjectShape, given: object, pointer: string): object | undefined => {
    const own = new Map<string, unknown>(Object.entries(given))
    const found = properties.flatMap(([name, property]) => {
      const value = read(property, own.get(name), pointer + pointerStep(name))
      return value === undefined ? [] : [[name, value] as const]
    })
    return found.length === 0 ? undefined : Object.fromEntries(found)
  }
  return { data: read(shape, shape._tag === "Array" ? listIn(answer) : answer, ""), left }
}

const maxLeft = 20
const maxItems = 500
const maxText = 10_000
const maxDepth = 10

/** A list in an object, as endpoints that answer with objects only are told to give it. */
const listIn = (answer: unknown): unknown => {
  if (!Predicate.isObject(answer)) return answer
  const lists = Object.values(answer).filter(Array.isArray)
  return lists.length === 1 ? lists[0] : answer
}

/** An answer may nest deeper than any schema. */
const isEmpty = (given: unknown, depth = maxDepth): boolean =>
  given === "" || (Array.isArray(given) && given.length === 0) ||
  (depth > 0 && Predicate.isObject(given) &&
    Object.values(given).every((value) => value === null || isEmpty(value, depth - 1)))

const leafOf = (leaf: Leaf, given: unknown, base: URL): LeafValue | undefined => {
  if (typeof given === "boolean") return leaf.kind === "boolean" ? given : undefined
  if (typeof given !== "string" && typeof given !== "number") return undefined
  const text = String(given).trim()
  if (text === "" || text.length > maxText) return undefined
  // Markup that a page shows is part of its text.
  if (leaf.kind === "string" && leaf.format === undefined && leaf.choices === undefined) return text
  return leafValue(text, leaf, undefined, { base, now: Number.POSITIVE_INFINITY, characters: maxText })?.value
}
