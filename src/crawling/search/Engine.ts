import { type Duration, type Effect, Schema } from "effect"
import type { HttpClient } from "effect/http"
import type { TimeRange } from "../../core/domain/options/search-options.ts"

/** A search, in terms that any engine has. */
export interface EngineQuery {
  readonly text: string
  /** BCP 47 tag, such as `de` or `de-CH`. */
  readonly language: string | undefined
  readonly timeRange: TimeRange | undefined
  /** Only results on these hosts or their subdomains. An engine may ignore it: results are filtered afterwards. */
  readonly domains: ReadonlyArray<string>
  /** Page of results, from 1. */
  readonly page: number
}

/** A result as the engine gives it. Its URL is not yet checked. */
export interface EngineResult {
  readonly url: string
  readonly title: string
  readonly snippet: string
  /** Names of the engines that found it. */
  readonly engines: ReadonlyArray<string>
}

export interface EngineAnswer {
  readonly results: ReadonlyArray<EngineResult>
  /** Engines that gave no answer, each with the reason. */
  readonly unresponsive: ReadonlyArray<{ readonly engine: string; readonly reason: string }>
}

/** The engine failed. The message contains the fault and a remedy, and no address. */
export class SearchFailed extends Schema.TaggedError<SearchFailed>()("SearchFailed", { message: Schema.String }) {}

/** One query to an engine. */
export type EngineSearch = (query: EngineQuery) => Effect.Effect<EngineAnswer, SearchFailed>

/** Makes the search over an engine: all that a further engine has to define. */
export type MakeEngine = (connection: {
  /** Base URL of the engine, without a slash at the end. */
  readonly base: string
  readonly client: HttpClient.HttpClient
  readonly timeout: Duration.Duration
  readonly userAgent: string
}) => EngineSearch
