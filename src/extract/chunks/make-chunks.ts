import { chunkSize } from "../../core/domain/chunk-size.ts"
import type { Chunk } from "../../core/domain/document/Document.ts"
import type { ChunkOptions } from "../../core/domain/options/PageOptions.ts"
import { lowerCase } from "../dom/found-text.ts"
import { chunkLinks, type PageText } from "./chunk-links.ts"
import { cutChunks } from "./cut-chunks.ts"
import { type MarkdownBlock, markdownBlocks, textOf } from "./markdown-blocks.ts"
import { plainLines } from "./plain-lines.ts"
import { rankChunks } from "./rank-chunks.ts"
import type { CountTokens } from "./tokenizer.ts"

/** The chunks of an answer. `chunks_left_out` is set if the request has `query` or `max_tokens`. */
export interface Chunked {
  readonly chunks: ReadonlyArray<Chunk>
  readonly chunks_left_out?: number
}

/** The chunks of a page. `page`: its text, for the links; by default the text of the markdown. */
export const makeChunks = (
  markdown: string,
  url: string,
  options: ChunkOptions,
  count: CountTokens,
  page: () => PageText = () => textOfMarkdown(markdown)
): Chunked => {
  const blocks = markdownBlocks(markdown)
  const cut = cutChunks(markdown, blocks, chunkSize(options.chunks, options.max_tokens), count)
  const link = chunkLinks(page())
  const headingsAt = headingPaths(markdown, blocks)
  const address = url.replace(/#.*$/s, "")
  const chunks = cut.map(({ contentStart, end, start, tokens }, index): Chunk => {
    const text = markdown.slice(start, end)
    const heading_path = headingsAt(contentStart, end)
    return { index, heading_path, markdown: text, tokens, start, end, url: `${address}${link(plainLines(text))}` }
  })
  return pickChunks(chunks, options)
}

/** The chunks within `max_tokens`, best first with `query`. */
export const pickChunks = (chunks: ReadonlyArray<Chunk>, { max_tokens = Infinity, query }: ChunkOptions): Chunked => {
  if (query === undefined && max_tokens === Infinity) return { chunks }
  let left = max_tokens
  const picked: Array<Chunk> = []
  for (const chunk of query === undefined ? chunks : rankChunks(chunks, query)) {
    if (chunk.tokens > left) break
    left -= chunk.tokens
    picked.push(chunk)
  }
  return { chunks: picked, chunks_left_out: chunks.length - picked.length }
}

const textOfMarkdown = (markdown: string): PageText => {
  const text = plainLines(markdown).join("\n").replaceAll("\t", "\n")
  return { text, folded: lowerCase(text), from: 0 }
}

/** Finds the headings whose sections have all of a range. Ranges come in order. */
const headingPaths = (
  markdown: string,
  blocks: ReadonlyArray<MarkdownBlock>
): (start: number, end: number) => ReadonlyArray<string> => {
  const headings = blocks.filter(({ level }) => level > 0)
  const path: Array<MarkdownBlock> = []
  let next = 0
  return (start, end) => {
    for (let heading = headings[next]; heading !== undefined && heading.start <= start; heading = headings[++next]) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
      path.push(heading)
    }
    let level = Infinity
    for (
      let at = next, heading = headings[at];
      heading !== undefined && heading.start < end;
      heading = headings[++at]
    ) {
      level = Math.min(level, heading.level)
    }
    return path.filter((heading) => heading.level < level).map((heading) =>
      plainLines(textOf(markdown, heading)).join(" ")
    )
  }
}
