import { Predicate } from "effect"
import type { Leaf, Shape } from "../../../../core/domain/data/data-shape.ts"
import { pointerStep } from "../../../../core/kernel/json-pointer.ts"

/** The first part of an example's data that is not of the shape. The detail completes a sentence. */
export const faultOfData = (shape: Shape, data: unknown, pointer = ""): string | undefined => {
  switch (shape._tag) {
    case "Leaf":
      return isOfLeaf(shape, data) ? undefined : `${pointer} is not ${wordsFor(shape)}`
    case "Array":
      return Array.isArray(data)
        ? firstFault(data.map((item, index) => [shape.items, item, `${pointer}/${index}`]))
        : `${nameOf(pointer)} is not an array`
    case "Object": {
      if (!Predicate.isObject(data)) return `${nameOf(pointer)} is not an object`
      const parts = new Map(shape.properties)
      const unknown = Object.keys(data).find((name) => !parts.has(name))
      if (unknown !== undefined) return `${pointer}${pointerStep(unknown)} is not in the schema`
      return firstFault(
        shape.properties.flatMap(([name, property]) => {
          const value = partOf(data, name)
          return value === undefined ? [] : [[property, value, pointer + pointerStep(name)] as const]
        })
      )
    }
  }
}

const nameOf = (pointer: string): string => pointer === "" ? "data" : pointer

/** A property of an example's data. Null is the same as absent. */
export const partOf = (data: unknown, name: string): unknown =>
  Predicate.isObject(data) && Object.hasOwn(data, name)
    ? (data as Readonly<Record<string, unknown>>)[name] ?? undefined
    : undefined

const firstFault = (parts: ReadonlyArray<readonly [Shape, unknown, string]>): string | undefined => {
  for (const [shape, data, pointer] of parts) {
    const fault = faultOfData(shape, data, pointer)
    if (fault !== undefined) return fault
  }
  return undefined
}

export const isOfLeaf = ({ choices, format, kind }: Leaf, value: unknown): boolean => {
  const isKind = kind === "integer" ? Number.isInteger(value) : typeof value === kind
  if (!isKind || (typeof value === "number" && !Number.isFinite(value))) return false
  if (choices !== undefined) return choices.some((choice) => choice === value)
  return format === undefined || (typeof value === "string" && forms[format](value))
}

const forms: Readonly<Record<NonNullable<Leaf["format"]>, (value: string) => boolean>> = {
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  "date-time": (value) => /^\d{4}-\d\d-\d\dT/i.test(value) && !Number.isNaN(Date.parse(value)),
  uri: (value) => URL.canParse(value),
  email: (value) => /^[^\s@]+@[^\s@]+$/.test(value)
}

const wordsFor = ({ choices, format, kind }: Leaf): string =>
  choices !== undefined
    ? "one of the values of its schema"
    : format !== undefined
    ? `a string of format ${format}`
    : kind === "integer"
    ? "an integer"
    : `a ${kind}`
