import { GleanerError, networkError, problemOf } from "./GleanerError.ts"
import { pause as pauseByTimer } from "./pause.ts"
import { defaultTries, isTransient, type RetryPolicy, retryPolicy } from "./retry-policy.ts"

export interface ConnectionOptions {
  /** Where the service is, such as `http://127.0.0.1:8080`. Default: the origin of the page, in a browser. */
  readonly baseUrl?: string | URL | undefined
  /** A key of the service. Without one, the cookie of the page's own origin is sent. */
  readonly apiKey?: string | undefined
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Ends all requests and iterations of the client. */
  readonly signal?: AbortSignal | undefined
  /** Maximum number of times a request is sent while the service answers 429 or 503 or cannot be reached. Default 4. */
  readonly tries?: number | undefined
}

export interface CallOptions {
  /** Ends the request or the iteration. It cancels no job. */
  readonly signal?: AbortSignal | undefined
}

type Value = string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, number>> | undefined

export interface RequestOptions extends CallOptions {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly query?: Readonly<Record<string, Value>>
  readonly body?: object
  /** A body that is sent as it is, instead of JSON. */
  readonly content?: Uint8Array<ArrayBuffer> | Blob | string
  readonly headers?: Readonly<Record<string, string>>
  /** Max attempts. Default: the `tries` of the client. */
  readonly tries?: number
}

/** Requests to one service. */
export interface Connection {
  /** An answer with a status below 300. Anything else is a GleanerError. */
  readonly request: (path: string, options?: RequestOptions) => Promise<Response>
  readonly json: <A>(path: string, options?: RequestOptions) => Promise<A>
  readonly text: (path: string, options?: RequestOptions) => Promise<string>
  /** The whole body of an answer. */
  readonly body: (response: Response, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
  /** The bytes of a body. A cut is a GleanerError, and so is a silence of that many milliseconds. */
  readonly bytes: (response: Response, signal?: AbortSignal, maxSilence?: number) => AsyncGenerator<Uint8Array>
  /** Waits until the next try. Throws the error if there is none. */
  readonly nextTry: (policy: RetryPolicy, error: unknown, signal?: AbortSignal) => Promise<void>
  readonly pause: typeof pauseByTimer
  /** Both signals as one: the client's and the call's. */
  readonly signal: (own: AbortSignal | undefined) => AbortSignal | undefined
}

export const connect = (options: ConnectionOptions, pause = pauseByTimer): Connection => {
  const base = String(options.baseUrl ?? "").replace(/\/+$/, "")
  // The only requirement of the client. Browsers accept a call only as a method of the global object.
  // @effect-diagnostics-next-line globalFetch:off
  const fetch = options.fetch ?? ((...request: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...request))
  const signals = (own: AbortSignal | undefined) =>
    own === undefined || options.signal === undefined
      ? own ?? options.signal
      : AbortSignal.any([own, options.signal])

  const send = async (path: string, request: RequestOptions, signal: AbortSignal | undefined): Promise<Response> => {
    const response = await orNetworkError(
      fetch(`${base}${path}${queryOf(request.query ?? {})}`, {
        method: request.method ?? (request.body === undefined && request.content === undefined ? "GET" : "POST"),
        credentials: "same-origin",
        headers: {
          ...(options.apiKey === undefined ? {} : { "x-api-key": options.apiKey }),
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
          ...request.headers
        },
        ...(request.content === undefined ? {} : { body: request.content }),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(signal === undefined ? {} : { signal })
      }),
      signal
    )
    if (!response.ok) throw await problemOf(response)
    return response
  }

  const nextTry: Connection["nextTry"] = async ({ delayAfter }, error, signal) => {
    const delay = error instanceof GleanerError ? delayAfter(error) : undefined
    if (delay === undefined) throw error
    await pause(delay, signal)
  }

  const request: Connection["request"] = async (path, request = {}) => {
    const signal = signals(request.signal)
    const policy = retryPolicy(request.tries ?? options.tries ?? defaultTries, isTransient)
    for (;;) {
      try {
        return await send(path, request, signal)
      } catch (error) {
        await nextTry(policy, error, signal)
      }
    }
  }
  return {
    request,
    json: async (path, options) => {
      const response = await request(path, options)
      return orNetworkError(response.json(), signals(options?.signal))
    },
    text: async (path, options) => {
      const response = await request(path, options)
      return orNetworkError(response.text(), signals(options?.signal))
    },
    body: async (response, signal) => new Uint8Array(await orNetworkError(response.arrayBuffer(), signals(signal))),
    bytes: (response, signal, maxSilence) => bytesOf(response, signals(signal), maxSilence),
    nextTry,
    pause,
    signal: signals
  }
}

/** Aborting rejects with the reason of the signal. Every other failure is one of the network. */
const orNetworkError = async <A>(answer: Promise<A>, signal: AbortSignal | undefined): Promise<A> => {
  try {
    return await answer
  } catch (cause) {
    signal?.throwIfAborted()
    throw cause instanceof GleanerError ? cause : networkError(cause)
  }
}

const queryOf = (query: NonNullable<RequestOptions["query"]>): string => {
  const given = Object.entries(query).flatMap(([name, value]) => value === undefined ? [] : [[name, textOf(value)]])
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}

/** Lists with commas. Numbers by name as `name=number`; `true` where there are none. */
const textOf = (value: NonNullable<Value>): string =>
  typeof value === "object" && !Array.isArray(value)
    ? Object.entries(value).map(([name, number]) => `${name}=${String(number)}`).join(",") || "true"
    : String(value)

async function* bytesOf(
  response: Response,
  signal: AbortSignal | undefined,
  maxSilence: number | undefined
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  try {
    for (;;) {
      const { done, value } = await orNetworkError(withTimeout(reader.read(), maxSilence), signal)
      if (done) return
      yield value
    }
  } finally {
    // Close the connection when the reader stops early.
    reader.cancel().catch(() => undefined)
  }
}

/** A connection that was lost without a FIN or a reset never ends a read. */
const withTimeout = async <A>(read: Promise<A>, milliseconds: number | undefined): Promise<A> => {
  if (milliseconds === undefined) return read
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([read, late])
  } finally {
    clearTimeout(timer)
  }
}
