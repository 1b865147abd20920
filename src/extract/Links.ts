import { Context, Effect, Layer } from "effect"
import type { Link } from "../domain/Document.ts"
import { collectLinks } from "./links/collect-links.ts"
import type { ParsedPage } from "./Page.ts"

/** Every distinct canonical http(s) link of the whole page, in document order. */
export class Links extends Context.Service<Links, {
  links(page: ParsedPage): Effect.Effect<ReadonlyArray<Link>>
}>()("gleaner/extract/Links") {
  static readonly layer = Layer.succeed(Links, { links: (page) => Effect.sync(() => collectLinks(page)) })
}
