import type { ObjectShape, Shape } from "../../../core/domain/data/data-shape.ts"
import type { DataTrace } from "../../../core/domain/document/Trace.ts"
import { pointerStep } from "../../../core/kernel/json-pointer.ts"
import { isObject } from "../../metadata/declared/json-ld.ts"

type Fields = DataTrace["fields"]

/** Values of the first data, and those of the second that it does not have. */
export class MergedData {
  readonly fields: Array<Fields[number]> = []
  private readonly first: Fields
  private readonly second: Fields

  constructor(first: Fields, second: Fields) {
    this.first = first
    this.second = second
  }

  merged(shape: Shape, first: unknown, second: unknown, pointer: string): unknown {
    if (first === undefined) return this.taken(second, this.second, pointer)
    if (second === undefined || shape._tag !== "Object") return this.taken(first, this.first, pointer)
    return this.objects(shape, first, second, pointer)
  }

  private objects(shape: ObjectShape, first: unknown, second: unknown, pointer: string): unknown {
    if (!isObject(first) || !isObject(second)) return this.taken(first, this.first, pointer)
    return Object.fromEntries(
      shape.properties.flatMap(([name, property]) => {
        const value = this.merged(property, own(first, name), own(second, name), pointer + pointerStep(name))
        return value === undefined ? [] : [[name, value]]
      })
    )
  }

  private taken(value: unknown, fields: Fields, pointer: string): unknown {
    if (value === undefined) return undefined
    for (const field of fields) {
      if (field.pointer === pointer || field.pointer.startsWith(`${pointer}/`)) this.fields.push(field)
    }
    return value
  }
}

const own = (data: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(data, name) ? data[name] : undefined

/** The source of all values. */
export const sourceOf = (fields: Fields): DataTrace["source"] => {
  const sources = new Set(fields.map(({ source }) => source === "wrapper" || source === "model" ? source : "declared"))
  const [first = "none"] = sources
  return sources.size > 1 ? "mixed" : first
}

/** Parts that neither has. An object that the rules do not have may have some of its parts. */
export const missingOf = (
  missing: ReadonlyArray<string>,
  fields: Fields,
  declared: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const isFilled = (pointer: string) => fields.some((field) => isBelow(field.pointer, pointer))
  return missing.flatMap((pointer) =>
    isFilled(pointer) ? declared.filter((other) => isBelow(other, pointer)) : [pointer]
  )
}

const isBelow = (pointer: string, above: string): boolean => pointer === above || pointer.startsWith(`${above}/`)
