import { ByteSize, Context, Effect, Layer, type Types } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { isUtf8 } from "node:buffer"
import { InternalError, InvalidRequest, RequestTooLarge, UnsupportedMediaType } from "../../../contract/api/Problems.ts"
import { namesApart } from "../../../contract/api/query-options.ts"
import { BodyKind, RequestBody } from "../../../contract/api/RequestBody.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { invalidFields, invalidRequest, unknownParameter } from "./decode-problems.ts"

export const requestBody = Layer.effect(
  RequestBody,
  Effect.gen(function*() {
    const { maxBatchBody, maxRequestBody } = yield* Settings
    return RequestBody.of(Effect.fnUntraced(function*(handler, { endpoint }) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const query = yield* HttpServerRequest.ParsedSearchParams
      const parameters = Object.keys(query)
      if (endpoint.query === undefined && parameters.length > 0) {
        return yield* invalidFields(
          parameters.map((parameter) =>
            request.method === "POST" ? { parameter, detail: inBody } : unknownParameter(parameter, [])
          )
        )
      }
      const kind = Context.get(endpoint.annotations, BodyKind)
      if (["POST", "PUT", "PATCH"].includes(request.method) && kind !== "page") {
        yield* readBytes(request, kind === "urls" ? maxBatchBody : maxRequestBody)
      }
      return yield* Effect.catch(
        handler,
        (error): Effect.Effect<never, Types.unhandled | InvalidRequest | InternalError> =>
          HttpApiError.HttpApiSchemaError.is(error) ? schemaProblem(error, request, query) : Effect.fail(error)
      )
    }))
  })
)

const inBody = "is not a query parameter; send it in the body"

/** Reads the whole body within the limit, which must be UTF-8 (RFC 8259 section 8.1). The handler parses it. */
const readBytes = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, limit: number) {
  const mediaType = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase()
  if (mediaType !== undefined && mediaType !== "application/json") {
    return yield* new UnsupportedMediaType({
      detail: `The Content-Type is ${mediaType.slice(0, 100)}; send JSON with content-type: application/json.`
    })
  }
  const tooLarge = new RequestTooLarge({ detail: `The body is larger than ${limit} bytes, the limit for a request.` })
  if (Number(request.headers["content-length"] ?? 0) > limit) return yield* tooLarge
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limit)),
    Effect.mapError((error) =>
      error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
        ? tooLarge
        : new InvalidRequest({ detail: "The body could not be read to its end; send it again." })
    )
  )
  if (!isUtf8(new Uint8Array(bytes))) {
    return yield* new InvalidRequest({ detail: "The body is not valid UTF-8; send JSON in UTF-8." })
  }
})

const schemaProblem = (error: HttpApiError.HttpApiSchemaError, request: Request, query: Query) =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.andThen(
      Effect.logError("an answer does not fit its schema", error.cause),
      Effect.fail(
        new InternalError({ detail: "The service made an answer that it could not encode; please report it." })
      )
    )
    : Effect.flatMap(
      error.kind === "Payload" ? parsed(request) : Effect.succeed(namesApart(query)),
      (input) => Effect.fail<InvalidRequest | InternalError>(invalidRequest(error.kind, error.cause.issue, input))
    )

/** Parses the body again, for its faults. */
const parsed = (request: Request) => Effect.flatMap(Effect.orDie(request.text), parsedJson)

export const parsedJson = (text: string): Effect.Effect<unknown, InvalidRequest> =>
  Effect.try({
    try: () => JSON.parse(text) as unknown,
    catch: (cause) =>
      new InvalidRequest({ detail: `The body is not valid JSON${placeOf(cause)}; send one JSON object.` })
  })

/** Where the fault is. The rest of the message repeats the body, which may have secrets. */
const placeOf = (cause: unknown): string =>
  cause instanceof SyntaxError ? / \(line \d+ column \d+\)/.exec(cause.message)?.[0] ?? "" : ""

type Request = HttpServerRequest.HttpServerRequest
type Query = HttpServerRequest.ParsedSearchParams["Service"]
