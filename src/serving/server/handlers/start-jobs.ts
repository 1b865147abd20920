import { Clock, Duration, Effect, Option } from "effect"
import { Caller } from "../../../contract/api/Caller.ts"
import type { BatchPayload, CrawlPayload } from "../../../contract/api/CrawlRequest.ts"
import { AddressBlocked } from "../../../contract/api/Problems.ts"
import { withSchemeHint } from "../../../core/domain/errors/scheme-hint.ts"
import {
  batchOptions,
  type CrawlOptions,
  crawlOptions,
  isFinal,
  type Job,
  JobId,
  shownJob
} from "../../../core/domain/job/Job.ts"
import { searchFault } from "../../../core/domain/job/JobSearch.ts"
import { seededCrawl } from "../../../core/domain/job/seeds.ts"
import { contradiction } from "../../../core/domain/options/contradiction.ts"
import { sourceFaults } from "../../../core/domain/options/CrawlSource.ts"
import { credentialsOf, type SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { withScheme } from "../../../core/domain/WebUrl.ts"
import { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { CrawlPlanner } from "../../../crawling/crawl/plan/CrawlPlanner.ts"
import { unlikeOptions, unlikeReason } from "../../../crawling/crawl/plan/unlike-options.ts"
import { CrawlSupervisor } from "../../../crawling/crawl/supervise/CrawlSupervisor.ts"
import { idempotency } from "../../../crawling/jobs/Idempotency.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { WebhookClient } from "../../../crawling/webhooks/WebhookClient.ts"
import { answerFields } from "../http/answer-fields.ts"
import { invalidFields } from "../http/decode-problems.ts"
import { wrongOption } from "../http/wrong-option.ts"
import { Admission, refuseJob } from "../limits/Admission.ts"
import { keyReused, noCapacity } from "../problems/crawl-problems.ts"
import { discoverProblem } from "../problems/page-problems.ts"
import { overStore } from "../problems/store-problems.ts"
import { profileUse } from "./profiles/use-profile.ts"
import { wrapperRules } from "./wrappers/wrapper-rules.ts"

/** How a crawl or a batch starts, and how one is planned. */
export const jobStarts = Effect.gen(function*() {
  const supervisor = yield* CrawlSupervisor
  const planner = yield* CrawlPlanner
  const store = yield* JobStore
  const admission = yield* Admission
  const settings = yield* Settings
  const webhooks = yield* WebhookClient
  const wrappers = yield* wrapperRules
  const profiles = yield* profileUse

  /** It is stored only for jobs that refer to its documents. Documents that it refers to itself may be gone. */
  const hasExpired = ({ finished_at, options }: Job, now: number): boolean =>
    options.schedule === undefined && finished_at !== null
    && now - finished_at * 1000 > Duration.toMillis(settings.jobRetention)

  /** Pages can be compared only with those of a finished job of the same key. */
  const checkSince = Effect.fnUntraced(function*(owner: string, options: CrawlOptions) {
    const fault = contradiction(options)
    if (fault !== undefined) return yield* wrongOption("max_age_seconds", fault)
    const unsearchable = searchFault(options)
    if (unsearchable !== undefined) return yield* wrongOption("fields", unsearchable)
    const [wrong] = sourceFaults(options)
    if (wrong !== undefined) return yield* wrongOption(...wrong)
    if (options.since === undefined) return
    const earlier = yield* overStore(store.get(owner, JobId.make(options.since)))
    if (Option.isNone(earlier) || hasExpired(earlier.value.job, yield* Clock.currentTimeMillis)) {
      return yield* invalidFields([{
        pointer: "/since",
        detail: "does not exist for this key, or has expired. Omit it to crawl without comparison"
      }])
    }
    if (!isFinal(earlier.value.job.status)) {
      return yield* invalidFields([{
        pointer: "/since",
        detail: "is a job that has not ended yet; wait for its end"
      }])
    }
    const unlike = unlikeOptions(earlier.value.job.options, options)
    if (unlike.length > 0) {
      return yield* invalidFields(
        unlike.map((name) => ({ pointer: `/${name}`, detail: unlikeReason(name, "since") }))
      )
    }
  })

  const checkWebhook = receiverCheck(webhooks)

  const plan = Effect.fnUntraced(function*(
    asked: string,
    options: CrawlOptions,
    credentials: SiteCredentials | undefined
  ) {
    const { name } = yield* Caller
    yield* checkWebhook(options)
    yield* wrappers.ofJob(name, options)
    yield* profiles.check(name, { profile: options.profile, headers: credentials })
    yield* admission.place(name)
    yield* checkSince(name, options)
    return yield* planner.plan(name, new URL(withScheme(asked)), options, credentials).pipe(
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
    const options = yield* wrappers.ofJob(name, optionsWithin(settings))
    yield* profiles.check(name, { profile: options.profile, headers: credentials })
    const asked = key === undefined
      ? undefined
      : idempotency(key, url.href, optionsWithin(noCeiling), credentials !== undefined)
    yield* checkSince(name, options)
    yield* checkWebhook(options)
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

/** Refuses a receiver of a webhook or of `notify` that has no public address. */
export const receiverCheck = (webhooks: WebhookClient["Service"]) =>
  Effect.fnUntraced(function*({ webhook }: Pick<CrawlOptions, "webhook">) {
    if (webhook === undefined) return
    yield* Effect.mapError(
      webhooks.checkAddress(new URL(withScheme(webhook.url))),
      ({ port }) =>
        new AddressBlocked({ url: webhook.url, detail: port === undefined ? blockedReceiver : blockedPort(port) })
    )
  })

const blockedReceiver =
  "The receiver leads to an address that is not public. The setting GLEANER_WEBHOOK_ADDRESSES allows address blocks."

const blockedPort = (port: number) =>
  `The receiver has the port ${port}, which belongs to another protocol. Use another port.`

const noSeed = invalidFields([{ pointer: "/url", detail: "is missing; give url, or several seeds in urls" }])

const oneSeedPlan = invalidFields([{
  pointer: "/dry_run",
  detail: "plans a crawl of one seed, and the request has several; plan each separately"
}])

const severalSites = invalidFields([{
  pointer: "/urls",
  detail: "are of several origins, and headers and cookies go to one; send a batch for each origin"
}])
