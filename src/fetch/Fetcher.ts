import { Context, type Effect } from "effect"
import type { Redirect, Warning } from "../domain/Document.ts"
import type { PageError } from "../domain/PageError.ts"

export interface FetchRequest {
  readonly url: URL
  /** Serve from the HTTP cache when fresh; a response is stored either way. */
  readonly useCache: boolean
  readonly priority: "interactive" | "crawl"
  /** Fairness key of the domain's queue: a job's id, or a caller's. */
  readonly owner: string
  /** Milliseconds since the epoch by which the caller needs an answer. */
  readonly deadline: number
  /** A crawl's gate for redirect targets; one that does not pass fails with `out_of_scope`. */
  readonly isInScope?: (url: URL) => boolean
}

/** A response as obtained, its content-codings undone, its charset not yet. */
export interface FetchedPage {
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  /** Lower-case names; repeated fields joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  /** The media type alone, lower case, sniffed where the header is missing or lies. */
  readonly mediaType: string
  /** The charset parameter of Content-Type as sent, or undefined. */
  readonly charset: string | undefined
  readonly body: Uint8Array
  /** Milliseconds since the epoch; a cached page keeps its own. */
  readonly fetchedAt: number
  readonly redirects: ReadonlyArray<Redirect>
  readonly retries: number
  readonly cacheHit: boolean
  readonly warnings: ReadonlyArray<Warning>
}

/** Get bytes: each hop checked by robots.txt, the domain's turn and the address policy; sizes, redirects and time bounded. */
export class Fetcher extends Context.Service<Fetcher, {
  fetch(request: FetchRequest): Effect.Effect<FetchedPage, PageError>
}>()("gleaner/fetch/Fetcher") {}
