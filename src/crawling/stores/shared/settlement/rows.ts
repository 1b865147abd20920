import { Schema } from "effect"
import { JobStatus } from "../../../../core/domain/job/Job.ts"
import type { OriginalPage } from "../../../crawl/settle/SimilarPages.ts"

/** The row of a job while its lock is held: what settling and leasing need. */
export interface LockedJob extends Schema.Schema.Type<typeof LockedJob> {}
export const LockedJob = Schema.Struct({
  /** A number of the store's own. */
  job: Schema.Finite,
  owner: Schema.String,
  options: Schema.String,
  status: JobStatus,
  hasSlot: Schema.Boolean,
  maxPages: Schema.Finite,
  hashKey: Schema.BigInt,
  /** The first URL that is not settled. */
  head: Schema.Finite,
  spent: Schema.Finite,
  admitted: Schema.Finite,
  settled: Schema.Finite,
  /** Entries that read sitemaps (`isCursor`) and are not settled. They do not count as pages. */
  cursors: Schema.Finite,
  known: Schema.Finite,
  listed: Schema.Finite,
  characters: Schema.Finite,
  base: Schema.NullOr(Schema.String),
  wasFull: Schema.Boolean,
  isCut: Schema.Boolean,
  seedError: Schema.NullOr(Schema.String),
  documents: Schema.Finite,
  errors: Schema.Finite,
  /** Pages in the index, and the number of their terms, each as often as it occurs. */
  indexed: Schema.Finite,
  indexedTerms: Schema.Finite
})

/** A name that a crawl knows from now on, with its place if it is a URL that waits. */
export interface KnownName {
  readonly hash: bigint
  readonly at: bigint | null
}

/** A URL that waits. */
export interface WaitingUrl {
  readonly seq: number
  readonly domain: string
  readonly url: string
  readonly depth: number
  readonly foundOn: string
}

/** A page that others may resemble, as a row. */
export interface StoredOriginal {
  /** Its place among the pages of one identity. */
  readonly place: number
  readonly identity: bigint
  readonly simhash: bigint
  readonly url: string
}

export const storedOriginal = ({ near, url }: OriginalPage, place: number): StoredOriginal => ({
  ...halves(near),
  url,
  place
})

export const originalPage = ({ identity, simhash, url }: Omit<StoredOriginal, "place">): OriginalPage => ({
  near: digits(identity) + digits(simhash),
  url
})

/** The halves of a `nearKeyOf`, as signed numbers of 64 bits. */
export const halves = (near: string): Pick<StoredOriginal, "identity" | "simhash"> => ({
  identity: BigInt.asIntN(64, BigInt(`0x${near.slice(0, 16)}`)),
  simhash: BigInt.asIntN(64, BigInt(`0x${near.slice(16)}`))
})

const digits = (half: bigint): string => BigInt.asUintN(64, half).toString(16).padStart(16, "0")

export interface FactsQuery {
  readonly job: number
  readonly owner: string
  /** In seconds. */
  readonly retention: number
  /** Hashes of URLs and of texts. */
  readonly urls: Iterable<bigint>
  readonly texts: Iterable<bigint>
}

/**
 * A fact that settling visits needs. `url`: a known URL with its place. `text`: a known text with its page, if this is
 * known. `bytes`: one row with the bytes of all stored jobs and of those of the owner.
 */
export interface Fact extends Schema.Schema.Type<typeof Fact> {}
export const Fact = Schema.Struct({
  kind: Schema.Literals(["url", "text", "bytes"]),
  hash: Schema.BigInt,
  at: Schema.NullOr(Schema.BigInt),
  url: Schema.NullOr(Schema.String),
  held: Schema.Finite,
  own: Schema.Finite
})

/** A visit that has ended, as stored by `encodeVisit`, with the bytes of its document and the pages that link to it. */
export interface ReadyVisit extends Schema.Schema.Type<typeof ReadyVisit> {}
export const ReadyVisit = Schema.Struct({
  record: Schema.Uint8Array,
  documentBytes: Schema.NullOr(Schema.Finite),
  referrers: Schema.NullOr(Schema.Array(Schema.String))
})
