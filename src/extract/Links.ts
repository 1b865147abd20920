import { Context, type Effect } from "effect"
import type { Link } from "../domain/Document.ts"
import type { ParsedPage } from "./Page.ts"

/** Every distinct canonical http(s) link of the whole page, in document order. */
export class Links extends Context.Service<Links, {
  links(page: ParsedPage): Effect.Effect<ReadonlyArray<Link>>
}>()("gleaner/extract/Links") {}
