import { safeDecoded } from "./safe-decoded.ts"
import { shortHash } from "./short-hash.ts"

/**
 * Host, path and query, with dashes for all characters but letters, digits, `.` and `_`. The result has no separator
 * and no `..`, so the file is inside the folder.
 */
export const fileName = (url: string): string => {
  const { host, pathname, search } = new URL(url)
  const whole = `${host}${safeDecoded(pathname)}${safeDecoded(search)}`.normalize("NFC")
    .replaceAll(/(?:\.{2,}|[^\p{L}\p{M}\p{N}._])+/gu, "-").replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, "")
  return Buffer.byteLength(whole) <= maxNameLength ? whole : `${shortened(whole)}-${shortHash(url)}`
}

/** Bytes, without hash and suffix. File systems allow 255. */
const maxNameLength = 150

const shortened = (text: string): string => {
  let kept = text.slice(0, maxNameLength)
  while (Buffer.byteLength(kept) > maxNameLength) kept = kept.slice(0, -1)
  return kept.toWellFormed().replaceAll("\uFFFD", "")
}
