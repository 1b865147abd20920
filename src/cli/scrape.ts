import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Scraper } from "../page/Scraper.ts"
import { format, rendition } from "./rendition.ts"
import { forCommand, services, urlOf } from "./run.ts"

const url = Argument.String("url").pipe(Argument.withDescription("The page; a bare host gets https://"))
const includeHtml = Flag.Boolean("include-html").pipe(
  Flag.withDescription("Put the raw HTML into the JSON"),
  Flag.withDefault(false)
)

export const scrape = Command.make("scrape", { url, format, includeHtml }, (input) =>
  Effect.gen(function*() {
    const target = yield* urlOf(input.url)
    const scraper = yield* Scraper
    const page = yield* scraper.scrape({
      url: target,
      useCache: false,
      includeHtml: input.includeHtml,
      depth: 0
    }).pipe(forCommand)
    yield* Console.log(rendition(page.json, input.format))
  })).pipe(
    Command.withDescription("Fetch one page and print it"),
    Command.provide(services),
    Command.withExamples([{ command: "gleaner scrape example.com --format text", description: "The text of a page" }])
  )
