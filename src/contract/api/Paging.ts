import { Effect, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Base64Url } from "effect/encoding"
import { Document, PageRecord } from "../../core/domain/document/Document.ts"
import { Job } from "../../core/domain/job/Job.ts"
import { LedgerRow } from "../../core/domain/job/LedgerRow.ts"
import { Template } from "../../core/domain/job/Template.ts"
import { Profile } from "../../core/domain/profile/Profile.ts"
import { Schedule, ScheduleChange } from "../../core/domain/schedule/Schedule.ts"
import { documentedAs } from "../../core/domain/schema/json-schema-form.ts"
import { Wrapper } from "../../core/domain/wrapper/Wrapper.ts"
import { listed } from "./openapi/describe-answer.ts"

/** Without padding. */
const base64Url = documentedAs({ pattern: "^[A-Za-z0-9_-]+$" })

/** A place in one kind of list, as an opaque string. A cursor of another list does not decode. */
const cursorOf = <S extends Schema.Codec<unknown, unknown>>(
  list: string,
  place: S,
  digits: string,
  read: (digits: string) => S["Encoded"],
  write: (place: S["Encoded"]) => string
) => {
  const form = new RegExp(`^${list}:(${digits})$`)
  return Schema.String.check(base64Url).annotate({
    description: "The next_cursor of the previous response. An opaque text.",
    examples: ["am9iczox"]
  }).pipe(Schema.decodeTo(
    place,
    SchemaTransformation.transformEffect({
      decode: (text, options) => {
        const digits = form.exec(Result.getOrElse(Base64Url.decodeString(text), () => ""))?.[1]
        return digits === undefined
          ? Effect.fail(new SchemaIssue.InvalidValue({ message: wrongCursor }, text, options))
          : Effect.succeed(read(digits))
      },
      encode: (place) => Effect.succeed(Base64Url.encode(`${list}:${write(place)}`))
    })
  ))
}

const Cursor = (list: string) => cursorOf(list, Schema.Int, "\\d{1,15}", Number, String)

/** The message for a cursor that is not a place of the list. */
export const wrongCursor =
  "is not a cursor of this list; use next_cursor from an answer of this route, or leave it out to start at the beginning"

export const JobsCursor = Cursor("jobs")
export const DocumentsCursor = Cursor("documents")
export const LedgerCursor = Cursor("ledger")

export const TemplatesCursor = Cursor("templates")

export const SchedulesCursor = Cursor("schedules")
export const WrappersCursor = Cursor("wrappers")
export const ProfilesCursor = Cursor("profiles")

/** A change is found by its run, the kind of the change, and its row in the ledger. */
const ChangePlace = Schema.Struct({ run: Schema.Int, kind: Schema.Int, row: Schema.Int })

export const ChangesCursor = cursorOf(
  "changes",
  ChangePlace,
  "\\d{1,15}\\.[0-2]\\.\\d{1,15}",
  (digits) => {
    const [run = 0, kind = 0, row = 0] = digits.split(".").map(Number)
    return { run, kind, row }
  },
  ({ kind, row, run }) => `${run}.${kind}.${row}`
)

/** A record is found by its document, and its place in it. */
const RecordPlace = Schema.Struct({ document: Schema.Int, record: Schema.Int })
export type RecordPlace = typeof RecordPlace.Type

export const RecordsCursor = cursorOf(
  "records",
  RecordPlace,
  "\\d{1,15}\\.\\d{1,9}",
  (digits) => {
    const [document = 0, record = 0] = digits.split(".").map(Number)
    return { document, record }
  },
  ({ document, record }) => `${document}.${record}`
)

/** How many rows one answer has: by default, and at most. */
const sizes = {
  jobs: { default: 20, maximum: 100 },
  documents: { default: 20, maximum: 1000 },
  ledger: { default: 100, maximum: 1000 },
  records: { default: 100, maximum: 1000 },
  templates: { default: 100, maximum: 1000 },
  schedules: { default: 20, maximum: 100 },
  wrappers: { default: 20, maximum: 100 },
  profiles: { default: 20, maximum: 100 },
  changes: { default: 100, maximum: 1000 }
}
export const rows = (list: keyof typeof sizes): number => sizes[list].default
export const maxRows = (list: keyof typeof sizes): number => sizes[list].maximum
/** Describes the `limit` of a list. */
export const paged = (list: keyof typeof sizes) => listed(sizes[list])

export const Limit = (list: keyof typeof sizes) => {
  const maximum = maxRows(list)
  const message = `must be a whole number from 1 to ${maximum}`
  return Schema.String.annotate({ description: `Maximum number of rows in the response, at most ${maximum}.` })
    .check(
      Schema.isPattern(/^[1-9][0-9]{0,8}$/, { message })
    ).pipe(
      Schema.decodeTo(Schema.FiniteFromString.check(Schema.isBetween({ minimum: 1, maximum }, { message })))
    )
}

const follows = <C extends Schema.Top>(cursor: C) => ({
  next_cursor: Schema.NullOr(cursor).annotate({
    description: "Send it as after to continue this list. null at the end."
  }),
  has_more: Schema.Boolean.annotate({
    description: "Whether more rows follow. Always true while a job runs."
  }),
  total: Schema.Int.annotate({ description: "Current number of rows of the whole list." })
})

export const JobList = Schema.Struct({ jobs: Schema.Array(Job), ...follows(JobsCursor) }).annotate({
  identifier: "JobList"
})

/** A record of a job's document. */
const JobRecord = Schema.Struct({
  page_url: Schema.String.annotate({ description: "The url of the Document that has the record." }),
  ...PageRecord.fields
}).annotate({ identifier: "JobRecord" })

export const JobDocuments = Schema.Struct({
  documents: Schema.Array(Document),
  ...follows(DocumentsCursor),
  notes: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Remarks about the answer. Present only if there are any." })
  )
}).annotate({
  identifier: "JobDocuments"
})

const { total: _total, ...recordsFollow } = follows(RecordsCursor)

/** Their number is not known without reading all documents. */
export const JobRecords = Schema.Struct({ records: Schema.Array(JobRecord), ...recordsFollow }).annotate({
  identifier: "JobRecords"
})

/** Of a running job, those of its pages so far. */
export const JobTemplateList = Schema.Struct({
  templates: Schema.Array(Template),
  ...follows(TemplatesCursor),
  has_more: Schema.Boolean.annotate({ description: "Whether more rows follow." })
}).annotate({ identifier: "JobTemplates" })

export const ScheduleList = Schema.Struct({ schedules: Schema.Array(Schedule), ...follows(SchedulesCursor) }).annotate({
  identifier: "ScheduleList"
})

export const WrapperList = Schema.Struct({ wrappers: Schema.Array(Wrapper), ...follows(WrappersCursor) }).annotate({
  identifier: "WrapperList"
})

export const ProfileList = Schema.Struct({ profiles: Schema.Array(Profile), ...follows(ProfilesCursor) }).annotate({
  identifier: "ProfileList"
})

const { total: _count, ...changesFollow } = follows(ChangesCursor)

/** Their number is not known without reading all ledgers. */
export const ScheduleChanges = Schema.Struct({ changes: Schema.Array(ScheduleChange), ...changesFollow }).annotate({
  identifier: "ScheduleChanges"
})

export const Ledger = Schema.Struct({ ledger: Schema.Array(LedgerRow), ...follows(LedgerCursor) }).annotate({
  identifier: "Ledger"
})
