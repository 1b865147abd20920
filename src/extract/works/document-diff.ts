import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff"
import { Option, Schema } from "effect"
import * as zlib from "node:zlib"
import { PageRecord } from "../../core/domain/document/Document.ts"
import { withoutLinkTitles } from "../fingerprint/content-hash.ts"
import { isCompressedJson } from "./compressed-json.ts"
import { type RecordChange, recordChanges } from "./record-changes.ts"

/** Two Documents of one page, as JSON that may be compressed for a store. A page that is not there has none. */
export interface DocumentPair {
  /** Name of the page in the diff. */
  readonly url: string
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

/**
 * `text` is a unified diff, undefined if a stored Document has no markdown. `isSame`: whether both have the same
 * markdown, but for titles of links, or without any the same text.
 */
export interface DocumentDiff {
  readonly text: string | undefined
  readonly isSame: boolean
  /** Of the later Document, else of the earlier one. */
  readonly title: string
  readonly records: ReadonlyArray<RecordChange>
  /** Characters in changed lines, as a share of those of both texts. 0 without `text`. */
  readonly share: number
}

/** The unified diff of the markdown of two Documents, and the changes of their records. */
export const documentDiff = ({ after, before, url }: DocumentPair): DocumentDiff => {
  const [old, fresh] = [contentOf(before), contentOf(after)]
  const isMarked = old.markdown !== undefined && fresh.markdown !== undefined
  const text = isMarked ? diffOf(url, old.markdown, fresh.markdown) : undefined
  return {
    text,
    share: isMarked && text !== undefined ? shareOf(text, old.markdown.length + fresh.markdown.length) : 0,
    isSame: isMarked
      ? withoutLinkTitles(old.markdown) === withoutLinkTitles(fresh.markdown)
      : old.text !== undefined && old.text === fresh.text,
    title: fresh.title || old.title || "",
    records: recordChanges(old.records ?? [], fresh.records ?? [])
  }
}

const Content = Schema.Struct({
  markdown: Schema.optionalKey(Schema.String),
  text: Schema.optionalKey(Schema.String),
  title: Schema.optionalKey(Schema.String),
  records: Schema.optionalKey(Schema.Array(PageRecord))
})
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Content))

const contentOf = (json: Uint8Array | undefined): typeof Content.Type =>
  json === undefined
    ? { markdown: "" }
    : Option.getOrElse(
      decode(new TextDecoder().decode(isCompressedJson(json) ? zlib.zstdDecompressSync(json) : json)),
      () => ({})
    )

/**
 * Max changed lines. The cost of a diff is quadratic in them, and texts with more changes rarely have much in common.
 */
const maxChanges = 1000

const diffOf = (name: string, before: string, after: string): string =>
  createTwoFilesPatch(name, name, ended(before), ended(after), undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
    maxEditLength: maxChanges
  }) ?? replaced(name, before, after)

/** The first lines of a diff name the texts. */
const shareOf = (diff: string, length: number): number => {
  let changed = 0
  for (const line of diff.split("\n").slice(2)) if (/^[-+]/.test(line)) changed += line.length
  return length === 0 ? 0 : Math.min(1, changed / length)
}

const ended = (text: string): string => text === "" || text.endsWith("\n") ? text : `${text}\n`

/** Diff that removes all lines and adds all others. */
const replaced = (name: string, before: string, after: string): string => {
  const old = linesOf(before)
  const fresh = linesOf(after)
  return [
    `--- ${name}`,
    `+++ ${name}`,
    `@@ -${Math.min(1, old.length)},${old.length} +${Math.min(1, fresh.length)},${fresh.length} @@`,
    ...old.map((line) => `-${line}`),
    ...fresh.map((line) => `+${line}`),
    ""
  ].join("\n")
}

const linesOf = (text: string): ReadonlyArray<string> => text === "" ? [] : ended(text).slice(0, -1).split("\n")
