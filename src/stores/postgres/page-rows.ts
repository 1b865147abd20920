import { Schema } from "effect"
import { JobPage } from "../../domain/JobPage.ts"

/** A row of the ledger as its table has it. */
export interface PageRow
  extends Pick<JobPage, "url" | "outcome" | "code" | "status" | "depth" | "found_on" | "elapsed_ms">
{
  readonly n: number
  readonly referrers: ReadonlyArray<string> | null
  readonly more: string | null
}

const decode = Schema.decodeUnknownSync(JobPage)
const parse = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))

/** The columns, in which the rest of a row is not. */
const columns = new Set(["n", "url", "outcome", "code", "status", "depth", "found_on", "elapsed_ms", "referrers"])

/** What only some rows have, as JSON. Nothing for most. */
export const moreOf = (row: JobPage): string | null => {
  const more = Object.entries(row).filter(([name]) => !columns.has(name))
  return more.length === 0 ? null : JSON.stringify(Object.fromEntries(more))
}

/** The schema leaves out what is not its own. */
export const pageOf = ({ more, referrers, ...row }: PageRow): JobPage =>
  decode({
    ...row,
    ...(more === null ? {} : parse(more) as object),
    ...(referrers === null ? {} : { referrers })
  })
