import { Context, type Effect } from "effect"
import type { PageContent, PageMedia, ParsedPage } from "./Page.ts"

/** Images and tables of the content. */
export class Media extends Context.Service<Media, {
  media(page: ParsedPage, content: PageContent): Effect.Effect<PageMedia>
}>()("gleaner/extract/Media") {}
