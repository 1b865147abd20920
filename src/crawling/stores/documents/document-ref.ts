import { Effect } from "effect"
import * as zlib from "node:zlib"
import { JobId } from "../../../core/domain/job/Job.ts"
import { DocumentLost } from "../../jobs/DocumentLost.ts"
import type { DocumentRef } from "../../jobs/DocumentStore.ts"

/** Bytes of a segment, and their CRC-32. */
export interface SegmentRange {
  readonly job: JobId
  readonly segment: string
  readonly offset: number
  readonly length: number
  readonly checksum: number
}

/** The kinds of store. A reference names its kind, so another kind refuses it. */
export type Kind = "file" | "s3"

export const refOf = (kind: Kind, job: JobId, segment: string, offset: number, bytes: Uint8Array): DocumentRef =>
  `${kind}:${job}/${segment}/${offset}/${bytes.length}/${zlib.crc32(bytes)}`

/** Names of jobs and segments have no dots and slashes, so a path stays within the folder. */
const pattern = /^(file|s3):([\w-]+)\/([\w-]+)\/(\d+)\/(\d+)\/(\d+)$/

export const readRef = (kind: Kind, ref: DocumentRef): Effect.Effect<SegmentRange, DocumentLost> =>
  Effect.suspend(() => {
    const [, wrote, job, segment, offset, length, checksum] = pattern.exec(ref) ?? []
    if (wrote !== kind || job === undefined || segment === undefined) {
      const reason = `${ref} was stored elsewhere than GLEANER_DOCUMENTS says now`
      return Effect.fail(new DocumentLost({ id: job ?? "", reason }))
    }
    return Effect.succeed({
      job: JobId.make(job),
      segment,
      offset: Number(offset),
      length: Number(length),
      checksum: Number(checksum)
    })
  })

/** Fails if the bytes do not match the length and the checksum. */
export const verified = (place: SegmentRange, bytes: Uint8Array): Effect.Effect<Uint8Array, DocumentLost> =>
  bytes.length === place.length && zlib.crc32(bytes) === place.checksum
    ? Effect.succeed(bytes)
    : Effect.fail(
      new DocumentLost({ id: place.job, reason: `segment ${place.segment} is damaged at ${place.offset}` })
    )

export const lost = ({ job, segment }: SegmentRange): DocumentLost =>
  new DocumentLost({ id: job, reason: `segment ${segment} is not where GLEANER_DOCUMENTS says` })
