import { GleanerError } from "./GleanerError.ts"
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
  readonly method?: "GET" | "POST" | "DELETE"
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
  /** The signal of the client and that of the call. */
  readonly signal: (own: AbortSignal | undefined) => AbortSignal | undefined
}
export declare const connect: (options: ConnectionOptions) => Connection
/** The same, and what proxies say while a service restarts: for who follows a job and has it begun. */
export declare const isPassingCut: (error: unknown) => error is GleanerError
export {}
