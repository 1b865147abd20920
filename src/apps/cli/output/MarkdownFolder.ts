import { Effect, FileSystem } from "effect"
import { join } from "node:path"
import { type FilePage, markdownFile } from "../../../contract/client/markdown-file.ts"
import { cannotWrite } from "./output.ts"
import { safeDecoded } from "./safe-decoded.ts"
import { shortHash } from "./short-hash.ts"
import { writeInside } from "./write-inside.ts"

/** A folder of markdown files, one per page, created if missing. A changed page of an earlier crawl is overwritten. */
export const markdownFolder = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.mapError(fs.makeDirectory(folder, { recursive: true }), cannotWrite(folder))
  const taken = new Set<string>()
  return Effect.fnUntraced(function*(page: FilePage) {
    const name = freeName(page.final_url, taken)
    const text = markdownFile(page)
    const earlier = yield* Effect.orElseSucceed(fs.readFileString(join(folder, name)), () => "")
    // Do not write an unchanged page, so that version control shows no change.
    if (withoutFetched(earlier) === withoutFetched(text)) return
    yield* writeInside(folder, name, text)
  })
})

/** Matches only in the front matter, where no other value spans lines. */
const withoutFetched = (text: string): string => text.replace(/\nfetched: \d{4}-\d\d-\d\d\n---\n/, "\n---\n")

/** A name that is unique in this crawl, also on case-insensitive file systems. */
const freeName = (url: string, taken: Set<string>): string => {
  const name = fileName(url)
  const free = taken.has(name.toLowerCase()) ? `${name}-${shortHash(url)}` : name
  taken.add(free.toLowerCase())
  return `${free}.md`
}

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
