import type { PictureInfo } from "../../core/domain/document/Picture.ts"
import type { Warning } from "../../core/domain/document/Trace.ts"

/** The picture of a page, as a store returns it. */
export interface StoredPicture {
  readonly bytes: Uint8Array
  readonly media_type: string
}

/** Facts about a picture, or the reason why there is none. */
export interface PictureFacts {
  readonly picture: Omit<PictureInfo, "url"> | { readonly failure: string }
  /** A warning about the picture. */
  readonly warning?: Warning
  /** Whether the document has warnings. */
  readonly hasTrace: boolean
}

/** A stored document in its parts. The document is compressed. */
export interface DocumentParts {
  readonly document: Uint8Array
  readonly facts?: PictureFacts
  readonly picture?: Uint8Array
}

/**
 * Appends a picture to a compressed document, as a skippable frame of zstd (RFC 8878 section 3.1.2). Decompressing the
 * whole gives the document. The frame ends with the lengths of its parts.
 */
export const withPicture = (
  document: Uint8Array,
  facts: PictureFacts,
  picture: Uint8Array = new Uint8Array()
): Uint8Array => {
  const about = new TextEncoder().encode(JSON.stringify(facts))
  const size = about.length + picture.length + footer
  const whole = new Uint8Array(document.length + header + size)
  const view = new DataView(whole.buffer)
  whole.set(document)
  view.setUint32(document.length, magic, true)
  view.setUint32(document.length + 4, size, true)
  whole.set(about, document.length + header)
  whole.set(picture, document.length + header + about.length)
  view.setUint32(whole.length - 16, about.length, true)
  view.setUint32(whole.length - 12, picture.length, true)
  view.setBigUint64(whole.length - 8, tag, true)
  return whole
}

export const partsOf = (stored: Uint8Array): DocumentParts => {
  if (stored.length < header + footer) return { document: stored }
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
  if (view.getBigUint64(stored.length - 8, true) !== tag) return { document: stored }
  const pictureAt = stored.length - footer - view.getUint32(stored.length - 12, true)
  const aboutAt = pictureAt - view.getUint32(stored.length - 16, true)
  const end = aboutAt - header
  if (end < 0 || view.getUint32(end, true) !== magic) return { document: stored }
  return {
    document: stored.subarray(0, end),
    facts: factsIn(new TextDecoder().decode(stored.subarray(aboutAt, pictureAt))),
    picture: stored.subarray(pictureAt, stored.length - footer)
  }
}

export const factsIn = (json: string): PictureFacts => JSON.parse(json) as PictureFacts // written by us

/** The JSON of a document with its picture, and with the warning about it or that there is none. */
export const withPictureFacts = (
  json: Uint8Array,
  { hasTrace, picture, warning }: PictureFacts,
  url: string
): Uint8Array => {
  if ("failure" in picture) {
    return hasTrace ? withWarning(json, { code: "picture_failed", message: picture.failure }) : json
  }
  const warned = warning === undefined || !hasTrace ? json : withWarning(json, warning)
  return spliced(warned, 1, `"picture":${JSON.stringify({ url, ...picture })}`, json.length > 2)
}

const withWarning = (json: Uint8Array, warning: Warning): Uint8Array => {
  // The warnings are the end of the trace, which is the last key.
  const at = json.length - "]}}".length
  const isFirst = json[at - 1] === "[".charCodeAt(0)
  return spliced(json, at, `${isFirst ? "" : ","}${JSON.stringify(warning)}`, false)
}

const spliced = (json: Uint8Array, at: number, text: string, hasMore: boolean): Uint8Array => {
  const part = new TextEncoder().encode(hasMore ? `${text},` : text)
  const whole = new Uint8Array(json.length + part.length)
  whole.set(json.subarray(0, at))
  whole.set(part, at)
  whole.set(json.subarray(at), at + part.length)
  return whole
}

const header = 8
const footer = 16
/** Of a skippable frame. */
const magic = 0x184D2A5C
/** "GLNRPICT". */
const tag = 0x54434950524E4C47n
