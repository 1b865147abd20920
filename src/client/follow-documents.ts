import { type CallOptions, type Connection, isPassingCut } from "./connection.ts"
import { networkError, parsedPart } from "./GleanerError.ts"
import { isEnded } from "./job-status.ts"
import { lines } from "./lines.ts"
import { timeout } from "./patience.ts"
import type { Job, JobDocuments } from "./wire.ts"

export interface DocumentsOptions extends CallOptions {
  /** A `next_cursor` of the list. Without one the documents come from the first on. */
  readonly after?: string | undefined
  readonly fields?: ReadonlyArray<string> | undefined
}

/** How many failures in a row end an iteration: with the waits between them, more than two minutes. */
export const resumeTries = 12
/** The largest list that the API gives at a time. */
const maxPage = 1000

/** The documents of a job as they are stored, to the job's end. After a cut the iteration goes on where it was. */
export async function* followDocuments<D>(
  connection: Connection,
  id: string,
  { after, fields, signal: own }: DocumentsOptions
): AsyncGenerator<D> {
  const path = `/v1/jobs/${encodeURIComponent(id)}/documents`
  const signal = connection.signal(own)
  const resumed = timeout(resumeTries, isPassingCut, signal)
  const call = { ...(signal === undefined ? {} : { signal }), tries: 1 }
  let cursor = after
  /** Documents that were given since the cursor. */
  let ahead = 0
  let given = 0

  /**
   * Lines have no cursors, so it asks for the one behind the documents that were given. False at the end of the list.
   */
  const catchUp = async (): Promise<boolean> => {
    while (ahead > 0) {
      const query = { after: cursor, limit: Math.min(ahead, maxPage), fields: "url" }
      const page = await connection.json<JobDocuments>(path, { ...call, query })
      ahead -= page.documents.length
      if (page.next_cursor === null) return false
      cursor = page.next_cursor
    }
    return true
  }

  for (;;) {
    try {
      if (!await catchUp()) return
      const response = await connection.ask(path, {
        ...call,
        query: { after: cursor, fields },
        headers: { accept: "application/x-ndjson" }
      })
      for await (const line of lines(connection.bytes(response, signal))) {
        const document = parsedPart(line) as D // one Document a line
        ahead++
        given++
        resumed.reset()
        yield document
      }
      // A service that stops may end an answer in good order.
      const job = await connection.json<Job>(`/v1/jobs/${encodeURIComponent(id)}`, call)
      if (isEnded(job.status) && (after !== undefined || given >= job.document_count)) return
      throw networkError(new Error("the documents ended before the job"))
    } catch (error) {
      await resumed.after(error)
    }
  }
}
