import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DataSchema } from "../../core/domain/data/DataSchema.ts"
import { Rules } from "../../core/domain/data/Rules.ts"
import { JobId } from "../../core/domain/job/Job.ts"
import { RandomId } from "../../core/domain/schema/json-schema-form.ts"
import { maxEntries } from "../../core/domain/schema/max-entries.ts"
import { maxCheckedPages, maxLearntChecks, Wrapper, WrapperCheck } from "../../core/domain/wrapper/Wrapper.ts"
import { Authentication } from "./Caller.ts"
import { NameText, RequestUrl } from "./fields.ts"
import { describeAnswer, textField } from "./openapi/describe-answer.ts"
import { Limit, paged, WrapperList, WrappersCursor } from "./Paging.ts"
import { ModelUnavailable, StoreUnavailableProblem, TooManyWrappersProblem, WrapperNotFound } from "./Problems.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

const maxExamples = 10
const maxUrls = 100

const name = NameText.annotate({ description: "Name of the wrapper, for people.", examples: ["Products of the shop"] })

const urls = Schema.Array(RequestUrl).check(maxEntries(maxUrls))

const jobId = JobId.annotate({ description: "A job of this key, whose pages of the same layout are used too." })

const WrapperExample = Schema.Struct({
  url: RequestUrl.annotate({ description: "URL of the page." }),
  data: Schema.Unknown.annotate({
    description: "The right data of the page: an instance of schema. A value that the page does not have is left out."
  })
}).annotate({ identifier: "WrapperExample" })

export const WrapperPayload = Schema.Struct({
  name,
  schema: DataSchema,
  examples: Schema.optionalKey(
    Schema.Array(WrapperExample).check(Schema.isNonEmpty(), maxEntries(maxExamples)).annotate({
      description:
        `Pages of one layout with their right data, 1 to ${maxExamples}. Three are enough for most layouts. Default: a model reads up to 3 of the other pages.`
    })
  ),
  urls: Schema.optionalKey(
    urls.annotate({
      description: `Further pages of the layout, on which the rules are tried. The first ${maxLearntChecks} are used.`
    })
  ),
  job_id: Schema.optionalKey(jobId)
}).annotate({ identifier: "WrapperRequest" })

export const WrapperEdit = Schema.Struct({
  name: Schema.optionalKey(name),
  rules: Schema.optionalKey(
    Rules.annotate({ description: "Rules as edited by a person. They replace the others, and none is learnt." })
  )
}).annotate({ identifier: "WrapperEdit" })

export const WrapperCheckPayload = Schema.Struct({
  urls: Schema.optionalKey(
    Schema.Array(RequestUrl).check(Schema.isNonEmpty(), maxEntries(maxCheckedPages)).annotate({
      description: `Pages of the layout, at most ${maxCheckedPages}.`
    })
  ),
  job_id: Schema.optionalKey(
    JobId.annotate({
      description:
        `A job of this key, instead of urls: the first ${maxCheckedPages} pages with the layout of the first example.`
    })
  )
}).annotate({ identifier: "WrapperCheckRequest" })

export const WrapperRelearnPayload = Schema.Struct({
  job_id: Schema.optionalKey(
    JobId.annotate({
      description:
        "A job of this key. The data of its documents that the rules gave, and that of the job in its since, is known too; its other pages of the layout are tried. Default: the job that found the drift."
    })
  )
}).annotate({ identifier: "WrapperRelearnRequest" })

const id = RandomId.annotate({
  description: "Wrapper identifier.",
  examples: ["7d1e0c9b8a7f4e6d95c4b3a2f1e0d9c8"]
})

const accepted = describeAnswer(202, {
  description: "The wrapper, which is learnt.",
  headers: { Location: textField("The wrapper.", "/v1/wrappers/7d1e0c9b8a7f4e6d95c4b3a2f1e0d9c8") }
})

/** Rules for the pages of one layout, learnt from examples. */
export class WrappersGroup extends HttpApiGroup.make("wrappers")
  .annotate(OpenApi.Description, "Rules that read data from the pages of one layout, learnt from examples.")
  .add(
    HttpApiEndpoint.post("createWrapper", "/wrappers", {
      payload: WrapperPayload,
      success: Wrapper.pipe(HttpApiSchema.status(202)),
      error: [ModelUnavailable, TooManyWrappersProblem, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "createWrapper")
      .annotate(OpenApi.Summary, "Learn rules from example pages")
      .annotate(OpenApi.Transform, accepted)
      .annotate(
        OpenApi.Description,
        "Fetches the pages as a job does, and learns rules that read their data. GET the wrapper until its status is not learning. A failed wrapper is deleted after the retention of jobs."
      ),
    HttpApiEndpoint.get("wrappers", "/wrappers", {
      query: { after: Schema.optionalKey(WrappersCursor), limit: Schema.optionalKey(Limit("wrappers")) },
      success: WrapperList,
      error: StoreUnavailableProblem
    }).annotate(OpenApi.Identifier, "listWrappers")
      .annotate(OpenApi.Transform, paged("wrappers"))
      .annotate(OpenApi.Summary, "List the wrappers of this key, oldest first")
      .annotate(OpenApi.Description, "Default limit: 20."),
    HttpApiEndpoint.get("wrapper", "/wrappers/:id", {
      params: { id },
      success: Wrapper,
      error: [WrapperNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "getWrapper")
      .annotate(OpenApi.Summary, "Read a wrapper")
      .annotate(OpenApi.Description, "With its rules, and how well they do."),
    HttpApiEndpoint.put("editWrapper", "/wrappers/:id", {
      params: { id },
      payload: WrapperEdit,
      success: Wrapper,
      error: [WrapperNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "editWrapper")
      .annotate(OpenApi.Summary, "Rename a wrapper, or edit its rules")
      .annotate(
        OpenApi.Description,
        "Omitted fields do not change. agreement and fill of a value whose rules have changed are 0 until it is learnt anew."
      ),
    HttpApiEndpoint.post("checkWrapper", "/wrappers/:id/check", {
      params: { id },
      payload: WrapperCheckPayload,
      success: WrapperCheck,
      error: [WrapperNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "checkWrapper")
      .annotate(OpenApi.Summary, "Try the rules of a wrapper on pages")
      .annotate(
        OpenApi.Description,
        "Fetches the pages, and returns how many of them each rule gives a value for. Nothing is stored."
      ),
    HttpApiEndpoint.post("relearnWrapper", "/wrappers/:id/relearn", {
      params: { id },
      payload: WrapperRelearnPayload,
      success: Wrapper.pipe(HttpApiSchema.status(202)),
      error: [WrapperNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "relearnWrapper")
      .annotate(OpenApi.Summary, "Learn the rules of a wrapper anew")
      .annotate(OpenApi.Transform, accepted)
      .annotate(
        OpenApi.Description,
        "Fetches pages whose data is known from before (the examples, and pages that the rules fitted), finds the values again, and learns rules from their places; else from pages that the model reads. New rules of a value replace the ones before only where they agree with more of the known data and give no fewer right values. GET the wrapper until its status is not learning; meanwhile its rules are used. PUT of its own rules ends it."
      ),
    HttpApiEndpoint.delete("deleteWrapper", "/wrappers/:id", {
      params: { id },
      success: Wrapper,
      error: [WrapperNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "deleteWrapper")
      .annotate(OpenApi.Summary, "Delete a wrapper")
      .annotate(OpenApi.Description, "Stops learning. Returns the last state of the wrapper.")
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
