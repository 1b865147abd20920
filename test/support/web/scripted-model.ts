import { Clock, type Duration, Effect, Layer, Stream } from "effect"
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "effect/http"

/** A reply of the endpoint. */
export interface ModelReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Stream.Stream<Uint8Array, "cut">
  /** On the test clock. */
  readonly takes?: Duration.Input
  /** No reply, but this fault of the connection. */
  readonly fails?: string
}

export interface ModelRequest {
  /** Milliseconds on the test clock. */
  readonly at: number
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: {
    readonly model: string
    readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
    readonly response_format?: { readonly type: string; readonly json_schema?: object }
    readonly max_tokens?: number
    readonly max_completion_tokens?: number
  }
}

export interface ScriptedModel {
  readonly layer: Layer.Layer<HttpClient.HttpClient>
  readonly requests: ReadonlyArray<ModelRequest>
}

/** A chat completion with this content. */
export const completion = (
  content: unknown,
  { finish = "stop", tokens = [100, 20] }: { readonly finish?: string; readonly tokens?: readonly [number, number] } =
    {}
): ModelReply => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{
      index: 0,
      message: { role: "assistant", content: typeof content === "string" ? content : JSON.stringify(content) },
      finish_reason: finish
    }],
    usage: { prompt_tokens: tokens[0], completion_tokens: tokens[1], total_tokens: tokens[0] + tokens[1] }
  })
})

/** An error as OpenAI and its imitators answer it. */
export const refusal = (message: string, status = 400): ModelReply => ({
  status,
  body: JSON.stringify({ error: { message, type: "invalid_request_error", param: "response_format", code: null } })
})

/** An endpoint behind the `HttpClient` that answers by a script, on the test clock. */
export const scriptedModel = (reply: (request: ModelRequest, number: number) => ModelReply): ScriptedModel => {
  const requests: Array<ModelRequest> = []
  const client = HttpClient.make((request, url) =>
    Effect.gen(function*() {
      const at = yield* Clock.currentTimeMillis
      const seen: ModelRequest = { at, url: url.href, headers: { ...request.headers }, body: bodyOf(request) }
      requests.push(seen)
      const { body = "", fails, headers, status = 200, takes } = reply(seen, requests.length)
      if (takes !== undefined) yield* Effect.sleep(takes)
      const fault = (code: string) =>
        new HttpClientError.HttpClientError({
          reason: new HttpClientError.TransportError({ request, cause: Object.assign(new Error(code), { code }) })
        })
      if (fails !== undefined) return yield* fault(fails)
      const response = HttpClientResponse.fromWeb(request, new Response(null, { status, headers: { ...headers } }))
      const stream = typeof body === "string"
        ? Stream.make(new TextEncoder().encode(body))
        : Stream.mapError(body, () => fault("ECONNRESET"))
      // A web stream is read in real time, in which the test clock would advance.
      return Object.defineProperty(response, "stream", { get: () => stream })
    })
  )
  return { layer: Layer.succeed(HttpClient.HttpClient, client), requests }
}

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): ModelRequest["body"] =>
  JSON.parse(body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "{}")
