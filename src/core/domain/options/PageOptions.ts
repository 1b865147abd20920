import { type OptionsOf, passageOptions, readingOptions } from "./RouteOptions.ts"

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
