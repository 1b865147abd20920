import { DateTime, Effect, Option } from "effect"
import { warcRights } from "../../../contract/client/files/warc.ts"
import type { Document } from "../../../core/domain/document/Document.ts"
import type { DocumentField } from "../../../core/domain/document/DocumentField.ts"
import type { JobFiles } from "../job-files/job-flags.ts"
import { ArchiveFiles } from "../warc/ArchiveFiles.ts"
import type { PageSink } from "./page-sinks.ts"

const rightsFields = ["final_url", "fetched_at", "trace"] as const
const pageFields = ["final_url", "fetched_at", "title"] as const

/** The fields of a Document that the archives of a job are made from. */
export const archiveFields = ({ wacz, warc }: Pick<JobFiles, "wacz" | "warc">): ReadonlyArray<DocumentField> => [
  ...(Option.isSome(warc) || Option.isSome(wacz) ? rightsFields : []),
  ...(Option.isSome(wacz) ? pageFields : [])
]

type Archived = Partial<Pick<Document, (typeof rightsFields)[number] | (typeof pageFields)[number]>>

/**
 * Lists the pages in the archives, and writes what sites say about the use of their pages into them: of stored pages from
 * their documents, and of refused ones from the ledger. Undefined without a file.
 */
export const archiveSink = Effect.gen(function*() {
  const { append, page: list } = yield* ArchiveFiles
  if (append === undefined) return undefined
  const sink: PageSink = {
    page: Effect.fnUntraced(function*({ fetched_at: date, final_url: url, title = "", trace }: Archived) {
      // With --fields, a document may lack them.
      if (date === undefined || url === undefined) return
      if (list !== undefined) yield* list({ url, title, ts: date })
      const rights = trace?.rights
      if (rights !== undefined && rights.sources.length > 0) yield* append(warcRights({ url, date, rights }))
    }),
    end: Effect.fnUntraced(function*(rows) {
      const date = DateTime.formatIso(yield* DateTime.now)
      for (const { redirected_to, rights, url } of yield* rows) {
        if (rights !== undefined) yield* append(warcRights({ url: redirected_to ?? url, date, rights }))
      }
    })
  }
  return sink
})
