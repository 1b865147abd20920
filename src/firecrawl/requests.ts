import { Predicate, Result, Schema } from "effect"
import { pathPatterns } from "./path-patterns.ts"

/** An option of Firecrawl's that we have only with these values. Any other value is an error that says why. */
const only = (why: string, ...values: ReadonlyArray<unknown>) =>
  Schema.optionalKey(
    Schema.Unknown.check(
      Schema.makeFilter((value: unknown) =>
        values.some((one) => JSON.stringify(one) === JSON.stringify(value)) ? undefined : why
      )
    )
  )

const needsModel = "needs a language model, which Gleaner does not use"
const pictures = "only for /v2/scrape; a job of Gleaner keeps no pictures"

/** Why a format is not there, or undefined for one that is. */
const missingFormats: Readonly<Record<string, string>> = {
  html: "html is Firecrawl's cleaned HTML, which Gleaner does not make; ask for rawHtml",
  json: `json ${needsModel}; describe the records with selectors: extract of POST /v1/scrape`,
  summary: `summary ${needsModel}`,
  question: `question ${needsModel}`,
  highlights: `highlights ${needsModel}`,
  query: `query ${needsModel}`,
  branding: `branding ${needsModel}`,
  menu: `menu ${needsModel}`,
  product: "product is not made; records of POST /v1/scrape has what the page declares",
  changeTracking: "changeTracking is not made; use since of POST /v1/crawl",
  audio: "audio is not made",
  video: "video is not made"
}
const formats = ["markdown", "rawHtml", "links", "images", "screenshot", "attributes"]

const typeOf = (format: unknown): string => {
  const type = Predicate.hasProperty(format, "type") ? format.type : format
  return typeof type === "string" ? type : ""
}

const formatFault = (format: unknown): string | undefined => {
  const type = typeOf(format)
  if (Object.hasOwn(missingFormats, type)) return missingFormats[type]
  return formats.includes(type) ? undefined : `is not a format; the formats are ${formats.join(", ")}`
}

const Side = Schema.Int
const Format = Schema.Union([
  Schema.String,
  Schema.Struct({
    type: Schema.String,
    fullPage: Schema.optionalKey(Schema.Boolean),
    quality: only("the quality of a picture is not for the caller to choose; leave it out"),
    viewport: Schema.optionalKey(Schema.Struct({ width: Side, height: Side })),
    selectors: Schema.optionalKey(Schema.Array(Schema.Struct({ selector: Schema.String, attribute: Schema.String })))
  })
])

const formatsWith = (refused: ReadonlyArray<string>) =>
  Schema.optionalKey(
    Schema.Array(Schema.Unknown).check(
      Schema.makeFilter((given: ReadonlyArray<unknown>) =>
        given.flatMap((format, index) => {
          const fault = refused.includes(typeOf(format)) ? `${typeOf(format)} is ${pictures}` : formatFault(format)
          return fault === undefined ? [] : [{ path: [index], issue: fault }]
        })
      )
    ).pipe(Schema.decodeTo(Schema.Array(Format)))
  )

const alwaysVerified = "Gleaner always verifies certificates; leave it out"

/** What is asked of each page, for one page or for the pages of a job. */
const pageOptions = {
  onlyMainContent: Schema.optionalKey(Schema.Boolean),
  includeTags: Schema.optionalKey(Schema.Array(Schema.String)),
  excludeTags: Schema.optionalKey(Schema.Array(Schema.String)),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  waitFor: only(
    "Gleaner waits until a page has settled, not for a time; leave it out, or name an element with wait_for of POST /v1/scrape",
    0
  ),
  mobile: only("pages are always shown as on a desktop; leave it out", false),
  skipTlsVerification: only(alwaysVerified, false),
  removeBase64Images: only("pictures within the page are always left out; leave it out", true),
  blockAds: only("what a page loads is not chosen by the caller; leave it out", true),
  fastMode: only("there is no faster mode; leave it out", false),
  proxy: only("the operator chooses the proxy (GLEANER_PROXY); leave it out", "auto", "basic"),
  parsers: only("PDF files are always read; leave it out", ["pdf"], [{ type: "pdf" }]),
  actions: only("Gleaner does nothing on a page but read it; leave it out", []),
  location: only("Gleaner fetches from where it runs; leave it out"),
  minAge: only("the HTTP cache decides by what the site says; leave it out, or use maxAge"),
  storeInCache: only("the HTTP cache keeps what the site allows; leave it out", true),
  lockdown: only("is not there; leave it out", false),
  redactPII: only("Gleaner changes no text; leave it out", false),
  threatProtection: only("is not there; leave it out"),
  auditMetadata: only("is not there; leave it out"),
  profile: only("is not there; use headers and cookies of POST /v1/scrape"),
  useMock: only("is not there; leave it out"),
  domainTools: only("is not there; leave it out", false),
  toolDetail: only("is not there; leave it out"),
  zeroDataRetention: only("a job is kept for GLEANER_JOB_RETENTION; DELETE /v1/jobs/ID?purge=true deletes it", false),
  // They name the program that asks.
  integration: Schema.optionalKey(Schema.String),
  origin: Schema.optionalKey(Schema.String)
}

const inJobs = "is only for /v2/scrape; each page of a job has the time that the operator allows"

export const ScrapeRequest = Schema.Struct({
  url: Schema.String,
  formats: formatsWith([]),
  timeout: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0))),
  maxAge: Schema.optionalKey(Schema.Finite),
  ...pageOptions
})

const jobPageOptions = {
  formats: formatsWith(["screenshot", "rawHtml"]),
  timeout: only(inJobs),
  maxAge: only(inJobs),
  ...pageOptions
}

const ownWebhook = "Gleaner signs and shapes webhooks in its own way; use webhook of POST /v1/crawl and /v1/batch"

const patternsWith = Schema.optionalKey(Schema.Array(Schema.String))

export const CrawlRequest = Schema.Struct({
  url: Schema.String,
  limit: Schema.optionalKey(Schema.Int),
  includePaths: patternsWith,
  excludePaths: patternsWith,
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
  ignoreQueryParameters: only("URLs that differ in their query are different pages; leave it out", false),
  deduplicateSimilarURLs: only("pages with the same text are always kept once; leave it out", true),
  robotsUserAgent: only("Gleaner obeys robots.txt as itself; leave it out"),
  prompt: only(`it ${needsModel}; give the options themselves`),
  webhook: only(ownWebhook),
  zeroDataRetention: pageOptions.zeroDataRetention,
  integration: pageOptions.integration,
  origin: pageOptions.origin,
  scrapeOptions: Schema.optionalKey(Schema.Struct(jobPageOptions))
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
  appendToId: only("a job cannot grow; start another one"),
  webhook: only(ownWebhook),
  ...jobPageOptions
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
  timeout: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0))),
  location: pageOptions.location,
  threatProtection: pageOptions.threatProtection,
  auditMetadata: pageOptions.auditMetadata,
  integration: pageOptions.integration,
  origin: pageOptions.origin
})
