import { Effect, Option, Stream } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { Caller } from "../api/Caller.ts"
import { JobNotFound, ShuttingDown, TooManyCrawls } from "../api/Problems.ts"
import { CrawlSupervisor } from "../crawl/CrawlSupervisor.ts"
import { clampBudget, type Job, JobId } from "../domain/Job.ts"
import { withScheme } from "../domain/WebUrl.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Settings } from "../Settings.ts"

const shutdownRetrySeconds = 10

export const JobsHandlers = HttpApiBuilder.group(
  Api,
  "jobs",
  Effect.fn(function*(handlers) {
    const supervisor = yield* CrawlSupervisor
    const store = yield* JobStore
    const { maxDepth, maxPages } = yield* Settings
    return handlers.handleAll({
      crawl: Effect.fn(function*({ payload }) {
        const options = {
          ...clampBudget(payload, { maxPages, maxDepth }),
          scope: payload.scope,
          dedup: payload.dedup,
          include: payload.include,
          exclude: payload.exclude,
          sitemaps: payload.sitemaps
        }
        const job = yield* supervisor.start((yield* Caller).name, new URL(withScheme(payload.url)), options).pipe(
          Effect.catchTags({
            TooManyCrawls: ({ message, retryAfter }) =>
              Effect.andThen(
                retryAfterHeader(retryAfter),
                Effect.fail(new TooManyCrawls({ detail: `${message}.`, retry_after: retryAfter }))
              ),
            ShuttingDown: () =>
              Effect.andThen(
                retryAfterHeader(shutdownRetrySeconds),
                Effect.fail(
                  new ShuttingDown({
                    detail: "The service is stopping and takes no new crawl; try again when it is back.",
                    retry_after: shutdownRetrySeconds
                  })
                )
              )
          })
        )
        yield* header("location", `/v1/jobs/${job.id}`)
        return job
      }),
      job: Effect.fn(function*({ params, query }) {
        const job = yield* found(store.get((yield* Caller).name, JobId.make(params.id)))
        if (query.documents !== "true" && query.documents !== "1") return job
        return HttpServerResponse.stream(withDocuments(job, store.documents(JobId.make(params.id))), {
          contentType: "application/json"
        })
      }),
      cancel: Effect.fn(function*({ params }) {
        return yield* found(supervisor.cancel((yield* Caller).name, JobId.make(params.id)))
      })
    })
  })
)

const header = (name: string, value: string) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, name, value))
  )

const retryAfterHeader = (seconds: number) => header("retry-after", String(seconds))

const found = <R>(job: Effect.Effect<Option.Option<Job>, never, R>) =>
  Effect.flatMap(
    job,
    Option.match({
      onNone: () =>
        Effect.fail(
          new JobNotFound({
            detail:
              "No job of this key has that id; it may have expired, or the service restarted. Start the crawl again."
          })
        ),
      onSome: Effect.succeed
    })
  )

const encoder = new TextEncoder()

/** The job with its documents as they are stored, one after the other: nothing is collected on the way. */
const withDocuments = (job: Job, documents: Stream.Stream<Uint8Array>): Stream.Stream<Uint8Array> => {
  const head = encoder.encode(`${JSON.stringify(job).slice(0, -1)},"documents":[`)
  const comma = encoder.encode(",")
  const separated = Stream.flatMap(
    Stream.zipWithIndex(documents),
    ([bytes, index]) => index === 0 ? Stream.make(bytes) : Stream.make(comma, bytes)
  )
  return Stream.concat(Stream.make(head), separated).pipe(Stream.concat(Stream.make(encoder.encode("]}"))))
}
