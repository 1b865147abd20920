import { Effect, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Base64Url } from "effect/encoding"
import { Document } from "../domain/Document.ts"
import { Job } from "../domain/Job.ts"
import { JobPage } from "../domain/JobPage.ts"

/** A place in one kind of list as an opaque string; one of another kind, or made up, does not decode. */
const Cursor = (list: string) => {
  const form = new RegExp(`^${list}:(\\d{1,15})$`)
  return Schema.String.annotate({ description: "Opaque: the next_cursor of the answer before." }).pipe(Schema.decodeTo(
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

/** What a cursor is told that belongs to no place of the list. */
export const wrongCursor =
  "is no cursor of this list; take next_cursor from an answer of this route, or leave it out to start at the beginning"

export const JobsCursor = Cursor("jobs")
export const DocumentsCursor = Cursor("documents")
export const LedgerCursor = Cursor("ledger")

/** Rows of one answer of a list: without limit, and at most. */
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
  return Schema.String.annotate({ description: `Rows of one answer, at most ${maximum}.` }).check(
    Schema.isPattern(/^[0-9]{1,9}$/, { message })
  ).pipe(
    Schema.decodeTo(Schema.FiniteFromString.check(Schema.isBetween({ minimum: 1, maximum }, { message })))
  )
}

const follows = <C extends Schema.Top>(cursor: C) => ({
  next_cursor: Schema.NullOr(cursor).annotate({ description: "Continues this list, as after; null at its end." }),
  has_more: Schema.Boolean.annotate({
    description: "Whether more follows or may follow: true as long as the job runs, even where it has nothing more yet."
  }),
  total: Schema.Int.annotate({ description: "Rows of the whole list, now." })
})

export const JobList = Schema.Struct({ jobs: Schema.Array(Job), ...follows(JobsCursor) }).annotate({
  identifier: "JobList"
})

export const JobDocuments = Schema.Struct({ documents: Schema.Array(Document), ...follows(DocumentsCursor) }).annotate({
  identifier: "JobDocuments"
})

export const Ledger = Schema.Struct({ ledger: Schema.Array(JobPage), ...follows(LedgerCursor) }).annotate({
  identifier: "Ledger"
})
