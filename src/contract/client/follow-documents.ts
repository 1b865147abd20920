import type { CallOptions, Connection } from "./connection.ts"
import { networkError, parsedPart } from "./GleanerError.ts"
import { isEnded } from "./job/job-status.ts"
import { lines } from "./lines.ts"
import { resumed } from "./resumed.ts"
import type { Job, JobDocuments, ScrapeBody } from "./wire.ts"

/** Options of answers with stored Documents. */
export interface StoredOptions extends Pick<ScrapeBody, "chunks" | "query" | "max_tokens"> {
  /** Text that other pages of the host have too. Default: keep. */
  readonly repeats?: "keep" | "mark" | "drop" | undefined
}

export interface DocumentsOptions extends CallOptions, StoredOptions {
  /** A `next_cursor` of the list. Default: from the first document on. */
  readonly after?: string | undefined
  /** The fields that each document has. Default: all. */
  readonly fields?: ReadonlyArray<string> | undefined
}

/** The largest list of the API. */
const maxPageSize = 1000

/** The documents of a job as they are stored, to the job's end. After a cut the iteration resumes where it was. */
export const followDocuments = <D>(
  connection: Connection,
  id: string,
  { after, chunks, fields, max_tokens, query, repeats, signal: own }: DocumentsOptions
): AsyncGenerator<D> => {
  const job = `/v1/jobs/${encodeURIComponent(id)}`
  const call = { signal: connection.signal(own), tries: 1 }
  let cursor = after
  /** Documents that were given since the cursor. */
  let ahead = 0
  let given = 0

  /** Lists the given documents for the cursor behind them: lines have no cursors. False at the end of the list. */
  const catchUp = async (): Promise<boolean> => {
    while (ahead > 0) {
      const query = { after: cursor, limit: Math.min(ahead, maxPageSize), fields: "url" }
      const page = await connection.json<JobDocuments>(`${job}/documents`, { ...call, query })
      ahead -= page.documents.length
      if (page.next_cursor === null) return false
      cursor = page.next_cursor
    }
    return true
  }

  return resumed(connection, call.signal, async function*() {
    if (!await catchUp()) return
    const response = await connection.request(`${job}/documents`, {
      ...call,
      query: { after: cursor, fields, chunks, query, max_tokens, repeats },
      headers: { accept: "application/x-ndjson" }
    })
    for await (const line of lines(connection.bytes(response, call.signal))) {
      const document = parsedPart(line) as D // one Document a line
      ahead++
      given++
      yield document
    }
    // A service that stops may end an answer without an error.
    const { document_count, status } = await connection.json<Job>(job, call)
    if (!isEnded(status) || (after === undefined && given < document_count)) {
      throw networkError(new Error("the documents ended before the job"))
    }
  })
}
