import { JobId } from "../../../../core/domain/job/Job.ts"
import type { DocumentPlace } from "../../../../core/domain/job/LedgerRow.ts"
import type { FoundPages } from "../../../jobs/JobStore.ts"
import type { Found, IndexedDocument } from "./Fts5Index.ts"

/** A job without an index, or without pages. */
export const nothingFound = (terms: ReadonlyArray<string>): FoundPages => ({
  pages: 0,
  frequencies: terms.map(() => 0),
  found: []
})

/** The pages that the index of a job has found. */
export const foundPages = (id: JobId, { documents, frequencies, pages }: Found): FoundPages => ({
  pages,
  frequencies,
  found: documents.map((document) => placeOf(id, document))
})

const placeOf = (id: JobId, document: IndexedDocument): DocumentPlace => {
  if (typeof document === "number") return { job: id, n: document }
  const [n = "", job = ""] = document.split(" ")
  return { job: JobId.make(job), n: Number(n) }
}
