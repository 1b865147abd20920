import type { Effect } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { RequestContext } from "../../core/kernel/RequestContext.ts"
import type { FetchedPage } from "./Hop.ts"

/** Source of one page and of the documents that belong to it. */
export interface PageSource<E = never> {
  /** The page at the end of its redirects. */
  readonly page: Fetching<E>
  /**
   * The page to which the latest one redirects by a refresh. It continues the same chain: limit, cookies, credentials.
   */
  readonly refresh: (target: URL) => Fetching<E>
  /** A frame of the page. Redirects to another origin fail. */
  readonly frame: (address: URL) => Fetching<E>
}

type Fetching<E> = Effect.Effect<FetchedPage, E | PageError, RequestContext>
