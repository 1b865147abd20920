import { Option, Result, Schema } from "effect"
import { wrongFields } from "../../core/domain/options/wrong-fields.ts"
import { strict } from "../../core/domain/schema/strict.ts"
import * as refusals from "./refusals.ts"
import { BatchRequest, CrawlRequest, refused, sender } from "./requests.ts"

const Target = Schema.Struct({
  id: Schema.optionalKey(Schema.String),
  type: Schema.Literals(["scrape", "crawl"]).annotate({
    message: "must be scrape or crawl; the results of a search cannot be watched"
  }),
  url: Schema.optionalKey(Schema.String),
  urls: Schema.optionalKey(Schema.Array(Schema.String)),
  crawlOptions: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  scrapeOptions: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
})

/** The job of a target, as the body of a crawl or of a batch. */
export const jobOf = ({ crawlOptions = {}, scrapeOptions, type, url, urls }: (typeof Target)["Type"]) =>
  type === "crawl"
    ? {
      type,
      ...decoded(CrawlRequest, { ...crawlOptions, url, ...scrapeOptions === undefined ? {} : { scrapeOptions } })
    }
    : { type, ...decoded(BatchRequest, { ...scrapeOptions, urls }) }

const decoded = <A>(schema: Schema.Codec<A, unknown>, input: unknown) => {
  const result = Schema.decodeUnknownResult(schema)(input, strict)
  return Result.isSuccess(result)
    ? { request: result.success, faults: [] }
    : { request: undefined, faults: wrongFields(result.failure.issue, { max: 20, input }) }
}

const targets = Schema.Array(Target).check(
  Schema.makeFilter((given: ReadonlyArray<(typeof Target)["Type"]>) =>
    given.length === 1 ? undefined : "must have one target; create a monitor for each"
  ),
  Schema.makeFilter((given: ReadonlyArray<(typeof Target)["Type"]>) =>
    given.flatMap((target, index) =>
      jobOf(target).faults.map(({ detail, path }) => ({ path: [index, ...path], issue: detail }))
    )
  )
)

/** A time in words as a cron pattern. None if it is not understood. */
export const cronIn = (text: string): Option.Option<string> => {
  const words = text.trim().toLowerCase().replace(/^every (?=minute|hour|day|week)/, "every 1 ")
  const [, hour, minute = "0", half] = /^daily at (\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/.exec(words) ?? []
  if (hour !== undefined) {
    const hours = Number(hour) % (half === undefined ? 24 : 12) + (half === "pm" ? 12 : 0)
    return Number(minute) < 60 ? Option.some(`${Number(minute)} ${hours} * * *`) : Option.none()
  }
  const [, count, unit] = /^every (\d{1,2}) (minute|hour|day|week)s?$/.exec(words) ?? []
  const n = Number(count)
  if (unit === "minute" && n > 0 && 60 % n === 0) return Option.some(n === 60 ? "0 * * * *" : `*/${n} * * * *`)
  if (unit === "hour" && n > 0 && 24 % n === 0) return Option.some(n === 24 ? "0 0 * * *" : `0 */${n} * * *`)
  const name = n === 1 ? unit : { hourly: "hour", daily: "day", weekly: "week" }[words]
  return Option.fromUndefinedOr({ hour: "0 * * * *", day: "0 0 * * *", week: "0 0 * * 1" }[name ?? ""])
}

const schedule = Schema.Struct({
  cron: Schema.optionalKey(Schema.String),
  text: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text: string) =>
        Option.isSome(cronIn(text))
          ? undefined
          : "is not understood; give cron, or a text such as every 30 minutes, hourly or daily at 9:00"
      )
    )
  ),
  timezone: Schema.optionalKey(Schema.String)
}).check(
  Schema.makeFilter(({ cron, text }) =>
    (cron === undefined) === (text === undefined) ? "must have either cron or text" : undefined
  )
)

const notification = Schema.NullOr(Schema.Struct({
  email: Schema.optionalKey(Schema.Struct({
    enabled: Schema.optionalKey(Schema.Boolean),
    recipients: Schema.optionalKey(Schema.Array(Schema.String)),
    includeDiffs: Schema.optionalKey(
      Schema.Literal(true).annotate({ message: "must be true: a message always has the differences" })
    )
  }))
}))

const others = { ...sender, notification: Schema.optionalKey(notification), ...refused(refusals.monitorRefusals) }

export const MonitorRequest = Schema.Struct({ name: Schema.String, schedule, targets, ...others })

export const MonitorPatch = Schema.Struct({
  name: Schema.optionalKey(Schema.String),
  status: Schema.optionalKey(Schema.Literals(["active", "paused"])),
  schedule: Schema.optionalKey(schedule),
  targets: Schema.optionalKey(targets),
  ...others
})
