import { Inflate } from "fflate"
import * as zlib from "node:zlib"
import type { ZipEntry } from "./zip-entries.ts"

export interface UnpackedEntry {
  readonly content: Uint8Array
  /** Whether the content differs from what the ZIP declares, or ends before its end. */
  readonly isDamaged: boolean
}

/**
 * The content of an entry, as far as it can be unpacked. Throws a RangeError if it has more than `limit` bytes, which
 * the declared size does not show in a damaged or hostile ZIP.
 */
export const unpackedEntry = (entry: ZipEntry, limit: number): UnpackedEntry => {
  if (entry.method === stored) return bounded(entry, entry.packed, limit)
  try {
    return bounded(entry, zlib.inflateRawSync(entry.packed, { maxOutputLength: Math.max(1, limit) }), limit)
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    return { content: inflatedPart(entry.packed, limit), isDamaged: true }
  }
}

const stored = 0

/** Node 20.0 to 20.14 have no `crc32`. */
const bounded = ({ crc, size }: ZipEntry, content: Uint8Array, limit: number): UnpackedEntry => {
  if (content.length > limit) throw new RangeError("too large")
  return { content, isDamaged: size !== content.length || crc !== (zlib.crc32?.(content) ?? crc) }
}

/** The begin of a deflated content, up to its damage: first in large steps, then in small ones from the last good one. */
const inflatedPart = (packed: Uint8Array, limit: number): Uint8Array => {
  const { end } = inflated(packed, 0, largeStep, limit)
  return inflated(packed, end, smallStep, limit).content
}

const inflated = (packed: Uint8Array, whole: number, step: number, limit: number) => {
  const pieces: Array<Uint8Array> = []
  let left = limit
  let end = 0
  const inflate = new Inflate((piece) => {
    left -= piece.length
    if (left < 0) throw new RangeError("too large")
    pieces.push(piece)
  })
  try {
    while (end < packed.length) {
      const next = end < whole ? Math.min(whole, end + largeStep) : end + step
      inflate.push(packed.subarray(end, next), next >= packed.length)
      end = Math.min(next, packed.length)
    }
  } catch (cause) {
    if (left < 0) throw cause
    // The rest is damaged.
  }
  return { content: Buffer.concat(pieces), end }
}

const largeStep = 65_536
const smallStep = 64
