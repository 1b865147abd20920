import { Predicate, Record, Result, Schema } from "effect"
import { Language, Languages } from "../../core/domain/options/Language.ts"
import { actionsIn } from "./actions.ts"
import { schemaFaults, schemaOf } from "./json-schema.ts"
import { pathPatterns } from "./path-patterns.ts"
import * as refusals from "./refusals.ts"

const only = (why: string, accepted: ReadonlyArray<unknown>) =>
  Schema.optionalKey(
    Schema.Unknown.check(
      Schema.makeFilter((value: unknown) =>
        accepted.some((one) => JSON.stringify(one) === JSON.stringify(value)) ? undefined : why
      )
    )
  )

/** The refused options of a table. Any other value is an error with the reason. */
export const refused = <N extends string>(table: refusals.Refusals<N>) =>
  Record.map(table, ([why, ...accepted]) => only(why, accepted))

const formats = ["markdown", "html", "rawHtml", "links", "images", "screenshot", "attributes", "changeTracking", "json"]

const typeOf = (format: unknown): string => {
  const type = Predicate.hasProperty(format, "type") ? format.type : format
  return typeof type === "string" ? type : ""
}

const formatFault = (format: unknown): string | undefined => {
  const type = typeOf(format)
  if (type === "json" && schemaOf(format) === undefined) return refusals.jsonWithoutSchema
  if (Object.hasOwn(refusals.missingFormats, type)) return refusals.missingFormats[type]
  return formats.includes(type) ? undefined : `is not a format; the formats are ${formats.join(", ")}`
}

/** Only the format json has a schema. */
const { schema: [noSchema], ...changeRefusals } = refusals.changeRefusals

const partFaults = (format: unknown) => {
  if (typeOf(format) !== "json") {
    return Predicate.hasProperty(format, "schema")
      ? [{ path: ["schema"], issue: noSchema }]
      : []
  }
  return schemaFaults(schemaOf(format) ?? {}).map(({ detail, path }) => ({ path: ["schema", ...path], issue: detail }))
}

const Side = Schema.Int
const Format = Schema.Union([
  Schema.String,
  Schema.Struct({
    type: Schema.String,
    fullPage: Schema.optionalKey(Schema.Boolean),
    viewport: Schema.optionalKey(Schema.Struct({ width: Side, height: Side })),
    selectors: Schema.optionalKey(Schema.Array(Schema.Struct({ selector: Schema.String, attribute: Schema.String }))),
    ...refused(refusals.pictureRefusals),
    schema: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
    ...refused(changeRefusals)
  })
])

/** Formats, without those that a route does not have. */
const formatsBut = (absent: Readonly<Record<string, string>>) =>
  Schema.optionalKey(
    Schema.Array(Schema.Unknown).check(
      Schema.makeFilter((given: ReadonlyArray<unknown>) =>
        given.flatMap((format, index) => {
          const type = typeOf(format)
          const fault = Object.hasOwn(absent, type) ? absent[type] : formatFault(format)
          if (fault !== undefined) return [{ path: [index], issue: fault }]
          return partFaults(format).map(({ issue, path }) => ({ path: [index, ...path], issue }))
        })
      )
    ).pipe(Schema.decodeTo(Schema.Array(Format)))
  )

/** The country is where the service runs. */
const location = Schema.optionalKey(
  Schema.Struct({ languages: Schema.optionalKey(Languages), country: only(refusals.country, []) })
)

const timeout = Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0)))

const actions = Schema.optionalKey(
  Schema.Unknown.check(
    Schema.makeFilter((given: unknown) =>
      Result.match(actionsIn(given), { onFailure: (faults) => faults, onSuccess: () => undefined })
    )
  )
)

/** They name the program that sends the request. */
export const sender = { integration: Schema.optionalKey(Schema.String), origin: Schema.optionalKey(Schema.String) }

/** Milliseconds: as long as all actions of a page may take. */
const maxWait = 60_000

/** Options for each page, of a scrape or of a job. */
const pageOptions = {
  onlyMainContent: Schema.optionalKey(Schema.Boolean),
  includeTags: Schema.optionalKey(Schema.Array(Schema.String)),
  excludeTags: Schema.optionalKey(Schema.Array(Schema.String)),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  maxAge: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))),
  location,
  waitFor: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxWait }))),
  ...sender
}

export const ScrapeRequest = Schema.Struct({
  url: Schema.String,
  formats: formatsBut({}),
  timeout,
  actions,
  ...pageOptions,
  ...refused(refusals.pageRefusals)
})

/** Options of a file that is sent along. Options of fetching do not apply to it. */
export const ParseRequest = Schema.Struct({
  formats: formatsBut(refusals.absentInParse),
  timeout,
  onlyMainContent: pageOptions.onlyMainContent,
  includeTags: pageOptions.includeTags,
  excludeTags: pageOptions.excludeTags,
  ...sender,
  ...refused(refusals.parseRefusals)
})

const jobPageOptions = (absent: Readonly<Record<string, string>>) => ({
  formats: formatsBut(absent),
  ...pageOptions,
  ...refused(refusals.jobPageRefusals)
})

const patterns = Schema.optionalKey(Schema.Array(Schema.String))

export const CrawlRequest = Schema.Struct({
  url: Schema.String,
  limit: Schema.optionalKey(Schema.Int),
  includePaths: patterns,
  excludePaths: patterns,
  regexOnFullURL: Schema.optionalKey(Schema.Boolean),
  maxDiscoveryDepth: Schema.optionalKey(Schema.Int),
  sitemap: Schema.optionalKey(
    Schema.Literals(["include", "skip"]).annotate({ message: "is include or skip; Gleaner follows links as well" })
  ),
  crawlEntireDomain: Schema.optionalKey(Schema.Boolean),
  allowSubdomains: Schema.optionalKey(Schema.Boolean),
  allowExternalLinks: Schema.optionalKey(Schema.Boolean),
  delay: Schema.optionalKey(Schema.Finite),
  maxConcurrency: Schema.optionalKey(Schema.Int),
  scrapeOptions: Schema.optionalKey(
    Schema.Struct({ actions, ...jobPageOptions({}) })
  ),
  ...sender,
  ...refused(refusals.crawlRefusals)
}).check(
  Schema.makeFilter((request) =>
    (["includePaths", "excludePaths"] as const).flatMap((name) =>
      (request[name] ?? []).flatMap((expression, index) => {
        const patterns = pathPatterns(expression, request.regexOnFullURL === true)
        return Result.isFailure(patterns) ? [{ path: [name, index], issue: patterns.failure }] : []
      })
    )
  )
)

export const BatchRequest = Schema.Struct({
  urls: Schema.Array(Schema.String).check(Schema.isNonEmpty()),
  ignoreInvalidURLs: Schema.optionalKey(Schema.Boolean),
  maxConcurrency: Schema.optionalKey(Schema.Int),
  actions,
  ...jobPageOptions(refusals.absentInBatch),
  ...refused(refusals.batchRefusals)
})

/** The time ranges of Google's parameter that a search engine has in general. */
export const timeRanges = { "qdr:d": "day", "qdr:w": "week", "qdr:m": "month", "qdr:y": "year" } as const

/** `alexandria`, Firecrawl's own catalogue of tools, is a source that its MCP server adds to the web. */
const isWeb = (sources: ReadonlyArray<unknown>): boolean =>
  sources.every((source) => ["web", "alexandria"].includes(typeOf(source)))

export const SearchRequest = Schema.Struct({
  query: Schema.String.check(Schema.isPattern(/\S/, { message: "must not be empty" })),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  sources: Schema.optionalKey(
    Schema.Array(Schema.Unknown).check(
      Schema.makeFilter((sources) => isWeb(sources) ? undefined : "only web is searched; leave it out")
    )
  ),
  includeDomains: Schema.optionalKey(Schema.Array(Schema.String)),
  excludeDomains: Schema.optionalKey(Schema.Array(Schema.String)),
  tbs: Schema.optionalKey(
    // n8n sends an empty one.
    Schema.Literals(["qdr:d", "qdr:w", "qdr:m", "qdr:y", ""]).annotate({
      message: "is qdr:d, qdr:w, qdr:m or qdr:y (day, week, month, year)"
    })
  ),
  /** Of version 1. */
  lang: Schema.optionalKey(Language),
  ignoreInvalidURLs: Schema.optionalKey(Schema.Boolean),
  highlights: Schema.optionalKey(Schema.Boolean),
  timeout,
  scrapeOptions: Schema.optionalKey(
    Schema.Struct({ ...jobPageOptions(refusals.absentInSearch), ...refused(refusals.searchPageRefusals) })
  ),
  ...sender,
  ...refused(refusals.searchRefusals)
})

export const MapRequest = Schema.Struct({
  url: Schema.String,
  search: Schema.optionalKey(Schema.String),
  sitemap: Schema.optionalKey(
    Schema.Literals(["include", "skip"]).annotate({ message: "is include or skip; the links of the page come always" })
  ),
  includeSubdomains: Schema.optionalKey(Schema.Boolean),
  ignoreQueryParameters: Schema.optionalKey(Schema.Boolean),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  timeout,
  location,
  ...sender,
  ...refused(refusals.fetchRefusals)
})
