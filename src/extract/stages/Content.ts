import { Context, Effect, Layer } from "effect"
import { MarkdownRules } from "../markdown/MarkdownRules.ts"
import type { PageContent, ParsedPage } from "../Page.ts"
import { stageFunctions } from "./loaded-functions.ts"

/** The main content of the page, as markdown and as plain text. */
export class Content extends Context.Service<Content, {
  content(page: ParsedPage): Effect.Effect<PageContent>
}>()("gleaner/extract/stages/Content") {
  static readonly layer = Layer.effect(
    Content,
    Effect.gen(function*() {
      const rules = yield* MarkdownRules
      const { contentOf, loadMathml, markdownWith } = yield* stageFunctions
      const write = rules.length === 0 ? undefined : markdownWith(rules)
      return {
        content: (page) => {
          const content = Effect.sync(() => contentOf(page, write))
          return page.html.tagged("math").length > 0 ? Effect.andThen(loadMathml, content) : content
        }
      }
    })
  )
}
