import { Console, Effect, FileSystem, Option, Schema, Stdio } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { basename } from "node:path"
import { Explanation } from "../../domain/document/Explanation.ts"
import type { OptionsOf } from "../../domain/options/RequestOptions.ts"
import { explainHtml } from "../../extract/explain/explain-html.ts"
import { explainText } from "../../extract/explain/explain-text.ts"
import { PageReader } from "../../page/PageReader.ts"
import { savedInput } from "../../page/saved-page.ts"
import { textFlag } from "../flags.ts"
import { decodeOptions, optionFlags } from "../option-flags.ts"
import { usage } from "../output/exit-codes.ts"
import { forCommand, services, settingsAndLogs, urlOf } from "../run.ts"

/** Loaded only for a saved page. */
const extraction = async () => ({
  ...await import("../../extract/explain/explain-blocks.ts"),
  ...await import("../../extract/parsers/html.ts")
})

const file = Argument.String("page").pipe(
  Argument.withDescription("URL, or a saved HTML page, may be compressed (.gz); - reads stdin")
)
const url = textFlag("url", "URL that the page was saved from")
const format = Flag.Literals("format", ["text", "html"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription("Output: lines for a terminal, or an HTML page. Default: text"),
  Flag.withDefault("text")
)

const explainedUrl = Effect.fnUntraced(function*(given: string, options: OptionsOf<"explain">) {
  const target = yield* urlOf(given)
  const { read } = yield* PageReader
  const { json } = yield* forCommand(read({ ...options, url: target }, "explanation"))
  return yield* decodeExplanation(new TextDecoder().decode(json))
})

const decodeExplanation = Schema.decodeEffect(Schema.fromJsonString(Explanation))

const explainedFile = Effect.fnUntraced(function*(input: {
  readonly file: string
  readonly url: Option.Option<string>
}) {
  const saved = yield* savedInput({
    url: Option.getOrElse(input.url, () => ""),
    name: input.file === "-" ? "" : basename(input.file),
    contentType: "text/html",
    bytes: input.file === "-" ? (yield* Stdio.Stdio).stdin : (yield* FileSystem.FileSystem).stream(input.file)
  })
  const { explainBlocks, htmlParser } = yield* Effect.promise(extraction)
  const page = yield* htmlParser.parse(saved)
  return { final_url: page.url.href, ...explainBlocks(page) }
})

export const explain = Command.make(
  "explain",
  { file, url, format, options: optionFlags("explain") },
  (input) =>
    Effect.gen(function*() {
      const isUrl = /^https?:\/\//i.test(input.file)
      const options = yield* decodeOptions("explain", input.options)
      if (isUrl && Option.isSome(input.url)) return yield* usage("--url is for a saved page.")
      if (!isUrl && Object.keys(options).length > 0) return yield* usage("A saved page takes no options of a URL.")
      const explained = yield* isUrl
        ? Effect.provide(explainedUrl(input.file, options), services)
        : explainedFile(input)
      yield* Console.log(input.format === "html" ? explainHtml(explained) : explainText(explained))
    })
).pipe(
  Command.withDescription("Explain block by block how the content of a page is chosen"),
  Command.provide(settingsAndLogs),
  Command.withExamples([
    { command: "gleaner explain https://example.com/page", description: "The page as its site answers it" },
    { command: "gleaner explain page.html", description: "Kept and dropped blocks, and the deciding step" },
    { command: "gleaner explain page.html -f html > why.html", description: "The same as a coloured page" }
  ])
)
