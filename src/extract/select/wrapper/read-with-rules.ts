import type { ObjectShape, Shape } from "../../../core/domain/data/data-shape.ts"
import type { PageRecord } from "../../../core/domain/document/Document.ts"
import type { DataTrace } from "../../../core/domain/document/Trace.ts"
import { isObject } from "../../metadata/declared/json-ld.ts"
import type { PageContent, PageFacts, ParsedPage } from "../../Page.ts"
import { type FoundData, readData } from "../../records/data/read-data.ts"
import { shapeOf } from "../../records/data/shape-of.ts"
import { isHtml } from "../apply-selectors.ts"
import type { Budget } from "../Budget.ts"
import { runRules, stepOf } from "./run-rules.ts"

/** The data of a page by the rules of its wrapper, if it has one. Declared data gives the values that the rules miss. */
export const readWithRules = (
  page: ParsedPage,
  content: PageContent,
  facts: PageFacts,
  records: ReadonlyArray<PageRecord>,
  budget: Budget
): FoundData | undefined => {
  const declared = readData(page, content, facts, records)
  const { options, wrapperRules } = page.input
  const schema = options?.schema
  const shape = schema === undefined ? undefined : shapeOf(schema)
  if (declared === undefined || schema === undefined || shape === undefined) return declared
  if (wrapperRules === undefined || !isHtml(page)) return declared
  const { data, fields, missing } = runRules(wrapperRules.rules, schema, page, budget)
  const merge = new Merge(fields, declared.trace.fields)
  const instance = merge.merged(shape, data ?? undefined, declared.instance ?? undefined, "")
  const sources = new Set(merge.fields.map(({ source }) => source === "wrapper"))
  return {
    // Both are of the shape.
    instance: (instance ?? null) as FoundData["instance"],
    trace: {
      source: sources.size === 0 ? "none" : sources.size === 2 ? "mixed" : sources.has(true) ? "wrapper" : "declared",
      wrapper: wrapperRules.wrapper,
      fields: merge.fields,
      missing: data === null ? declared.trace.missing : missingOf(missing, merge.fields, declared.trace.missing)
    }
  }
}

type Fields = DataTrace["fields"]

/** Values of the first data, and those of the second that it does not have. */
class Merge {
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
        const value = this.merged(property, own(first, name), own(second, name), pointer + stepOf(name))
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

/** Parts that neither has. An object that the rules do not have may have some of its parts. */
const missingOf = (
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
