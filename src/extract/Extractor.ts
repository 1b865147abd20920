import { Context, type Effect } from "effect"
import type { PageError } from "../domain/PageError.ts"
import type { Extraction, LinkExtraction, PageInput } from "./Page.ts"

/** Bytes to Document: the stages in their order, in this thread or in worker threads. */
export class Extractor extends Context.Service<Extractor, {
  /** Fails with `unsupported_content_type`, or `fetch_failed`/decode for a body that is not what it says. */
  extract(page: PageInput): Effect.Effect<Extraction, PageError>
  /** The flow stopped after links; a media type that holds no links gives an empty list. */
  links(page: PageInput): Effect.Effect<LinkExtraction, PageError>
  /** The media types with a parser, for the health answer. */
  readonly parsers: ReadonlyArray<string>
}>()("gleaner/extract/Extractor") {}
