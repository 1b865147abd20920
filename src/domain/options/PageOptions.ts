import { type OptionsOf, passageOptions, readingOptions } from "./RequestOptions.ts"

const names = ["include_html", ...readingOptions, ...passageOptions] as const

/** The options that the extractor reads. */
export type PageOptions = Pick<OptionsOf<"scrape">, (typeof names)[number]>

/** The options that chunks are made by. */
export type ChunkOptions = Pick<PageOptions, "chunks" | "query" | "max_tokens">

/** Whether the Document of a request has chunks. */
export const wantsChunks = ({ chunks, fields = [], max_tokens, query }: PageOptions): boolean =>
  chunks !== undefined || query !== undefined || max_tokens !== undefined ||
  fields.some((name) => name === "chunks" || name === "chunks_left_out")

/** Picks these options. The others stay in this process: some are secrets. */
export const pageOptions = (options: PageOptions): PageOptions =>
  Object.fromEntries(names.flatMap((name) => options[name] === undefined ? [] : [[name, options[name]]]))
