import { Clock, Duration, Effect, Option } from "effect"
import { AddressBlocked, type FieldError } from "../../../../contract/api/Problems.ts"
import { type CrawlOptions, isFinal, type Job, JobId } from "../../../../core/domain/job/Job.ts"
import { searchFault } from "../../../../core/domain/job/JobSearch.ts"
import { contradiction } from "../../../../core/domain/options/contradiction.ts"
import { sourceFaults } from "../../../../core/domain/options/CrawlSource.ts"
import type { SiteCredentials } from "../../../../core/domain/SiteCredentials.ts"
import { withScheme } from "../../../../core/domain/WebUrl.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { unlikeOptions, unlikeReason } from "../../../../crawling/crawl/plan/unlike-options.ts"
import { JobStore } from "../../../../crawling/jobs/JobStore.ts"
import { WebhookClient } from "../../../../crawling/webhooks/WebhookClient.ts"
import { invalidFields } from "../../http/decode-problems.ts"
import { wrongOption } from "../../http/wrong-option.ts"
import { overStore } from "../../problems/store-problems.ts"
import { profileUse } from "../profiles/use-profile.ts"
import { wrapperRules } from "../wrappers/wrapper-rules.ts"

/** Checks the options of a job against each other, and against what its key has. */
export const jobChecks = Effect.gen(function*() {
  const store = yield* JobStore
  const { jobRetention } = yield* Settings
  const wrappers = yield* wrapperRules
  const profiles = yield* profileUse
  const checkReceiver = receiverCheck(yield* WebhookClient)

  /**
   * Refuses a wrapper or a profile that cannot be used, and returns the options with the schema of the wrapper. `at`:
   * where the options are in the request.
   */
  const usableOptions = Effect.fnUntraced(
    function*<Options extends Pick<CrawlOptions, "schema" | "wrapper" | "profile">>(
      owner: string,
      options: Options,
      credentials: SiteCredentials | undefined,
      at = ""
    ) {
      const withOwn = yield* wrappers.ofJob(owner, options, at)
      yield* profiles.check(owner, { profile: options.profile, headers: credentials }, at)
      return withOwn
    }
  )

  /** Its own documents are stored as long as a job refers to them. Documents that it refers to itself may be gone. */
  const hasExpired = ({ finished_at, options }: Job, now: number): boolean =>
    options.schedule === undefined && finished_at !== null
    && now - finished_at * 1000 > Duration.toMillis(jobRetention)

  /** Pages can be compared only with those of a finished job of the same key. */
  const sinceFaults = Effect.fnUntraced(function*(owner: string, options: CrawlOptions) {
    if (options.since === undefined) return []
    const found = Option.getOrUndefined(yield* overStore(store.get(owner, JobId.make(options.since))))
    if (found === undefined || hasExpired(found.job, yield* Clock.currentTimeMillis)) return [sinceUnknown]
    if (!isFinal(found.job.status)) return [sinceRunning]
    return unlikeOptions(found.job.options, options).map((name) => ({
      pointer: `/${name}`,
      detail: unlikeReason(name, "since")
    }))
  })

  /** Returns the options with the schema of their wrapper. */
  const check = Effect.fnUntraced(function*(
    owner: string,
    options: CrawlOptions,
    credentials: SiteCredentials | undefined
  ) {
    const checked = yield* usableOptions(owner, options, credentials)
    const [fault] = optionFaults(checked)
    if (fault !== undefined) return yield* wrongOption(...fault)
    const unlike = yield* sinceFaults(owner, checked)
    if (unlike.length > 0) return yield* invalidFields(unlike)
    yield* checkReceiver(options.webhook?.url)
    return checked
  })

  return { check, usableOptions }
})

type Checked =
  & Parameters<typeof contradiction>[0]
  & Parameters<typeof searchFault>[0]
  & Parameters<typeof sourceFaults>[0]

/** Options of a job that do not go together. */
export const optionFaults = (options: Checked): ReadonlyArray<readonly [name: string, detail: string]> => {
  const faults = { max_age_seconds: contradiction(options), fields: searchFault(options) }
  return [
    ...Object.entries(faults).flatMap(([name, detail]) => detail === undefined ? [] : [[name, detail] as const]),
    ...sourceFaults(options)
  ]
}

const sinceUnknown: FieldError = {
  pointer: "/since",
  detail: "does not exist for this key, or has expired. Omit it to crawl without comparison"
}

const sinceRunning: FieldError = { pointer: "/since", detail: "is a job that has not ended yet; wait for its end" }

/** Refuses a receiver of a webhook or of `notify` that has no public address. */
export const receiverCheck = (webhooks: WebhookClient["Service"]) => (url: string | undefined) =>
  url === undefined ? Effect.void : Effect.mapError(
    webhooks.checkAddress(new URL(withScheme(url))),
    ({ port }) => new AddressBlocked({ url, detail: port === undefined ? blockedReceiver : blockedPort(port) })
  )

const blockedReceiver =
  "The receiver leads to an address that is not public. The setting GLEANER_WEBHOOK_ADDRESSES allows address blocks."

const blockedPort = (port: number) =>
  `The receiver has the port ${port}, which belongs to another protocol. Use another port.`
