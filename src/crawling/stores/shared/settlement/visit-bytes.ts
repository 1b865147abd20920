import { Effect, Schema } from "effect"
import type { VisitedPage, VisitRecord } from "../../../crawl/model/VisitRecord.ts"
import { compress, decompress } from "../compress.ts"

export interface EncodedVisit {
  readonly record: Uint8Array
  /** Bytes before compression, which is what settling reads. Similar URLs compress to almost nothing. */
  readonly size: number
}

/** A visit without its document and the fingerprint of it, which have a row of their own. */
export const encodeVisit = (visit: VisitRecord): Effect.Effect<EncodedVisit> =>
  Effect.suspend(() => {
    const json = new TextEncoder().encode(JSON.stringify(withoutDocument(visit)))
    return Effect.map(compress(json), (record) => ({ record, size: json.length }))
  })

/**
 * The inverse of `encodeVisit`, which guarantees the shape. The document is empty: settling needs only to know that it
 * exists.
 */
export const decodeVisit = (bytes: Uint8Array): Effect.Effect<VisitRecord> =>
  Effect.map(decompress(bytes), (json) => {
    const visit = parse(new TextDecoder().decode(json)) as VisitRecord
    const { outcome } = visit
    return outcome._tag === "Page" ? { ...visit, outcome: { ...outcome, document: none } satisfies VisitedPage } : visit
  })

const parse = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))
const none = new Uint8Array()

const withoutDocument = ({ outcome, ...visit }: VisitRecord) => {
  if (outcome._tag !== "Page") return { ...visit, outcome }
  const { document: _, fingerprint: _fingerprint, ...page } = outcome
  return { ...visit, outcome: page }
}
