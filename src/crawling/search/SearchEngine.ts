import { Context, Effect, Layer, Option, Schema } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import type { SearchEngineSetting } from "../../core/settings/search-engine.ts"
import { Settings } from "../../core/settings/Settings.ts"
import type { EngineAnswer, EngineQuery, MakeEngine, SearchFailed } from "./Engine.ts"
import { searxng } from "./searxng.ts"

/** The operator has set no engine. */
export class SearchUnavailable extends Schema.TaggedError<SearchUnavailable>()("SearchUnavailable", {}) {
  override get message(): string {
    return "This service has no search engine. Its operator can set one, such as GLEANER_SEARCH=\"searxng http://localhost:8888\"."
  }
}

/** The search engine of the operator. */
export class SearchEngine extends Context.Service<SearchEngine, {
  search(query: EngineQuery): Effect.Effect<EngineAnswer, SearchFailed | SearchUnavailable>
}>()("gleaner/crawling/search/SearchEngine") {
  /** Over any `HttpClient`. */
  static readonly layerNoDeps = Layer.effect(
    SearchEngine,
    Effect.gen(function*() {
      const client = withoutTraces(yield* HttpClient.HttpClient)
      const { search: setting, searchTimeout: timeout, userAgent } = yield* Settings
      return Option.match(setting, {
        onNone: () => none,
        onSome: ({ engine, url }) =>
          SearchEngine.of({ search: engines[engine]({ base: url, client, timeout, userAgent }) })
      })
    })
  )

  /** Without an engine. */
  static readonly layerNone = Layer.sync(SearchEngine, () => none)

  /**
   * With a client of its own: the operator chose the address of the engine, so neither the address policy nor the proxy
   * for sites applies to it.
   */
  static readonly layer = SearchEngine.layerNoDeps.pipe(Layer.provide(Layer.fresh(FetchHttpClient.layer)))
}

/** An engine is a row here, and a file. */
const engines: Readonly<Record<SearchEngineSetting["engine"], MakeEngine>> = { searxng }

const none = SearchEngine.of({ search: () => Effect.fail(new SearchUnavailable()) })

/** Follows no redirect, and sends no trace context. Its spans would contain the query. */
const withoutTraces = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transformResponse(client, (response) =>
    response.pipe(
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
      Effect.provideService(HttpClient.TracerPropagationEnabled, false),
      Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
    ))
