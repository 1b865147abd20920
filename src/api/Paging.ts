import { Effect, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Base64Url } from "effect/encoding"
import { Document } from "../domain/Document.ts"
import { Job } from "../domain/Job.ts"
import { JobPage } from "../domain/JobPage.ts"

/** A place in one kind of list as an opaque string; one of another kind, or made up, does not decode. */
const Cursor = (list: string) => {
  const form = new RegExp(`^${list}:(\\d{1,15})$`)
  return Schema.String.pipe(Schema.decodeTo(
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
  )).annotate({ description: "Opaque: the next_cursor of the answer before." })
}

/** What a cursor is told that belongs to no place of the list. */
export const wrongCursor =
  "is no cursor of this list; take next_cursor from an answer of this route, or leave it out to start at the beginning"

export const JobsCursor = Cursor("jobs")
export const DocumentsCursor = Cursor("documents")
export const PagesCursor = Cursor("pages")

export const Limit = (maximum: number) => {
  const message = `must be a whole number from 1 to ${maximum}`
  return Schema.String.check(Schema.isPattern(/^[0-9]{1,9}$/, { message })).pipe(
    Schema.decodeTo(Schema.FiniteFromString.check(Schema.isBetween({ minimum: 1, maximum }, { message })))
  ).annotate({ description: `Rows of one answer, at most ${maximum}.` })
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

export const JobPages = Schema.Struct({ pages: Schema.Array(JobPage), ...follows(PagesCursor) }).annotate({
  identifier: "JobPages"
})
