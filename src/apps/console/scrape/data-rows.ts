import type { Page } from "./page.ts"

/** A value of the data with its source. */
export interface DataRow {
  readonly pointer: string
  readonly value: string
  readonly source: string
  /** URL of the page, with a text fragment that leads to the value. */
  readonly url: string
}

/** The values of the data, each with its source, in the order of the schema. */
export const dataRows = ({ data, trace }: Page): ReadonlyArray<DataRow> =>
  (trace?.data?.fields ?? []).map(({ pointer, source, url }) => ({
    pointer,
    value: String(valueAt(data, pointer)),
    source,
    url
  }))

/** RFC 6901 section 4. */
const valueAt = (data: unknown, pointer: string): unknown =>
  pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, step) => typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined, data)
