import { Context, type Effect } from "effect"
import type { PageContent, ParsedPage } from "./Page.ts"

/** What of the page is its content, as markdown and as plain text. */
export class Content extends Context.Service<Content, {
  content(page: ParsedPage): Effect.Effect<PageContent>
}>()("gleaner/extract/Content") {}
