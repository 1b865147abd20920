import { Context, Effect, Layer } from "effect"
import type { PageText } from "../chunks/chunk-links.ts"
import { type Chunked, makeChunks } from "../chunks/make-chunks.ts"
import { loadTokenizer } from "../chunks/tokenizer.ts"
import { foundText } from "../dom/found-text.ts"
import type { PageContent, ParsedPage } from "../Page.ts"
import { isHtml } from "../select/apply-selectors.ts"

/** The chunks of the content. */
export class Chunks extends Context.Service<Chunks, {
  chunks(page: ParsedPage, content: PageContent): Effect.Effect<Chunked>
}>()("gleaner/extract/stages/Chunks") {
  static readonly layer = Layer.succeed(Chunks, {
    chunks: Effect.fnUntraced(function*(page, content) {
      const { finalUrl, options = {} } = page.input
      const text = isHtml(page) ? () => pageText(page, content) : undefined
      return makeChunks(content.markdown, finalUrl, options, yield* Effect.promise(loadTokenizer), text)
    })
  })
}

/** The text of the page from its content on. */
const pageText = (page: ParsedPage, { selection: { roots, titleHeading } }: PageContent): PageText => {
  const [root] = roots
  const wanted = [root, titleHeading].filter((element) => element !== undefined)
  const { folded, starts, text } = foundText(page.html.document, new Set(wanted))
  return { folded, text, from: Math.min(...wanted.map((element) => starts.get(element) ?? 0)) }
}
