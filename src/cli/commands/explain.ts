import { Console, Effect, FileSystem, Option, Stdio } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { basename } from "node:path"
import { savedInput } from "../../page/saved-page.ts"
import { settingsAndLogs } from "../run.ts"

/** Loaded for this command alone: the service reads no page in its own process. */
const extraction = async () => ({
  ...await import("../../extract/explain/explain-html.ts"),
  ...await import("../../extract/explain/explain-text.ts"),
  ...await import("../../extract/parsers/html.ts")
})

const file = Argument.String("file").pipe(
  Argument.withDescription("The saved HTML page, may end in .gz; - reads it from stdin")
)
const url = Flag.String("url").pipe(Flag.withDescription("Where the page was saved from"), Flag.optional)
const format = Flag.Literals("format", ["text", "html"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription("Lines for a terminal, or a page to look at"),
  Flag.withDefault("text")
)

export const explain = Command.make("explain", { file, url, format }, (input) =>
  Effect.gen(function*() {
    const saved = yield* savedInput({
      url: Option.getOrElse(input.url, () => ""),
      name: input.file === "-" ? "" : basename(input.file),
      contentType: "text/html",
      bytes: input.file === "-" ? (yield* Stdio.Stdio).stdin : (yield* FileSystem.FileSystem).stream(input.file)
    })
    const { explainHtml, explainText, htmlParser } = yield* Effect.promise(extraction)
    const page = yield* htmlParser.parse(saved)
    yield* Console.log(input.format === "html" ? explainHtml(page) : explainText(page))
  })).pipe(
    Command.withDescription("Show block by block why a saved page's content is what it is"),
    Command.provide(settingsAndLogs),
    Command.withExamples([
      { command: "gleaner explain page.html", description: "What was kept and dropped, and by which step" },
      { command: "gleaner explain page.html -f html > why.html", description: "The same, coloured, to look at" }
    ])
  )
