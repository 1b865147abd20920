import { GleanerError, networkError, problemOf } from "./GleanerError.ts"
import { timeout } from "./patience.ts"

export interface ConnectionOptions {
  /** Where the service is, such as `http://127.0.0.1:8080`. In a browser its own origin is the default. */
  readonly baseUrl?: string | URL | undefined
  /** A key of the service. Without one, the cookie of the page's own origin is sent. */
  readonly apiKey?: string | undefined
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Ends all requests and iterations of the client. */
  readonly signal?: AbortSignal | undefined
  /** How often a request is sent at most, while the service says 429 or 503 or cannot be reached. Default 4. */
  readonly tries?: number | undefined
}

export interface CallOptions {
  /** Ends the request or the iteration. It cancels no job. */
  readonly signal?: AbortSignal | undefined
}

type Value = string | number | boolean | ReadonlyArray<string> | undefined

export interface Ask extends CallOptions {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE"
  readonly query?: Readonly<Record<string, Value>>
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** 1 for who repeats the request himself. */
  readonly tries?: number
}

/** Requests to one service. */
export interface Connection {
  /** An answer with a status below 300. Anything else is a GleanerError. */
  readonly ask: (path: string, ask?: Ask) => Promise<Response>
  readonly json: <A>(path: string, ask?: Ask) => Promise<A>
  readonly text: (path: string, ask?: Ask) => Promise<string>
  /** The whole body of an answer. */
  readonly whole: (response: Response, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
  /** The bytes of a body. A cut is a GleanerError, and so is a silence of that many milliseconds. */
  readonly bytes: (response: Response, signal?: AbortSignal, silence?: number) => AsyncGenerator<Uint8Array>
  /** Both signals as one: the client's and the call's. */
  readonly signal: (own: AbortSignal | undefined) => AbortSignal | undefined
}

export const connect = (options: ConnectionOptions): Connection => {
  const base = String(options.baseUrl ?? "").replace(/\/+$/, "")
  // The one thing that the client needs. Called as a method of the global object, as browsers want it.
  // @effect-diagnostics-next-line globalFetch:off
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => globalThis.fetch(...request))
  const signals = (own: AbortSignal | undefined) =>
    own === undefined || options.signal === undefined
      ? own ?? options.signal
      : AbortSignal.any([own, options.signal])

  const once = async (path: string, ask: Ask, signal: AbortSignal | undefined): Promise<Response> => {
    const response = await reached(
      send(`${base}${path}${queryOf(ask.query ?? {})}`, {
        method: ask.method ?? (ask.body === undefined ? "GET" : "POST"),
        credentials: "same-origin",
        headers: {
          ...(options.apiKey === undefined ? {} : { "x-api-key": options.apiKey }),
          ...(ask.body === undefined ? {} : { "content-type": "application/json" }),
          ...ask.headers
        },
        ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
        ...(signal === undefined ? {} : { signal })
      }),
      signal
    )
    if (!response.ok) throw await problemOf(response)
    return response
  }

  const ask: Connection["ask"] = async (path, request = {}) => {
    const signal = signals(request.signal)
    const { after } = timeout(request.tries ?? options.tries ?? 4, isPassing, signal)
    for (;;) {
      try {
        return await once(path, request, signal)
      } catch (error) {
        await after(error)
      }
    }
  }
  return {
    ask,
    json: async (path, request) => {
      const response = await ask(path, request)
      return reached(response.json(), signals(request?.signal))
    },
    text: async (path, request) => {
      const response = await ask(path, request)
      return reached(response.text(), signals(request?.signal))
    },
    whole: async (response, signal) => new Uint8Array(await reached(response.arrayBuffer(), signals(signal))),
    bytes: (response, signal, silence) => bytesOf(response, signals(signal), silence),
    signal: signals
  }
}

/**
 * What passes: a service that is full, restarts or cannot be reached. A 503 that waiting does not help names no time.
 */
const isPassing = (error: unknown): error is GleanerError =>
  error instanceof GleanerError &&
  (error.code === "network_error" || ([429, 503].includes(error.status) && error.retry_after !== undefined))

/** The same, and what proxies say while a service restarts: for who follows a job and has it begun. */
export const isPassingCut = (error: unknown): error is GleanerError =>
  isPassing(error) || (error instanceof GleanerError && error.code === "unexpected_answer" && error.status >= 502)

/** Aborting rejects with the reason of the signal; everything else is the network. */
const reached = async <A>(answer: Promise<A>, signal: AbortSignal | undefined): Promise<A> => {
  try {
    return await answer
  } catch (cause) {
    signal?.throwIfAborted()
    throw networkError(cause)
  }
}

const queryOf = (query: NonNullable<Ask["query"]>): string => {
  const given = Object.entries(query).flatMap(([name, value]) => value === undefined ? [] : [[name, String(value)]])
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}

async function* bytesOf(
  response: Response,
  signal: AbortSignal | undefined,
  silence: number | undefined
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  try {
    for (;;) {
      const { done, value } = await reached(inTime(reader.read(), silence), signal)
      if (done) return
      yield value
    }
  } finally {
    // Who reads no further lets go of the connection.
    reader.cancel().catch(() => undefined)
  }
}

/** A connection that was lost without a word says nothing for ever. */
const inTime = async <A>(read: Promise<A>, silence: number | undefined): Promise<A> => {
  if (silence === undefined) return read
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${silence} ms`)), silence)
  })
  try {
    return await Promise.race([read, late])
  } finally {
    clearTimeout(timer)
  }
}
