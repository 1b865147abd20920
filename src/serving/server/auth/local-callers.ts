import { Effect, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { type GleanerClient, gleanerClient } from "../../../contract/client/index.ts"
import { CurrentRequest } from "../http/CurrentRequest.ts"
import { LocalFetch, localOrigin } from "../http/LocalFetch.ts"
import { UnreadAnswers } from "../limits/UnreadAnswers.ts"
import { ApiKeys } from "./ApiKeys.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** A caller by another protocol: the name of the key, and the API as that caller has it. */
export interface LocalCaller {
  readonly owner: string
  readonly client: GleanerClient
}

/** The callers of protocols in front of the API. Their requests to it have their own keys. */
export const localCallers = Effect.gen(function*() {
  const keys = yield* ApiKeys
  const unread = yield* UnreadAnswers
  const { fetch } = yield* LocalFetch

  const callerOf = (headers: Headers): LocalCaller | undefined => {
    const apiKey = headers["x-api-key"] ?? /^bearer +(\S+)\s*$/i.exec(headers["authorization"] ?? "")?.[1]
    const owner = apiKey === undefined ? undefined : keys.nameOf(Redacted.make(apiKey))
    // The caller decides whether to try again.
    return owner === undefined
      ? undefined
      : { owner, client: gleanerClient({ baseUrl: localOrigin, fetch, apiKey, tries: 1 }) }
  }
  return {
    callerOf,
    /** The caller of a request, whose answer then counts as that caller's. Undefined without a key that is known. */
    enter: (request: HttpServerRequest.HttpServerRequest) =>
      Effect.map(CurrentRequest, (facts) => {
        const caller = callerOf(request.headers)
        if (caller === undefined) return undefined
        if (facts !== undefined) facts.key = caller.owner
        unread.belongsTo(request, caller.owner)
        return caller
      })
  }
})

export const needsKey =
  "Send a valid API key in the X-API-Key header, or as Authorization: Bearer: the secret without its name."
