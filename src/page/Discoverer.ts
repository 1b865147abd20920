import { Context, type Effect } from "effect"
import type { DiscoverResult } from "../domain/Document.ts"
import type { PageError } from "../domain/PageError.ts"

export interface DiscoverRequest {
  readonly url: string
  readonly internalOnly: boolean
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly deadline: number
}

/** The scrape's flow stopped after links. */
export class Discoverer extends Context.Service<Discoverer, {
  discover(request: DiscoverRequest): Effect.Effect<DiscoverResult, PageError>
}>()("gleaner/page/Discoverer") {}
