import { Effect } from "effect"
import type { HttpClient } from "effect/http"
import { Asker, monotonicMillis } from "../domain/Asker.ts"
import * as fault from "../domain/page-errors.ts"
import { SecretFields } from "../net/SecretFields.ts"
import type { Settings } from "../Settings.ts"
import type { Visits } from "../visits/Visits.ts"
import type { CacheRequest } from "./cache-policy.ts"
import { isRetryable, pause } from "./retries.ts"
import { sendOnce, type SiteResponse } from "./send-once.ts"

export interface SiteDependencies {
  readonly client: HttpClient.HttpClient
  readonly visits: Visits["Service"]
  readonly settings: Settings["Service"]
}

export interface SiteAnswer {
  readonly response: SiteResponse
  readonly retries: number
}

/** One URL from its site, repeated when that may help. Each try is a visit of its own. */
export const askSite = ({ client, settings, visits }: SiteDependencies) =>
  Effect.fnUntraced(function*(url: URL, asked: CacheRequest, reads: (mediaType: string) => boolean) {
    const { deadline } = yield* Asker
    const exchange = sendOnce(client, url, asked.headers, { ...settings, reads }).pipe(
      Effect.provideService(SecretFields, asked.secret ?? []),
      Asker.within(settings.fetchTimeout, (left) => fault.slow(url, left))
    )
    for (let retries = 0;; retries++) {
      const outcome = yield* visits.visit(url, exchange)
      const wait = retries < settings.retries && isRetryable(outcome) ? yield* pause(retries, outcome) : undefined
      if (wait === undefined || (yield* monotonicMillis) + wait >= deadline) {
        const answer: SiteAnswer = { response: yield* Effect.fromResult(outcome), retries }
        return answer
      }
      yield* Effect.sleep(wait)
    }
  })
