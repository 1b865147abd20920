import { type OptionsOf, readingOptions } from "./RequestOptions.ts"

const names = ["include_html", ...readingOptions] as const

/** The options that the extractor reads. */
export type PageOptions = Pick<OptionsOf<"scrape">, (typeof names)[number]>

/** These options out of more. The others do not leave this process: some are secrets. */
export const pageOptions = (options: PageOptions): PageOptions =>
  Object.fromEntries(names.flatMap((name) => options[name] === undefined ? [] : [[name, options[name]]]))
