import type { Document } from "../../../core/domain/document/Document.ts"

/** Fields of a Document that its chunks are printed from. */
export const chunkFields = ["title", "chunks"] as const

/** The chunks of a Document in our own JSON, each with the title of its page, as JSON Lines. */
export const chunkLines = (json: string): ReadonlyArray<string> => {
  const { chunks = [], title } = JSON.parse(json) as Pick<Document, "chunks" | "title">
  return chunks.map((chunk) => JSON.stringify({ title, ...chunk }))
}
