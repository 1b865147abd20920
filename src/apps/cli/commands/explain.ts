import { Effect, FileSystem, Option, Schema, Stdio } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { basename } from "node:path"
import { Explanation } from "../../../core/domain/document/Explanation.ts"
import type { OptionsOf } from "../../../core/domain/options/RouteOptions.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { explainHtml } from "../../../extract/explain/explain-html.ts"
import { explainText } from "../../../extract/explain/explain-text.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { PageReader } from "../../../page/PageReader.ts"
import { savedInput } from "../../../page/saved-page.ts"
import { textFlag } from "../flags.ts"
import { siteLines } from "../job-files/site-lines.ts"
import { decodeOptions, optionFlags } from "../option-flags.ts"
import { usage } from "../output/exit-codes.ts"
import { printLine, printReport } from "../output/output.ts"
import { waitingFor } from "../output/waiting.ts"
import { forCommand, services, urlOf } from "../run.ts"

const file = Argument.String("page").pipe(
  Argument.withDescription("URL, or a saved HTML page, may be compressed (.gz); - reads stdin")
)
const url = textFlag("url", "URL that the page was saved from")
const format = Flag.Literals("format", ["text", "html"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription("Output: lines for a terminal, or an HTML page. Default: text"),
  Flag.withDefault("text")
)

const pages = textFlag(
  "pages",
  "JSON Lines of a crawl of the same site. Blocks that its pages of this host have are marked with their number"
)

const explainedUrl = Effect.fnUntraced(function*(
  given: string,
  options: OptionsOf<"explain">,
  pages: Option.Option<string>
) {
  const target = yield* urlOf(given)
  const { read } = yield* PageReader
  const lines = yield* Effect.transposeOption(Option.map(pages, (file) => siteLines(file, new URL(target).hostname)))
  const site = compact({ siteLines: Option.getOrUndefined(lines) })
  return yield* forCommand(read({ ...options, ...site, url: target }, "explanation")).pipe(waitingFor(target))
})

const explainedFile = Effect.fnUntraced(function*(file: string, url: string) {
  const saved = yield* savedInput({
    url,
    name: file === "-" ? "" : basename(file),
    contentType: "text/html",
    bytes: file === "-" ? (yield* Stdio.Stdio).stdin : (yield* FileSystem.FileSystem).stream(file)
  })
  return yield* (yield* Extractor).explain(saved)
})

const decodeExplanation = Schema.decodeEffect(Schema.fromJsonString(Explanation))

export const explain = Command.make(
  "explain",
  { file, url, format, pages, options: optionFlags("explain") },
  (input) =>
    Effect.gen(function*() {
      const isUrl = /^https?:\/\//i.test(input.file)
      const options = yield* decodeOptions("explain", input.options)
      if (isUrl && Option.isSome(input.url)) return yield* usage("--url is for a saved page.")
      if (!isUrl && Object.keys(options).length > 0) return yield* usage("A saved page takes no options of a URL.")
      if (!isUrl && Option.isSome(input.pages)) return yield* usage("--pages is for a URL.")
      const { json } = yield* isUrl
        ? explainedUrl(input.file, options, input.pages)
        : explainedFile(input.file, Option.getOrElse(input.url, () => ""))
      const explained = yield* decodeExplanation(new TextDecoder().decode(json))
      yield* input.format === "html" ? printLine(explainHtml(explained)) : printReport(explainText(explained))
    })
).pipe(
  Command.withDescription("Explain block by block how the content of a page is chosen"),
  Command.provide(services),
  Command.withExamples([
    { command: "gleaner explain https://example.com/page", description: "The page as its site answers it" },
    { command: "gleaner explain page.html", description: "Kept and dropped blocks, and the deciding step" },
    {
      command: "gleaner explain https://example.com/page --pages pages.jsonl",
      description: "With the blocks that its site repeats"
    },
    { command: "gleaner explain page.html -f html > why.html", description: "The same as a coloured page" }
  ])
)
