import type { DocumentField } from "../document/DocumentField.ts"
import { describingFields } from "../names/describing-fields.ts"
import { passageOptions, readingOptions } from "../names/option-names.ts"
import type { OptionsOf } from "./RouteOptions.ts"

const names = ["include_html", ...readingOptions, ...passageOptions] as const

/** The options that the extractor reads. */
export type PageOptions = Pick<OptionsOf<"scrape">, (typeof names)[number]>

/** The options that chunks are made by. */
export type ChunkOptions = Pick<PageOptions, "chunks" | "query" | "max_tokens">

/** The name of an option of the request that only chunks have a use for. */
export const chunkOption = (options: ChunkOptions): keyof ChunkOptions | undefined =>
  (["chunks", ...passageOptions] as const).find((name) => options[name] !== undefined)

/** The name of an option of the request that a format of one text has no use for. */
export const documentOption = (options: PageOptions): keyof PageOptions | undefined =>
  chunkOption(options) ?? (["schema", "wrapper"] as const).find((name) => options[name] !== undefined)

/** Whether the Document of a request has chunks. */
export const wantsChunks = ({ fields = [], ...options }: PageOptions): boolean =>
  chunkOption(options) !== undefined || fields.some(isChunkField)

export const isChunkField = (name: string): boolean => name === "chunks" || name === "chunks_left_out"

/** Picks these options. The others stay in this process: some are secrets. */
export const pageOptions = (options: PageOptions): PageOptions =>
  Object.fromEntries(names.flatMap((name) => options[name] === undefined ? [] : [[name, options[name]]]))

/** Whether a field of the Document is answered: each, unless the caller names fields. Chunks and data have options. */
export const isRequested = (field: DocumentField, options: PageOptions | undefined): boolean => {
  if (isChunkField(field)) return options !== undefined && wantsChunks(options)
  if (field === "data") return options?.schema !== undefined
  return options?.fields === undefined || options.fields.includes(field)
}

/** Options of a page, and the fields that the service itself needs. */
interface FieldNeeds {
  readonly options?: PageOptions
  readonly needs?: ReadonlyArray<DocumentField>
}

/** Whether any of these fields is requested, or needed by the service or for data. */
export const isNeeded = (
  { needs = [], options }: FieldNeeds,
  ...fields: ReadonlyArray<DocumentField>
): boolean =>
  fields.some((field) =>
    isRequested(field, options) || needs.includes(field) || (options?.schema !== undefined && dataSources.has(field))
  )

/** Fields that data is made from. */
const dataSources: ReadonlySet<DocumentField> = new Set([...describingFields, "records", "metadata"])
