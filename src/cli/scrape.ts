import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Document } from "../domain/Document.ts"
import { Scraper } from "../page/Scraper.ts"
import { deadline, owner, services, urlOf } from "./run.ts"

const url = Argument.String("url").pipe(Argument.withDescription("The page; a bare host gets https://"))
const format = Flag.Literals("format", ["markdown", "text", "json"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription("What to print: the content as markdown or text, or the whole Document as JSON"),
  Flag.withDefault("markdown")
)
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
      priority: "interactive",
      owner,
      deadline: yield* deadline,
      depth: 0
    })
    yield* Console.log(rendition(page.json, input.format))
  })).pipe(
    Command.withDescription("Fetch one page and print it"),
    Command.provide(services),
    Command.withExamples([{ command: "gleaner scrape example.com --format text", description: "The text of a page" }])
  )

const rendition = (json: Uint8Array, format: "markdown" | "text" | "json"): string => {
  const document = JSON.parse(new TextDecoder().decode(json)) as Document // our own encoding of a Document
  return format === "json" ? JSON.stringify(document, null, 2) : document[format]
}
