import { Option, Result, Schema } from "effect"
import type { StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import type { FrontierStep, Settled } from "../../jobs/CrawlJournal.ts"
import { pageLine, PartLine, partLine, Row, withDocument } from "./ledger-lines.ts"

/** A settled page without its document, which is in the JSON Lines. */
export type RecordedPage = Settled

const Strings = Schema.Array(Schema.String)
const Ints = Schema.Array(Schema.Int)

/** The members of a settled page besides its row. */
const Rest = Schema.Struct({
  change: Schema.Struct({
    crawled: Schema.optionalKey(Schema.Int),
    stored: Schema.optionalKey(Schema.Int),
    failed: Schema.optionalKey(Schema.Int),
    skipped: Schema.optionalKey(Schema.Int),
    duplicates: Schema.optionalKey(Schema.Int)
  }),
  pending: Schema.Int,
  errors: Schema.Array(Schema.Struct({ url: Schema.String, code: Schema.String, message: Schema.String })),
  linksToFailed: Strings,
  step: Schema.Struct(
    {
      seq: Schema.Int,
      url: Schema.String,
      isFailed: Schema.Boolean,
      isLost: Schema.Boolean,
      spends: Schema.Boolean,
      marks: Strings,
      text: Schema.String,
      near: Schema.optionalKey(Schema.String),
      base: Schema.optionalKey(Schema.String),
      joined: Schema.Array(Schema.Struct({ depth: Schema.Int, foundOn: Schema.String, urls: Strings })),
      linked: Ints
      // A member that is not named here would be lost.
    } satisfies { readonly [K in keyof FrontierStep]-?: unknown }
  )
})

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Struct({ ...Row.fields, resume: Rest })))
const decodePart = Schema.decodeUnknownResult(Schema.fromJsonString(PartLine(Rest)))

/** A line of the ledger file of a running crawl: the row, if there is one, and in `resume` the data to resume after it. */
export const recordedLine = ({ end: { row, ...rest }, step }: RecordedPage): string =>
  row === undefined ? partLine({ ...rest, step }) : pageLine({ ...row, resume: { ...rest, step } })

/** Parses a recorded line. */
export const recordedPage = (line: string): Option.Option<RecordedPage> => {
  const page = Result.getSuccess(decode(line))
  if (Option.isNone(page)) {
    return Option.map(Result.getSuccess(decodePart(line)), ({ resume: { step, ...end } }) => ({
      end,
      step: { ...step, base: step.base }
    }))
  }
  const { resume: { step, ...rest }, ...row } = page.value
  return Option.some({
    end: { ...rest, row: withDocument(row satisfies StoredPage) },
    step: { ...step, base: step.base }
  })
}
