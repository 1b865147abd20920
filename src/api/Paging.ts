import { Effect, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Base64Url } from "effect/encoding"
import { Document } from "../domain/document/Document.ts"
import { Job } from "../domain/job/Job.ts"
import { LedgerRow } from "../domain/job/LedgerRow.ts"

/** A place in one kind of list, as an opaque string. A cursor of another list does not decode. */
const Cursor = (list: string) => {
  const form = new RegExp(`^${list}:(\\d{1,15})$`)
  return Schema.String.annotate({
    description: "The next_cursor of the answer before. Its text has no meaning of its own."
  }).pipe(Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transformEffect({
      decode: (text, options) => {
        const place = form.exec(Result.getOrElse(Base64Url.decodeString(text), () => ""))?.[1]
        return place === undefined
          ? Effect.fail(new SchemaIssue.InvalidValue({ message: wrongCursor }, text, options))
          : Effect.succeed(Number(place))
      },
      encode: (place) => Effect.succeed(Base64Url.encode(`${list}:${place}`))
    })
  ))
}

/** The message for a cursor that is no place of the list. */
export const wrongCursor =
  "is not a cursor of this list; use next_cursor from an answer of this route, or leave it out to start at the beginning"

export const JobsCursor = Cursor("jobs")
export const DocumentsCursor = Cursor("documents")
export const LedgerCursor = Cursor("ledger")

/** How many rows one answer has: by default, and at most. */
const sizes = {
  jobs: { default: 20, maximum: 100 },
  documents: { default: 20, maximum: 1000 },
  ledger: { default: 100, maximum: 1000 }
}
export const rows = (list: keyof typeof sizes): number => sizes[list].default
export const listSizes: Readonly<Record<string, { readonly default: number; readonly maximum: number }>> = sizes

export const Limit = (list: keyof typeof sizes) => {
  const { maximum } = sizes[list]
  const message = `must be a whole number from 1 to ${maximum}`
  return Schema.String.annotate({ description: `How many rows the answer has at most. The maximum is ${maximum}.` })
    .check(
      Schema.isPattern(/^[1-9][0-9]{0,8}$/, { message })
    ).pipe(
      Schema.decodeTo(Schema.FiniteFromString.check(Schema.isBetween({ minimum: 1, maximum }, { message })))
    )
}

const follows = <C extends Schema.Top>(cursor: C) => ({
  next_cursor: Schema.NullOr(cursor).annotate({
    description: "Pass it as after to continue this list. null at its end."
  }),
  has_more: Schema.Boolean.annotate({
    description: "Whether more rows follow, or may follow: while a job runs it is always true."
  }),
  total: Schema.Int.annotate({ description: "How many rows the whole list has now." })
})

export const JobList = Schema.Struct({ jobs: Schema.Array(Job), ...follows(JobsCursor) }).annotate({
  identifier: "JobList"
})

export const JobDocuments = Schema.Struct({ documents: Schema.Array(Document), ...follows(DocumentsCursor) }).annotate({
  identifier: "JobDocuments"
})

export const Ledger = Schema.Struct({ ledger: Schema.Array(LedgerRow), ...follows(LedgerCursor) }).annotate({
  identifier: "Ledger"
})
