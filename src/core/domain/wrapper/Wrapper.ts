import { Schema } from "effect"
import { DriftedField } from "../data/DriftedField.ts"
import { LearntField, Rules } from "../data/Rules.ts"
import { JobId } from "../job/Job.ts"
import { RandomId } from "../schema/json-schema-form.ts"

/** Pages of one check, which its caller waits for. */
export const maxCheckedPages = 20

/** Pages that rules are tried on when they are learnt. */
export const maxLearntChecks = 30

export const WrapperId = RandomId.pipe(Schema.brand("WrapperId"))
export type WrapperId = typeof WrapperId.Type

const WrapperStatus = Schema.Literals(["learning", "ready", "failed"]).annotate({
  identifier: "WrapperStatus",
  description:
    "learning: pages are fetched, and rules are learnt from them. ready: it has rules. failed: no rules were found; problem has the reason."
})

const WrapperPages = Schema.Struct({
  learnt: Schema.Int.annotate({ description: "Number of pages that the rules were learnt from." }),
  checked: Schema.Int.annotate({ description: "Number of further pages that the rules were tried on." })
}).annotate({ identifier: "WrapperPages" })

/** The change of a layout, as a job has found it. */
const WrapperDrift = Schema.Struct({
  job_id: JobId.annotate({ description: "Job that found it first. It may have expired." }),
  at: Schema.Finite.annotate({ description: "Seconds since the Unix epoch." }),
  fields: Schema.Array(DriftedField).annotate({ description: "The values that the rules no longer give." })
}).annotate({ identifier: "WrapperDrift" })
export interface WrapperDrift extends Schema.Schema.Type<typeof WrapperDrift> {}

/** Rules for the pages of one layout of a site, as responses contain them. */
export const Wrapper = Schema.Struct({
  id: WrapperId,
  name: Schema.String,
  host: Schema.String.annotate({ description: "Host of the pages that the rules are for." }),
  status: WrapperStatus,
  created_at: Schema.Finite.annotate({ description: "Time of creation. Seconds since the Unix epoch." }),
  schema: Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "JSON Schema of the data." }),
  rules: Schema.NullOr(Rules).annotate({ description: "null until rules are found." }),
  fields: Schema.Array(LearntField).annotate({ description: "The values that the rules read." }),
  pages: WrapperPages,
  model: Schema.Struct({
    calls: Schema.Int.annotate({ description: "Number of requests to the model." }),
    tokens: Schema.Int.annotate({ description: "Number of tokens that the model has counted." })
  }).annotate({ identifier: "WrapperModel" }),
  problem: Schema.NullOr(Schema.String).annotate({
    description: "Why no rules were found, or which values have no rule; null without a problem."
  }),
  drift: Schema.NullOr(WrapperDrift).annotate({
    description: "Set while its rules do not fit the pages that jobs find; null while they do."
  })
}).annotate({ identifier: "Wrapper" })
export interface Wrapper extends Schema.Schema.Type<typeof Wrapper> {}

/** How the rules of a wrapper do on some pages. */
export const WrapperCheck = Schema.Struct({
  fields: Schema.Array(LearntField).annotate({ description: "fill: of the pages of this check." }),
  pages: WrapperPages,
  problem: Schema.NullOr(Schema.String).annotate({
    description: "Pages that could not be read, with the reasons; null if all were."
  })
}).annotate({ identifier: "WrapperCheck" })
export interface WrapperCheck extends Schema.Schema.Type<typeof WrapperCheck> {}
