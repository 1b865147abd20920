import type { Document } from "../../core/domain/document/Document.ts"
import { type JsonMember, objectOf } from "../../core/kernel/slices/scan-json.ts"

/** The fields of a stored Document that the work on it needs, by the result. */
const storedFields = {
  terms: ["url", "final_url", "title", "markdown"],
  chunks: ["url", "final_url", "markdown", "chunks"],
  passages: ["url", "final_url", "title", "markdown", "chunks"],
  repeats: ["url", "final_url", "markdown", "text", "blocks", "chunks"]
} as const satisfies Readonly<Record<string, ReadonlyArray<keyof Document>>>

/** The members of a stored Document that the work on it needs, as JSON. */
export const storedPart = (members: ReadonlyArray<JsonMember>, work: keyof typeof storedFields): Uint8Array =>
  objectOf(members.filter(({ name }) => storedFields[work].some((field) => field === name)))

/** A Document as a store has it, as JSON that is not compressed. A job can store fewer fields. */
export const storedDocument = (
  json: Uint8Array
): Partial<Pick<Document, (typeof storedFields)[keyof typeof storedFields][number]>> =>
  JSON.parse(new TextDecoder().decode(json)) // our own encoding of a Document

/** URL of a stored Document after redirects, the base of the addresses of its chunks. */
export const storedUrl = ({ final_url, url = "" }: Partial<Pick<Document, "final_url" | "url">>): string =>
  final_url ?? url
