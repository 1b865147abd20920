import { Schema } from "effect"
import { HttpStatus } from "../schema/json-schema-form.ts"

/** Decision about one block of a page, with its reasons. */
export const ExplainedBlock = Schema.Struct({
  text: Schema.String.annotate({ description: "Text of the block." }),
  kept: Schema.Boolean.annotate({ description: "Whether the block is part of the content." }),
  step: Schema.String.annotate({ description: "Deciding step, in a few words." }),
  score: Schema.Finite.annotate({ description: "Probability that the block is content, 0 to 1." }),
  words: Schema.Int.annotate({ description: "Number of words." }),
  path: Schema.String.annotate({ description: "The elements around the block, the innermost last." }),
  reasons: Schema.String.annotate({ description: "Contributions of features to the score, largest first." }),
  repeats: Schema.optionalKey(
    Schema.Struct({
      pages: Schema.Int.annotate({ description: "Number of pages of the host in the job that have the block." }),
      of: Schema.Int.annotate({ description: "Number of pages of the host in the job." })
    }).annotate({
      description: "Present only if the request names a job, and enough of its pages of this host have the block."
    })
  )
}).annotate({ identifier: "ExplainedBlock" })
export interface ExplainedBlock extends Schema.Schema.Type<typeof ExplainedBlock> {}

/** A statement of a site about the use of a page that does not parse. */
const Ignored = Schema.Struct({
  from: Schema.String.annotate({ description: "Its source: robots.txt, or the name of a header field or a file." }),
  text: Schema.String.annotate({ description: "The statement, at most 500 characters." }),
  fault: Schema.String.annotate({ description: "The reason why it is ignored." })
}).annotate({ identifier: "IgnoredStatement" })
export interface IgnoredStatement extends Schema.Schema.Type<typeof Ignored> {}

/** Choice of a page's content, block by block. */
export const Explanation = Schema.Struct({
  url: Schema.String.annotate({ description: "Requested URL." }),
  final_url: Schema.String.annotate({ description: "URL after redirects." }),
  status: HttpStatus.annotate({ description: "HTTP status of the page." }),
  summary: Schema.String.annotate({ description: "Number of kept blocks and words, the cut, and the type of page." }),
  blocks: Schema.Array(ExplainedBlock).annotate({ description: "The blocks of the page, in order." }),
  ignored: Schema.optionalKey(
    Schema.Array(Ignored).annotate({
      description:
        "Statements of robots.txt and of header fields about the use of the page that do not parse. Present only if there are any."
    })
  )
}).annotate({ identifier: "Explanation" })
export interface Explanation extends Schema.Schema.Type<typeof Explanation> {}
