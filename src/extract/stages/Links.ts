import { Context, Effect, Layer } from "effect"
import type { Link } from "../../core/domain/document/Document.ts"
import type { ParsedPage } from "../Page.ts"
import { stageFunctions } from "./loaded-functions.ts"

/** Every http or https link of the whole page in canonical form, each once, in document order. */
export class Links extends Context.Service<Links, {
  links(page: ParsedPage): Effect.Effect<ReadonlyArray<Link>>
}>()("gleaner/extract/stages/Links") {
  static readonly layer = Layer.effect(
    Links,
    Effect.map(stageFunctions, ({ collectLinks }) => ({ links: (page) => Effect.sync(() => collectLinks(page)) }))
  )
}
