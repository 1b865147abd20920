import { Effect } from "effect"
import type { DataTrace } from "../../../../src/core/domain/document/Trace.ts"
import type { PageOptions } from "../../../../src/core/domain/options/PageOptions.ts"
import { Extractor } from "../../../../src/extract/Extractor.ts"
import { withTrace } from "../../../../src/extract/works/with-trace.ts"
import { offlineProvenance } from "../../../../src/page/page-input.ts"
import { inputOf } from "../../markdown/page-of.ts"

export type Schema = NonNullable<PageOptions["schema"]>

export interface Data {
  readonly data: unknown
  readonly trace: DataTrace
}

/** The data of a page, and its trace. */
export const dataOf = Effect.fnUntraced(function*(source: string, schema: Schema, options: PageOptions = {}) {
  const extraction = yield* (yield* Extractor).extract({ ...inputOf(source), options: { ...options, schema } })
  const { data, trace } = JSON.parse(new TextDecoder().decode(withTrace(extraction, offlineProvenance)))
  return { data, trace: trace.data } as Data
})

/** A schema of an object with these properties. */
export const objectWith = (properties: Readonly<Record<string, unknown>>): Schema => ({ type: "object", properties })

export const jsonLd = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

export const text = { type: "string" }
export const number = { type: "number" }
export const integer = { type: "integer" }
export const date = { type: "string", format: "date" }
export const uri = { type: "string", format: "uri" }
export const texts = { type: "array", items: text }
