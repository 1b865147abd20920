import { Option, Predicate, Result, Schema } from "effect"
import { createHash } from "node:crypto"
import { crawlDefaults, Job, JobId, noStats } from "../../../core/domain/job/Job.ts"
import { isUnchanged, LedgerRow, type SeenPage, type StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import { wrongFields } from "../../../core/domain/options/wrong-fields.ts"
import { canonical, httpUrl } from "../../../core/domain/WebUrl.ts"
import { fold } from "../../../extract/dom/walk.ts"
import { contentHash } from "../../../extract/fingerprint/content-hash.ts"

/** Ledger file of a crawl, in JSON Lines with a `type`: first the job, then the rows of its ledger. */
export const ledgerName = (out: string): string => `${out}.ledger`

/** Characters: enough for a Document of the maximum page by default, with its HTML. */
export const maxLineLength = 64 * 1024 * 1024

export const jobLine = (job: Job): string => `${JSON.stringify({ type: "job", ...job })}\n`
export const pageLine = (row: object): string => `${JSON.stringify({ type: "page", ...row })}\n`

/** A line that only resuming reads: that of a part of a sitemap. */
export const partLine = (resume: object): string => `${JSON.stringify({ type: "sitemap", resume })}\n`
export const PartLine = <S extends Schema.Constraint>(resume: S) =>
  Schema.Struct({ type: Schema.Literal("sitemap"), resume })

export const noLine = "it was not written by gleaner crawl --out; give a file that was"

const PageUrl = Schema.String.check(
  Schema.makeFilter((url: string) => httpUrl(url) === undefined ? "must be an http or https URL" : undefined)
)
export const Row = Schema.Struct({
  ...LedgerRow.fields,
  url: PageUrl,
  seen: Schema.optionalKey(Schema.Struct(
    {
      etag: Schema.optionalKey(Schema.String),
      modified: Schema.optionalKey(Schema.String),
      text: Schema.String,
      content: Schema.optionalKey(Schema.String),
      canonical: Schema.optionalKey(Schema.String),
      likeness: Schema.optionalKey(Schema.Struct({
        near: Schema.optionalKey(Schema.String),
        shape: Schema.optionalKey(Schema.String),
        fields: Schema.String
      })),
      history: Schema.optionalKey(Schema.Struct({
        at: Schema.Finite,
        changes: Schema.Finite,
        changedDays: Schema.Finite,
        sameDays: Schema.Finite,
        lastmod: Schema.optionalKey(Schema.Struct({
          announced: Schema.Finite,
          missed: Schema.Finite,
          idle: Schema.Finite
        }))
      })),
      data: Schema.optionalKey(Schema.Struct({ wrapper: Schema.String, missing: Schema.Array(Schema.String) }))
      // A member that is not named here would be lost. A document is never in another file.
    } satisfies { readonly [K in Exclude<keyof SeenPage, "kept">]-?: unknown }
  ))
})
const PageLine = Schema.Struct({
  url: PageUrl,
  status: Schema.optionalKey(Schema.Int),
  depth: Schema.optionalKey(Schema.Int),
  text: Schema.String,
  title: Schema.optionalKey(Schema.String),
  markdown: Schema.optionalKey(Schema.String),
  records: Schema.optionalKey(Schema.Array(Schema.Unknown))
})

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const decodeJob = Schema.decodeUnknownResult(Job)
const decodeRow = Schema.decodeUnknownResult(Row)
const isPart = Schema.is(PartLine(Schema.Unknown))
const decodePage = Schema.decodeUnknownResult(PageLine)

/** Parses a line. A string is an error message. */
export const lineOf = (
  text: string
): { readonly job: Job } | { readonly row: StoredPage } | { readonly isPart: true } | string => {
  const value = Option.getOrUndefined(decodeJson(text))
  if (value === undefined) return `is not JSON: ${noLine}`
  const job = jobIn(value)
  if (job !== undefined) {
    return Result.match(decodeJob(job), { onSuccess: (job) => ({ job }), onFailure: otherVersion("a job") })
  }
  if (isPart(value)) return { isPart: true }
  if (Predicate.hasProperty(value, "outcome")) {
    return Result.match(decodeRow(value), {
      onSuccess: (row) => ({ row: withDocument(row) }),
      onFailure: otherVersion("a page")
    })
  }
  return Result.match(decodePage(value), {
    onSuccess: (page) => ({ row: rowOf(page) }),
    onFailure: (error) => `is not a Document with url and text, because ${faultIn(error)}: ${noLine}`
  })
}

/** Version 0.1.0 wrote `{"job": ...}`, without `notes`. */
const jobIn = (value: unknown): object | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  if ("job" in value) return { notes: [], ...Object(value.job) }
  return "type" in value && value.type === "job" ? value : undefined
}

const otherVersion = (what: string) => (error: Schema.SchemaError): string =>
  `has ${what} that this version of Gleaner cannot read, because ${
    faultIn(error)
  }; delete the ledger to compare the pages by their text`

/** Describes the first wrong field. */
const faultIn = ({ issue }: Schema.SchemaError): string => {
  const [fault] = wrongFields(issue, { max: 1 })
  const name = fault?.path.map(String).join(".") ?? ""
  return `${name === "" ? "the line" : name} ${clause(fault?.detail ?? "is wrong")}`
}

/** Makes a schema's message the end of a sentence. */
const clause = (detail: string): string =>
  /^(?:is|must|has) /.test(detail) ? detail : `is wrong (${detail.slice(0, maxDetailLength)})`

/** Characters. The message of a schema may quote a value of any size. */
const maxDetailLength = 200

/** Id of the finished job of an earlier command. */
export const earlierId = JobId.make("0".repeat(32))

/** The document of an unchanged page is in the file of an earlier crawl, and counts as present. */
export const withDocument = (row: StoredPage): StoredPage =>
  row.seen === undefined || !isUnchanged(row.code)
    ? row
    : { ...row, seen: { ...row.seen, kept: { job: earlierId, n: 0 } } }

const rowOf = (
  { depth = 0, markdown, records = [], status = 200, text, title, url }: typeof PageLine.Type
): StoredPage => ({
  url: canonical(new URL(url)),
  outcome: "stored",
  code: "",
  status,
  depth,
  found_on: "",
  elapsed_ms: 0,
  seen: {
    text: hashOf(fold(text)),
    ...(title === undefined || markdown === undefined ? {} : { content: contentHash(title, markdown, records) }),
    kept: { job: earlierId, n: 0 }
  }
})

/** The text hash that crawls use. */
const hashOf = (text: string): string => text === "" ? "" : createHash("sha256").update(text).digest("hex")

/** The job of a file without a ledger, with unknown options. */
export const unknownJob: Job = {
  id: earlierId,
  url: "",
  status: "cancelled",
  created_at: 0,
  finished_at: 0,
  stats: noStats,
  errors: [],
  document_count: 0,
  notes: [],
  options: crawlDefaults
}
