import { Console, Effect, FileSystem, Option, Stdio } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { basename } from "node:path"
import { savedInput } from "../../page/saved-page.ts"
import { textFlag } from "../flags.ts"
import { settingsAndLogs } from "../run.ts"

/** Loaded only for this command: the service reads no page in its own process. */
const extraction = async () => ({
  ...await import("../../extract/explain/explain-html.ts"),
  ...await import("../../extract/explain/explain-text.ts"),
  ...await import("../../extract/parsers/html.ts")
})

const file = Argument.String("file").pipe(
  Argument.withDescription("Saved HTML page, may be compressed (.gz); - reads stdin")
)
const url = textFlag("url", "URL that the page was saved from")
const format = Flag.Literals("format", ["text", "html"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription("Output: lines for a terminal, or an HTML page. Default: text"),
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
    Command.withDescription("Explain block by block how the content of a saved page was chosen"),
    Command.provide(settingsAndLogs),
    Command.withExamples([
      { command: "gleaner explain page.html", description: "Kept and dropped blocks, and the deciding step" },
      { command: "gleaner explain page.html -f html > why.html", description: "The same as a coloured page" }
    ])
  )
