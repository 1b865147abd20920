import { Context, type Effect } from "effect"
import type { PageError } from "../domain/PageError.ts"
import type { PageInput, ParsedPage } from "./Page.ts"

/** Bytes to one parsed page: charset, then the parser of the media type. */
export class Parse extends Context.Service<Parse, {
  parse(input: PageInput): Effect.Effect<ParsedPage, PageError>
}>()("gleaner/extract/Parse") {}
