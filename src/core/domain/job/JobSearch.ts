import { Schema } from "effect"
import type { DocumentField } from "../document/DocumentField.ts"
import { TokenCount } from "../options/ChunkSize.ts"

const maxQuery = 1000
const maxPassages = 50

/** Parameters of a search in a job. */
export const jobSearchFields = {
  q: Schema.String.check(
    Schema.makeFilter((text) => text.trim() === "" ? "must have a word" : undefined),
    Schema.isMaxLength(maxQuery)
  ).annotate({
    description: `Words or a question, at most ${maxQuery} characters. Quotes and operators have no special meaning.`,
    examples: ["How long is a crawl kept?"]
  }),
  limit: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxPassages })).annotate({
      description: `Maximum number of passages, at most ${maxPassages}. Default: 10.`
    })
  ),
  max_tokens: Schema.optionalKey(
    TokenCount.annotate({
      description: "Maximum tokens of all passages together, in tokens of the encoding o200k. Default: no maximum."
    })
  )
}

export interface JobSearchQuery {
  readonly q: string
  readonly limit?: number | undefined
  readonly max_tokens?: number | undefined
}

export const defaultPassages = 10

const Highlight = Schema.Struct({
  start: Schema.Int.annotate({ description: "Index of the first character, in UTF-16 code units." }),
  end: Schema.Int.annotate({ description: "Index after the last character." })
}).annotate({ identifier: "Highlight" })

/** A chunk of a page that a search has found. */
export const JobPassage = Schema.Struct({
  url: Schema.String.annotate({ description: "URL of the page, with a text fragment that leads to the passage." }),
  title: Schema.String.annotate({ description: "Title of the page, or empty." }),
  heading_path: Schema.Array(Schema.String).annotate({ description: "Headings above the passage, outermost first." }),
  markdown: Schema.String.annotate({ description: "The passage." }),
  tokens: Schema.Int.annotate({ description: "Tokens of the passage." }),
  score: Schema.Finite.annotate({ description: "BM25 score. Comparable within one answer." }),
  highlights: Schema.Array(Highlight).annotate({ description: "Words of the query in markdown, at most 100." })
}).annotate({ identifier: "JobPassage" })
export interface JobPassage extends Schema.Schema.Type<typeof JobPassage> {}

export const JobPassages = Schema.Struct({
  passages: Schema.Array(JobPassage).annotate({ description: "Best first." })
}).annotate({ identifier: "JobPassages" })
export interface JobPassages extends Schema.Schema.Type<typeof JobPassages> {}

/** The fault of `fields` if passages of a search cannot be made of them. */
export const searchFault = (
  { fields, search }: { readonly fields?: ReadonlyArray<DocumentField>; readonly search?: boolean }
): string | undefined => {
  if (search !== true || fields === undefined) return undefined
  const missing = [
    ...(fields.includes("markdown") ? [] : ["markdown"]),
    ...(fields.includes("url") || fields.includes("final_url") ? [] : ["url"])
  ]
  return missing.length === 0
    ? undefined
    : `lacks ${missing.join(" and ")}, which search returns; add what is missing, or leave search out`
}
