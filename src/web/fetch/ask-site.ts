import { Duration, Effect, Scope } from "effect"
import type { HttpClient } from "effect/http"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { monotonicMillis, RequestContext } from "../../core/kernel/RequestContext.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import { SecretFields } from "../net/SecretFields.ts"
import type { Visits } from "../visits/Visits.ts"
import { BodyBudget, BodyScope, type Reservation } from "./BodyBudget.ts"
import type { CacheRequest } from "./cache/cache-policy.ts"
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

/** One URL from its site, with retries. Each try is a visit of its own. */
export const askSite = ({ client, settings, visits }: SiteDependencies) => {
  const bodies = new BodyBudget()
  return Effect.fnUntraced(function*(url: URL, asked: CacheRequest, reads: (mediaType: string) => boolean) {
    const requester = yield* RequestContext
    const page = yield* BodyScope
    for (let retries = 0;; retries++) {
      const reservation = bodies.open(requester)
      // Only a crawl waits for capacity before the domain's turn.
      if (requester.priority === "crawl") yield* reservation.vacancy
      const exchange = sendOnce(client, url, asked.headers, { ...settings, reads, quota: reservation }).pipe(
        Effect.provideService(SecretFields, asked.secret ?? []),
        inTime(url, settings.fetchTimeout, reservation),
        // The body of an answer stays in memory until its page is read.
        Effect.onExit((exit) =>
          exit._tag === "Success" && page !== undefined
            ? Scope.addFinalizer(page, reservation.close)
            : reservation.close
        )
      )
      const outcome = yield* visits.visit(url, exchange)
      const wait = retries < settings.retries && isRetryable(outcome) ? yield* pause(retries, outcome) : undefined
      if (wait === undefined || (yield* monotonicMillis) + wait >= requester.deadline) {
        const answer: SiteAnswer = { response: yield* Effect.fromResult(outcome), retries }
        return answer
      }
      yield* reservation.close
      yield* Effect.sleep(wait)
    }
  })
}

/** Ends an exchange after `limit`, without its waits for capacity, or at the requester's deadline if that is sooner. */
const inTime =
  (url: URL, limit: Duration.Duration, reservation: Reservation) =>
  <A, E, R>(exchange: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R | RequestContext> => {
    const runsOut = Effect.gen(function*() {
      const { deadline } = yield* RequestContext
      const started = yield* monotonicMillis
      // A crawl may have waited before, too.
      const before = reservation.waitedUntil(started)
      const mayTake = Math.min(Duration.toMillis(limit), Math.max(0, Math.ceil(deadline - started)))
      for (let now = started;; now = yield* monotonicMillis) {
        const left = Math.min(mayTake - (now - started - (reservation.waitedUntil(now) - before)), deadline - now)
        if (left <= 0) {
          return yield* reservation.isWaiting
            ? fault.noCapacity(url)
            : fault.slow(url, Duration.millis(mayTake))
        }
        yield* Effect.sleep(Math.ceil(left))
      }
    })
    return Effect.raceFirst(exchange, runsOut)
  }
