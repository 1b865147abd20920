import { Effect } from "effect"
import { Caller } from "../../../../contract/api/Caller.ts"
import type { BatchPayload, CrawlPayload } from "../../../../contract/api/CrawlRequest.ts"
import { withSchemeHint } from "../../../../core/domain/errors/scheme-hint.ts"
import { batchOptions, type CrawlOptions, crawlOptions, shownJob } from "../../../../core/domain/job/Job.ts"
import { seededCrawl } from "../../../../core/domain/job/seeds.ts"
import { credentialsOf, type SiteCredentials } from "../../../../core/domain/SiteCredentials.ts"
import { withScheme } from "../../../../core/domain/WebUrl.ts"
import { RequestContext } from "../../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { CrawlPlanner } from "../../../../crawling/crawl/plan/CrawlPlanner.ts"
import { CrawlSupervisor } from "../../../../crawling/crawl/supervise/CrawlSupervisor.ts"
import { idempotency } from "../../../../crawling/jobs/Idempotency.ts"
import { answerFields } from "../../http/answer-fields.ts"
import { invalidFields } from "../../http/decode-problems.ts"
import { Admission, refuseJob } from "../../limits/Admission.ts"
import { keyReused, noCapacity } from "../../problems/crawl-problems.ts"
import { discoverProblem } from "../../problems/page-problems.ts"
import { overStore } from "../../problems/store-problems.ts"
import { jobChecks } from "./job-checks.ts"

/** How a crawl or a batch starts, and how one is planned. */
export const jobStarts = Effect.gen(function*() {
  const supervisor = yield* CrawlSupervisor
  const planner = yield* CrawlPlanner
  const admission = yield* Admission
  const settings = yield* Settings
  const { check } = yield* jobChecks

  const plan = Effect.fnUntraced(function*(
    asked: string,
    options: CrawlOptions,
    credentials: SiteCredentials | undefined
  ) {
    const { name } = yield* Caller
    const checked = yield* check(name, options, credentials)
    yield* admission.place(name)
    return yield* planner.plan(name, new URL(withScheme(asked)), checked, credentials).pipe(
      RequestContext.by(name, "interactive", settings.requestTimeout, { delay: options.delay_ms }),
      Effect.catchTag("PageError", (error) => Effect.fail(discoverProblem(withSchemeHint(asked)(error)))),
      overStore
    )
  })

  const start = Effect.fnUntraced(function*(
    url: URL,
    optionsWithin: (ceiling: Ceiling) => CrawlOptions,
    key: string | undefined,
    credentials: SiteCredentials | undefined
  ) {
    const { name } = yield* Caller
    const options = yield* check(name, optionsWithin(settings), credentials)
    const asked = key === undefined
      ? undefined
      : idempotency(key, url.href, optionsWithin(noCeiling), credentials !== undefined)
    yield* admission.check
    const job = yield* supervisor.start(name, url, options, asked, credentials).pipe(
      Effect.catchTag("StoreFull", () => refuseJob),
      Effect.catchTags({ IdempotencyKeyReused: keyReused, ShuttingDown: noCapacity, TooManyCrawls: noCapacity }),
      overStore
    )
    yield* answerFields({ location: `/v1/jobs/${job.id}` })
    return shownJob(job)
  })

  const crawl = Effect.fnUntraced(function*(payload: typeof CrawlPayload.Type, key: string | undefined) {
    const { options, seed } = seededCrawl(payload)
    if (seed === undefined) return yield* noSeed
    const credentials = credentialsOf(seed.href, payload)
    const optionsWithin = (ceiling: Ceiling) => crawlOptions(options, ceiling)
    if (payload.dry_run !== true) return yield* start(seed, optionsWithin, key, credentials)
    if (options.seeds !== undefined) return yield* oneSeedPlan
    return yield* plan(payload.url ?? seed.href, optionsWithin(settings), credentials)
  })

  const batch = Effect.fnUntraced(function*(payload: typeof BatchPayload.Type, key: string | undefined) {
    const given = payload.urls.map((url) => new URL(withScheme(url)))
    const [first] = given
    if (first === undefined) return yield* Effect.die(new Error("a batch without URLs has passed its schema"))
    const credentials = credentialsOf(first.href, payload)
    if (credentials !== undefined && given.some(({ origin }) => origin !== first.origin)) return yield* severalSites
    const urls = given.map(({ href }) => href)
    return yield* start(first, (ceiling) => batchOptions(urls, payload, ceiling), key, credentials)
  })

  return { batch, crawl }
})

export type Ceiling = Parameters<typeof crawlOptions>[1]

/** The request as it came, independent of the maximum values. */
const noCeiling: Ceiling = { maxPages: Infinity, maxDepth: Infinity, sitemapFiles: Infinity }

const noSeed = invalidFields([{ pointer: "/url", detail: "is missing; give url, or several seeds in urls" }])

const oneSeedPlan = invalidFields([{
  pointer: "/dry_run",
  detail: "plans a crawl of one seed, and the request has several; plan each separately"
}])

const severalSites = invalidFields([{
  pointer: "/urls",
  detail: "are of several origins, and headers and cookies go to one; send a batch for each origin"
}])
