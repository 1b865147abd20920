import { Context, Effect, Layer } from "effect"
import type { Chunked } from "../chunks/make-chunks.ts"
import type { PageContent, ParsedPage } from "../Page.ts"
import { stageFunctions } from "./loaded-functions.ts"

/** The chunks of the content. */
export class Chunks extends Context.Service<Chunks, {
  chunks(page: ParsedPage, content: PageContent): Effect.Effect<Chunked>
}>()("gleaner/extract/stages/Chunks") {
  static readonly layer = Layer.effect(
    Chunks,
    Effect.map(stageFunctions, ({ isHtml, loadTokenizer, makeChunks, pageText }) => ({
      chunks: Effect.fnUntraced(function*(page, content) {
        const { finalUrl, options = {} } = page.input
        const text = isHtml(page) ? () => pageText(page, content) : undefined
        return makeChunks(content.markdown, finalUrl, options, yield* Effect.promise(loadTokenizer), text)
      })
    }))
  )
}
