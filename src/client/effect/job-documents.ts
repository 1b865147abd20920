import { Effect, Ref, Schema, Stream, Struct } from "effect"
import { HttpClientResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { DocumentsCursor } from "../../api/Paging.ts"
import { Document } from "../../domain/document/Document.ts"
import { isFinal } from "../../domain/job/Job.ts"
import { CutShort, resuming } from "./patient-client.ts"

type Jobs = HttpApiClient.ForApi<typeof Api>["jobs"]

export interface Place {
  /** A `next_cursor` of the list. Without one the documents come from the first on. */
  readonly after?: number
}

/** The largest list that the API gives at a time. */
const maxPage = 1000

const Page = Schema.Struct({ documents: Schema.Array(Schema.Unknown), next_cursor: Schema.NullOr(DocumentsCursor) })

/** The Documents of a job to its end. `lines` is the same route, asked for JSON Lines. */
export const documentsOf = (jobs: Jobs, lines: Jobs["documents"]) =>
<F extends keyof Document>(
  id: string,
  { after, fields }: Place & { readonly fields?: ReadonlyArray<F> } = {}
) =>
  Stream.unwrap(Effect.gen(function*() {
    const params = { id }
    const at = yield* Ref.make({ cursor: after, ahead: 0 })
    const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(
      (fields === undefined ? Document : Document.mapFields(Struct.pick(fields))) as Schema.Codec<Pick<Document, F>>
    ))

    /**
     * Lines have no cursors, so it asks for the one behind the documents that were given. Nothing at the end of the
     * list.
     */
    const place = Effect.gen(function*() {
      for (;;) {
        const { ahead, cursor } = yield* Ref.get(at)
        const query = cursor === undefined ? {} : { after: cursor }
        if (ahead === 0) return query
        const limit = Math.min(ahead, maxPage)
        const response = yield* jobs.documents({
          params,
          query: { ...query, limit, fields: ["url"] },
          responseMode: "response-only"
        })
        const page = yield* HttpClientResponse.schemaBodyJson(Page)(yield* successful(response))
        if (page.next_cursor === null) return undefined
        yield* Ref.set(at, { cursor: page.next_cursor, ahead: ahead - page.documents.length })
      }
    })

    const rest = Stream.unwrap(Effect.gen(function*() {
      const query = yield* place
      if (query === undefined) return Stream.empty
      const response = yield* lines({
        params,
        query: { ...query, ...(fields === undefined ? {} : { fields }) },
        responseMode: "response-only"
      })
      return (yield* successful(response)).stream.pipe(
        Stream.decodeText,
        Stream.splitLines,
        Stream.mapEffect((line) => decode(line)),
        Stream.tap(() => Ref.update(at, ({ ahead, cursor }) => ({ cursor, ahead: ahead + 1 }))),
        Stream.concat(Stream.fromEffectDrain(ended))
      )
    }))

    // A service that stops may end an answer in good order.
    const ended = Effect.flatMap(jobs.job({ params, query: {} }), ({ status }) =>
      isFinal(status) ? Effect.void : Effect.fail(new CutShort({ detail: "The documents ended before the job." })))

    return Stream.retry(rest, resuming())
  }))

const decodeAnswer = HttpApiClient.decodeResponse(Api, { group: "jobs", endpoint: "documents" })

/** The answer itself, or the problem that it is. */
const successful = (response: HttpClientResponse.HttpClientResponse) =>
  response.status === 200 ? Effect.succeed(response) : Effect.as(decodeAnswer(response), response)
