import { Effect, Option, Ref, Stream } from "effect"
import type { HttpApiClient } from "effect/http-api"
import type { Api } from "../../api/Api.ts"
import { endOfEvents } from "../../domain/job/JobEvent.ts"
import type { PageChange, PageOutcome } from "../../domain/job/LedgerRow.ts"
import { CutShort, resuming } from "./patient-client.ts"

type Jobs = HttpApiClient.ForApi<typeof Api>["jobs"]

interface Filter {
  readonly outcome?: PageOutcome
  readonly change?: PageChange
}

/** Between two looks at a ledger that may still grow. */
const pollInterval = "2 seconds"

export const ledgerOf = (jobs: Jobs) => (id: string, filter: Filter = {}) =>
  Stream.paginate(
    undefined as number | undefined,
    Effect.fnUntraced(function*(after) {
      const query = { ...filter, limit: 1000, ...(after === undefined ? {} : { after }) }
      const { ledger, next_cursor } = yield* jobs.ledger({ params: { id }, query })
      if (next_cursor !== null && ledger.length === 0) yield* Effect.sleep(pollInterval)
      return [ledger, next_cursor === null ? Option.none() : Option.some<number | undefined>(next_cursor)] as const
    })
  )

export const eventsOf = (jobs: Jobs) => (id: string, lastEventId?: string) =>
  Stream.unwrap(Effect.gen(function*() {
    const last = yield* Ref.make(lastEventId)
    const rest = Stream.unwrap(Effect.gen(function*() {
      const seen = yield* Ref.get(last)
      if (seen === endOfEvents) return Stream.empty
      const events = yield* jobs.events({
        params: { id },
        headers: seen === undefined ? {} : { "last-event-id": seen }
      })
      if (events === undefined) return Stream.empty
      return events.pipe(
        Stream.mapError((error) => error._tag === "Retry" || error._tag === "SseError" ? cutShort : error),
        Stream.tap((event) => event.id === undefined ? Effect.void : Ref.set(last, event.id)),
        Stream.concat(Stream.fromEffectDrain(
          Effect.flatMap(Ref.get(last), (seen) => seen === endOfEvents ? Effect.void : Effect.fail(cutShort))
        ))
      )
    }))
    return Stream.retry(rest, resuming())
  }))

const cutShort = new CutShort({ detail: "The events ended before the job." })
