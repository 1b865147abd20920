import { Context, Effect, Layer, Result, Schema } from "effect"
import { Chunk } from "../../core/domain/document/Document.ts"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { SearchOptions } from "../../core/domain/options/search-options.ts"
import { counted } from "../../core/kernel/counted.ts"
import { RequestContext } from "../../core/kernel/RequestContext.ts"
import { mebibyte } from "../../core/settings/kinds.ts"
import { PageReader } from "../../page/PageReader.ts"
import type { PageRequest } from "../../page/PageRequest.ts"
import { addressCheck } from "../../web/net/HostResolver.ts"
import type { EngineResult, SearchFailed } from "./Engine.ts"
import { findResults, type Found } from "./find-results.ts"
import { SearchEngine, type SearchUnavailable } from "./SearchEngine.ts"
import { shareTokens } from "./share-tokens.ts"

/** The outcome of reading the page of a result. */
export type ResultPage =
  /** `json`: the Document. */
  | { readonly _tag: "Document"; readonly json: Uint8Array }
  | { readonly _tag: "Chunks"; readonly chunks: ReadonlyArray<Chunk> }
  | { readonly _tag: "Failed"; readonly error: PageError }
  /** The site answered with an error status. */
  | { readonly _tag: "ErrorStatus"; readonly status: number }

export interface ReadResults {
  readonly results: ReadonlyArray<EngineResult & { readonly page: ResultPage }>
  readonly notes: ReadonlyArray<string>
}

/** Searches the web with the operator's engine, and reads the pages of the results as a batch does. */
export class WebSearch extends Context.Service<WebSearch, {
  /** The results of the engine that have a public address and lie within `domains`. Nothing is fetched. */
  find(options: SearchOptions): Effect.Effect<Found, SearchFailed | SearchUnavailable>
  /** The pages of the results, within the deadline of the requester. A page that fails is the problem of its result. */
  read(found: Found, options: SearchOptions): Effect.Effect<ReadResults, never, RequestContext>
}>()("gleaner/crawling/search/WebSearch") {
  static readonly layerNoDeps = Layer.effect(
    WebSearch,
    Effect.gen(function*() {
      const engine = yield* SearchEngine
      const reader = yield* PageReader
      const find = findResults((query) => engine.search(query), yield* addressCheck)

      /** `budget`: the bytes that are left for Documents. */
      const readPage = Effect.fnUntraced(function*(url: string, options: SearchOptions, budget: { left: number }) {
        const read = yield* Effect.result(withOwnWaits(reader.read(requestOf(url, options), "document")))
        if (Result.isFailure(read)) return failed(read.failure)
        const { json, status } = read.success
        if (status >= 400) return { _tag: "ErrorStatus", status } satisfies ResultPage
        if (json.length > budget.left) return failed(fault.answerFull(url))
        budget.left -= json.length
        return options.max_tokens === undefined
          ? { _tag: "Document", json } satisfies ResultPage
          : { _tag: "Chunks", chunks: yield* chunksOf(json) } satisfies ResultPage
      })

      const read: WebSearch["Service"]["read"] = Effect.fn("WebSearch.read")(function*({ notes, results }, options) {
        const budget = { left: maxDocuments }
        const whole = yield* Effect.forEach(
          results,
          (result) => Effect.map(readPage(result.url, options, budget), (page) => ({ ...result, page })),
          { concurrency: "unbounded" }
        )
        return options.max_tokens === undefined ? { results: whole, notes } : within(options.max_tokens, whole, notes)
      })

      return WebSearch.of({ find: (options) => find(options).pipe(Effect.withSpan("WebSearch.find")), read })
    })
  )
}

/** Bytes of all Documents in an answer. A page whose Document does not fit is a problem of its result. */
const maxDocuments = 32 * mebibyte

const failed = (error: PageError): ResultPage => ({ _tag: "Failed", error })

/** Passages are picked for the search, unless `pages` has a query of its own. */
const requestOf = (url: string, { max_tokens, pages, query }: SearchOptions): PageRequest =>
  max_tokens === undefined
    ? { ...pages, url }
    : {
      query,
      ...pages,
      url,
      fields: ["chunks"],
      max_tokens: Math.min(max_tokens, pages?.max_tokens ?? Infinity)
    }

/** The pages are read at the same time, and each has waits of its own. */
const withOwnWaits = <A, E>(reading: Effect.Effect<A, E, RequestContext>) =>
  Effect.flatMap(RequestContext, (context) =>
    Effect.provideService(reading, RequestContext, {
      ...context,
      queueTime: { millis: 0 },
      waits: { turn: 0, robots: 0 }
    }))

const chunksOf = (json: Uint8Array) => Effect.sync(() => decodeChunks(new TextDecoder().decode(json)).chunks ?? [])

/** Our own JSON. */
const decodeChunks = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ chunks: Schema.optionalKey(Schema.Array(Chunk)) }))
)

/** The results with the chunks that fit into the tokens. */
const within = (
  maxTokens: number,
  results: ReadResults["results"],
  notes: ReadResults["notes"]
): ReadResults => {
  const lists = results.map(({ page }) => page._tag === "Chunks" ? page.chunks : [])
  const { leftOut, taken } = shareTokens(lists, maxTokens)
  const unlike = results.filter(({ page }) => page._tag === "Chunks" && page.chunks.length === 0).length
  return {
    results: results.map((result, index) =>
      result.page._tag === "Chunks"
        ? { ...result, page: { _tag: "Chunks", chunks: taken[index] ?? [] } }
        : result
    ),
    notes: [
      ...notes,
      ...(leftOut === 0 ? [] : [`${counted(leftOut, "passage")} left out: max_tokens was reached.`]),
      ...(unlike === 0 ? [] : [`${counted(unlike, "page")} without a passage that has a word of the query.`])
    ]
  }
}
