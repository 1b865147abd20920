import { Clock, Context, Duration, Effect, Layer, Metric, Option, Redacted, Result, Schema, Stream } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import * as fs from "node:fs/promises"
import { metrics } from "../../../core/observability/metrics.ts"
import { mebibyte } from "../../../core/settings/kinds.ts"
import type { ModelEndpointSetting } from "../../../core/settings/model-endpoint.ts"
import { SettingError, Settings, settings } from "../../../core/settings/Settings.ts"
import { retryAfter } from "../../../web/net/retry-after.ts"
import { type ChatAnswer, chatAnswer, errorReason } from "./chat-answer.ts"
import { answerForms, chatRequest, type ModelPage, type TokenLimit, tokenLimits } from "./chat-request.ts"

/** The endpoint failed. The message contains the fault and a remedy, and neither an address nor a key. */
export class ModelFailed extends Schema.TaggedError<ModelFailed>()("ModelFailed", { message: Schema.String }) {}

/** The operator's language model, behind an endpoint that has the chat completions of OpenAI. */
export class Model extends Context.Service<Model, {
  /** Whether the operator has set one. Without one, `read` fails. */
  readonly isAvailable: boolean
  /** One answer about one page. Refusals of a form of answer, and retries, cost no answer. */
  read(page: ModelPage): Effect.Effect<ChatAnswer, ModelFailed>
}>()("gleaner/crawling/wrappers/model/Model") {
  /** Over any `HttpClient`. */
  static readonly layerNoDeps = Layer.effect(
    Model,
    Effect.gen(function*() {
      const { model, modelTimeout, modelTokens } = yield* Settings
      if (Option.isNone(model)) return none
      const { keyFile } = model.value
      const endpoint: Endpoint = {
        ...model.value,
        client: endpointClient(yield* HttpClient.HttpClient),
        key: keyFile === undefined ? undefined : yield* loadKey(keyFile),
        timeout: modelTimeout,
        tokens: modelTokens
      }
      return Model.of({ isAvailable: true, read: reading(endpoint) })
    })
  )

  /** Without a model. */
  static readonly layerNone = Layer.sync(Model, () => none)

  /**
   * With a client of its own: the operator chose the address of the endpoint, so neither the address policy nor the
   * proxy for sites applies to it.
   */
  static readonly layer = Model.layerNoDeps.pipe(Layer.provide(Layer.fresh(FetchHttpClient.layer)))
}

interface Endpoint extends Pick<ModelEndpointSetting, "name" | "url"> {
  readonly client: ReturnType<typeof endpointClient>
  readonly key: Redacted.Redacted | undefined
  readonly timeout: Duration.Duration
  readonly tokens: number
}

const none = Model.of({
  isAvailable: false,
  read: () =>
    Effect.fail(
      new ModelFailed({
        message: "This service has no model. Its operator can set one in GLEANER_MODEL."
      })
    )
})

/** A response that decides: an answer, or a refusal of the request as it was. */
interface Reply {
  readonly status: number
  readonly body: string
}

/** Why an attempt gave no response that decides. */
interface Missed {
  readonly message: string
  /** Undefined: the same request would fail again. */
  readonly retryIn: Duration.Duration | undefined
}

const reading = (endpoint: Endpoint): Model["Service"]["read"] => {
  /** Forms that the endpoint has refused, by the schema: it may be the reason. */
  const refused = new Map<string, number>()
  let limit: TokenLimit = tokenLimits[0]

  return Effect.fn("Model.read")(function*(page) {
    const schema = JSON.stringify(page.schema)
    for (;;) {
      const form = answerForms[refused.get(schema) ?? 0] ?? "prompt"
      const { body, status } = yield* post(
        endpoint,
        chatRequest(endpoint.name, page, form, { name: limit, tokens: endpoint.tokens })
      )
      if (status === 200) return yield* answered(body)
      yield* count("refused")
      if (limit === "max_tokens" && otherLimit.test(body)) limit = "max_completion_tokens"
      else if (form === "prompt" || !refusals.has(status)) return yield* failed(refusal(status, body, endpoint.key))
      else {
        if (refused.size >= maxSchemas) refused.clear()
        refused.set(schema, answerForms.indexOf(form) + 1)
      }
    }
  })
}

/** Statuses of a request in a form that the endpoint does not have. */
const refusals: ReadonlySet<number> = new Set([400, 415, 422, 501])
/** "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead." */
const otherLimit = /use '?max_completion_tokens/i

/** Schemas whose forms are remembered. Others cost a refusal more. */
const maxSchemas = 100

const answered = Effect.fnUntraced(function*(body: string) {
  const answer = chatAnswer(body)
  if (answer === undefined) {
    yield* count("failed")
    return yield* failed(notCompletion)
  }
  yield* count("answered")
  yield* Metric.update(Metric.withAttributes(metrics.modelTokens, { kind: "prompt" }), answer.tokens.prompt)
  yield* Metric.update(Metric.withAttributes(metrics.modelTokens, { kind: "completion" }), answer.tokens.completion)
  return answer
})

/** Posts a request, again after failures that pass. */
const post = Effect.fnUntraced(function*(endpoint: Endpoint, body: object) {
  for (let attempt = 0;; attempt++) {
    const reply = yield* Effect.result(exchange(endpoint, body, attempt))
    if (Result.isSuccess(reply)) return reply.success
    yield* count("failed")
    const { message, retryIn } = reply.failure
    if (retryIn === undefined || attempt >= maxRetries || Duration.isGreaterThan(retryIn, maxPause)) {
      return yield* failed(message)
    }
    yield* Effect.sleep(retryIn)
  }
})

const maxRetries = 2
/** Longer waits than this that an endpoint asks for are a failure. */
const maxPause = Duration.minutes(1)

const exchange = (endpoint: Endpoint, body: object, attempt: number): Effect.Effect<Reply, Missed> =>
  Effect.flatMap(endpoint.client.execute(requestOf(endpoint, body)), (response) => replyOf(response, attempt)).pipe(
    Effect.scoped,
    Effect.catchTag("HttpClientError", () => Effect.fail<Missed>({ message: unreachable, retryIn: pauseOf(attempt) })),
    Effect.timeoutOrElse({
      duration: endpoint.timeout,
      orElse: () => Effect.fail<Missed>({ message: tooSlow(endpoint.timeout), retryIn: undefined })
    })
  )

const requestOf = ({ key, url }: Endpoint, body: object) => {
  const request = HttpClientRequest.post(`${url}/chat/completions`, { headers: { accept: "application/json" } }).pipe(
    HttpClientRequest.bodyText(JSON.stringify(body), "application/json")
  )
  return key === undefined ? request : HttpClientRequest.bearerToken(request, key)
}

const replyOf = Effect.fnUntraced(function*(response: HttpClientResponse.HttpClientResponse, attempt: number) {
  const { headers, status } = response
  if (passing.has(status)) {
    const asked = retryAfter({ status, headers: { ...headers } }, yield* Clock.currentTimeMillis)
    return yield* Effect.fail<Missed>({ message: overloaded(status, asked), retryIn: asked ?? pauseOf(attempt) })
  }
  const lasting = status >= 300 && status < 400 ? redirected : faults.get(status)
  if (lasting !== undefined) return yield* Effect.fail<Missed>({ message: lasting, retryIn: undefined })
  const body = yield* response.stream.pipe(
    Stream.mapError((): Missed => ({ message: unreachable, retryIn: pauseOf(attempt) })),
    (bytes) =>
      Stream.limitBytes(
        bytes,
        maxAnswer,
        () => Stream.fail<Missed>({ message: tooLarge, retryIn: undefined })
      ),
    Stream.decodeText(),
    Stream.mkString
  )
  return { status, body } satisfies Reply
})

/** Bytes. An answer with all its tokens has some ten KiB. */
const maxAnswer = mebibyte

const pauseOf = (attempt: number): Duration.Duration => Duration.seconds(2 ** attempt)

/** Statuses of a failure that passes. 529 is an overload. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529])

const failed = (message: string) => Effect.fail(new ModelFailed({ message }))

const count = (outcome: "answered" | "refused" | "failed") =>
  Metric.update(Metric.withAttributes(metrics.modelRequests, { outcome }), 1)

/**
 * Follows no redirect, which would take the key elsewhere, and sends no trace context. The connection of an answer that
 * is not read to its end closes with the scope.
 */
const endpointClient = (client: HttpClient.HttpClient) =>
  HttpClient.transformResponse(client, (response) =>
    response.pipe(
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
      Effect.provideService(HttpClient.TracerPropagationEnabled, false),
      Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
    )).pipe(HttpClient.withScope)

const loadKey = (file: string): Effect.Effect<Redacted.Redacted, SettingError> =>
  Effect.tryPromise({
    try: async () => {
      const key = (await fs.readFile(file, "utf8")).trim()
      // Nothing else can be sent in a header field.
      if (!/^[\x21-\x7E]+$/.test(key)) throw new Error("no key")
      return Redacted.make(key, { label: "key of the model" })
    },
    // The cause may contain a part of the file.
    catch: () =>
      new SettingError({
        variable: settings.model.variable,
        fault: `${file} cannot be read as a file with the key of the model, and nothing else`
      })
  })

const refusal = (status: number, body: string, key: Redacted.Redacted | undefined): string => {
  const reason = errorReason(body, key === undefined ? undefined : Redacted.value(key))
  return `The model's endpoint refuses the request with ${status}${reason === "" ? "" : ` (${reason})`}.`
}

const overloaded = (status: number, asked: Duration.Duration | undefined): string =>
  asked === undefined
    ? `The model's endpoint answers ${status}; try again later.`
    : `The model's endpoint answers ${status}, and asks to wait for ${Duration.format(asked)}; try again later.`

/** Answers about the key are not repeated: they may contain a part of it. */
const faults: ReadonlyMap<number, string> = new Map([
  [401, "The model's endpoint refuses the key (401). An operator checks the file with the key in GLEANER_MODEL."],
  [403, "The model's endpoint refuses the key (403). An operator checks what the key in GLEANER_MODEL may use."],
  [
    404,
    "The model's endpoint answers 404. An operator checks the address in GLEANER_MODEL, which mostly ends with /v1, and the name of the model."
  ]
])

const redirected =
  "The model's endpoint answers with a redirect. An operator sets GLEANER_MODEL to the address that it leads to."

const notCompletion =
  "The answer of the model's endpoint is not a chat completion. An operator checks the address in GLEANER_MODEL, which mostly ends with /v1."

const unreachable =
  "The model's endpoint cannot be reached, or closed the connection. An operator checks that it runs at the address in GLEANER_MODEL."

const tooLarge = `The answer of the model's endpoint is larger than ${maxAnswer} bytes.`

const tooSlow = (limit: Duration.Duration): string =>
  `The model did not answer within ${Duration.format(limit)}; a faster one is needed, or a schema with fewer values.`
