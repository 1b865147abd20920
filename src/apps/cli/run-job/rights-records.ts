import { DateTime, Effect } from "effect"
import { warcRights } from "../../../contract/client/files/warc.ts"
import type { Document } from "../../../core/domain/document/Document.ts"
import { WarcFile } from "../warc/WarcFile.ts"
import type { PageSink } from "./page-sinks.ts"

/** The fields of a Document that a record is made from. */
export const warcFields = ["final_url", "fetched_at", "trace"] as const

/**
 * Writes what sites say about the use of their pages into the WARC file: of stored pages from their documents, and of
 * refused ones from the ledger. Undefined without a file.
 */
export const rightsRecords = Effect.gen(function*() {
  const { append } = yield* WarcFile
  if (append === undefined) return undefined
  const sink: PageSink = {
    page: ({ fetched_at: date, final_url: url, trace }: Partial<Pick<Document, (typeof warcFields)[number]>>) => {
      const rights = trace?.rights
      // With --fields, a document may lack its trace.
      if (date === undefined || url === undefined || rights === undefined) return Effect.void
      return rights.sources.length === 0 ? Effect.void : append(warcRights({ url, date, rights }))
    },
    end: Effect.fnUntraced(function*(rows) {
      const date = DateTime.formatIso(yield* DateTime.now)
      for (const { redirected_to, rights, url } of yield* rows) {
        if (rights !== undefined) yield* append(warcRights({ url: redirected_to ?? url, date, rights }))
      }
    })
  }
  return sink
})
