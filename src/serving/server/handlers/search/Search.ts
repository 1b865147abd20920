import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../../contract/api/Api.ts"
import { Caller } from "../../../../contract/api/Caller.ts"
import { SearchFailedProblem, SearchUnavailableProblem } from "../../../../contract/api/Problems.ts"
import { contradiction } from "../../../../core/domain/options/contradiction.ts"
import type { SearchOptions } from "../../../../core/domain/options/search-options.ts"
import { RequestContext } from "../../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import type { Found } from "../../../../crawling/search/find-results.ts"
import { WebSearch } from "../../../../crawling/search/WebSearch.ts"
import { invalidFields } from "../../http/decode-problems.ts"
import { Admission } from "../../limits/Admission.ts"
import { UnreadAnswers } from "../../limits/UnreadAnswers.ts"
import { searchAnswer } from "./search-answer.ts"

export const searchHandlers = HttpApiBuilder.group(
  Api,
  "search",
  Effect.fn(function*(handlers) {
    const search = yield* WebSearch
    const admission = yield* Admission
    const unread = yield* UnreadAnswers
    const { requestTimeout } = yield* Settings

    const read = Effect.fnUntraced(function*(owner: string, found: Found, options: SearchOptions) {
      // The place of the search itself is that of the first page.
      yield* Effect.forEach(found.results.slice(1), () => admission.place(owner), { discard: true })
      return yield* search.read(found, options)
    })

    return handlers.handleAll({
      search: Effect.fn(function*({ payload }) {
        const faults = faultsOf(payload)
        if (faults.length > 0) return yield* invalidFields(faults)
        const { name: owner } = yield* Caller
        yield* unread.check(owner)
        yield* admission.place(owner)
        return yield* Effect.gen(function*() {
          const found = yield* search.find(payload)
          const { notes, results } = payload.pages === undefined ? found : yield* read(owner, found, payload)
          return HttpServerResponse.uint8Array(searchAnswer(results, notes), { contentType: "application/json" })
        }).pipe(
          RequestContext.by(owner, "interactive", requestTimeout),
          Effect.catchTags({
            SearchFailed: ({ message }) => Effect.fail(new SearchFailedProblem({ detail: message })),
            SearchUnavailable: ({ message }) => Effect.fail(new SearchUnavailableProblem({ detail: message }))
          })
        )
      })
    })
  })
)

const faultsOf = ({ max_tokens, pages }: SearchOptions) => {
  if (pages === undefined) {
    return max_tokens === undefined ? [] : [{
      pointer: "/max_tokens",
      detail: "limits the passages of pages, and nothing is fetched without pages; add pages, such as {}"
    }]
  }
  const aged = contradiction(pages)
  return [
    ...(aged === undefined ? [] : [{ pointer: "/pages/max_age_seconds", detail: aged }]),
    ...(max_tokens === undefined || pages.fields === undefined
      ? []
      : [{
        pointer: "/pages/fields",
        detail: "is for documents, and max_tokens asks for chunks; leave one of them out"
      }])
  ]
}
