import { Context, Effect, Layer } from "effect"
import type { PageContent, PageMedia, ParsedPage } from "../Page.ts"
import { stageFunctions } from "./loaded-functions.ts"

/** The images and tables of the content, and the players of the page. */
export class Media extends Context.Service<Media, {
  media(page: ParsedPage, content: PageContent): Effect.Effect<PageMedia>
}>()("gleaner/extract/stages/Media") {
  static readonly layer = Layer.effect(
    Media,
    Effect.map(
      stageFunctions,
      ({ collectMedia }) => ({ media: (page, content) => Effect.sync(() => collectMedia(page, content.selection)) })
    )
  )
}
