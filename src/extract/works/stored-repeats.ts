import { Effect } from "effect"
import type { Block } from "../../core/domain/document/Document.ts"
import type { RepeatedPart, Repetition } from "../../core/domain/document/Repetition.ts"
import type { ChunkOptions } from "../../core/domain/options/PageOptions.ts"
import { makeChunks } from "../chunks/make-chunks.ts"
import { loadTokenizer } from "../chunks/tokenizer.ts"
import { lineHash } from "../fingerprint/FoldedLine.ts"
import type { FindRepetition } from "../fingerprint/repeated-parts.ts"
import { movedBlocks, partsToDrop, withoutLines, withoutParts } from "../fingerprint/without-repeats.ts"
import { encodeLine } from "./encode-line.ts"
import { storedDocument, storedUrl } from "./stored-document.ts"

/** A stored Document with the fields that have its content, as JSON. */
export interface RepeatingPage {
  readonly url: string
  readonly document: Uint8Array
  /** By the hashes of the lines that the host repeats. */
  readonly lines: ReadonlyMap<number, Repetition>
  readonly drops: boolean
  /** Size of the chunks of the Document, if it has any. */
  readonly chunks?: ChunkOptions["chunks"]
}

/** The markdown of a Document that is stored without it. Between its blocks or chunks is only white space. */
const rebuilt = (stored: ReadonlyArray<Pick<Block, "end" | "markdown" | "start">>): string | undefined => {
  if (stored.length === 0) return undefined
  let whole = ""
  for (const { markdown, start } of stored) {
    // Chunks may overlap.
    const known = Math.max(0, whole.length - start)
    whole += "\n".repeat(Math.max(0, start - whole.length)) + markdown.slice(known)
  }
  return whole
}

/** The changed fields of the Document and its field `repeats`, as a JSON object. */
export const storedRepeats = Effect.fnUntraced(function*({ chunks: size, document, drops, lines }: RepeatingPage) {
  const page = storedDocument(document)
  const find: FindRepetition = (folded) => lines.size === 0 ? undefined : lines.get(lineHash(folded))
  const whole = page.markdown ?? rebuilt(page.blocks ?? page.chunks ?? []) ?? page.text ?? ""
  const parts = partsToDrop(whole, find)
  const repeats = parts.map(({ end, of, pages, start }): RepeatedPart => ({
    markdown: whole.slice(start, end),
    start,
    end,
    pages,
    of
  }))
  const blocks = page.blocks === undefined ? {} : { blocks: movedBlocks(page.blocks, whole, parts, drops) }
  if (!drops || parts.length === 0) return encodeLine(JSON.stringify({ ...blocks, repeats }))
  const left = withoutParts(whole, parts)
  const chunked = page.chunks === undefined
    ? {}
    : makeChunks(left, storedUrl(page), { chunks: size ?? {} }, yield* Effect.promise(loadTokenizer))
  return encodeLine(JSON.stringify({
    ...(page.markdown === undefined ? {} : { markdown: left }),
    ...(page.text === undefined ? {} : { text: withoutLines(page.text, parts) }),
    ...blocks,
    ...chunked,
    repeats
  }))
})
