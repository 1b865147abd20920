import { Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { withDefaults } from "../domain/RequestOptions.ts"
import { withSchemeHint } from "../domain/scheme-hint.ts"
import { Scraper } from "../page/Scraper.ts"
import { decodeOptions, optionFlags } from "./option-flags.ts"
import { openOutput } from "./output.ts"
import { format, parsedDocument, rendition } from "./rendition.ts"
import { forCommand, services, urlOf } from "./run.ts"
import { tellOf } from "./tell.ts"

const url = Argument.String("url").pipe(Argument.withDescription("The page; a bare host gets https://"))

export const scrape = Command.make(
  "scrape",
  { url, format, options: optionFlags("scrape") },
  (input) =>
    Effect.gen(function*() {
      const target = yield* urlOf(input.url)
      const { include_html, use_cache } = withDefaults("scrape", yield* decodeOptions("scrape", input.options))
      const scraper = yield* Scraper
      const output = yield* openOutput(Option.none())
      const page = yield* Effect.mapError(
        forCommand(scraper.scrape({ url: target, useCache: use_cache, includeHtml: include_html, depth: 0 })),
        withSchemeHint(input.url)
      )
      const document = parsedDocument(page.json)
      yield* output(rendition(document, input.format))
      yield* tellOf(document)
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription("Fetch one page and print it"),
  Command.provide(services),
  Command.withExamples([{ command: "gleaner scrape example.com --format text", description: "The text of a page" }])
)
