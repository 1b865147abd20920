import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SearchOptions } from "../../../core/domain/options/search-options.ts"
import { wrongFields } from "../../../core/domain/options/wrong-fields.ts"
import { strict } from "../../../core/domain/schema/strict.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { EngineResult } from "../../../crawling/search/Engine.ts"
import { type ResultPage, WebSearch } from "../../../crawling/search/WebSearch.ts"
import { searchAnswer } from "../../../serving/server/handlers/search/search-answer.ts"
import { switchFlag, textFlag } from "../flags.ts"
import { failed, usage } from "../output/exit-codes.ts"
import { printReport } from "../output/output.ts"
import { notice } from "../output/verbosity.ts"
import { waitingFor } from "../output/waiting.ts"
import { forCommand, services, servicesForMany } from "../run.ts"

const flags = {
  query: Argument.String("query").pipe(
    Argument.withDescription("The search, as the search engine of GLEANER_SEARCH takes it")
  ),
  limit: Flag.Int("limit").pipe(
    Flag.withDescription("Maximum number of results, at most 20. Default 10."),
    Flag.optional
  ),
  language: textFlag("language", "Language of the results as a BCP 47 tag, such as de or pt-BR"),
  timeRange: Flag.Literals("time-range", ["day", "week", "month", "year"]).pipe(
    Flag.withDescription("Only pages that the search engine dates within it"),
    Flag.optional
  ),
  domains: textFlag("domains", "Only results on these hosts and their subdomains, separated by commas"),
  pages: switchFlag("pages", "Fetch the pages of the results, and print their markdown"),
  maxTokens: Flag.Int("max-tokens").pipe(
    Flag.withDescription("With --pages: print the passages that match the query best, at most this many tokens"),
    Flag.optional
  ),
  json: switchFlag("json", "Print the whole answer as JSON")
}

export const search = Command.make("search", flags, (input) =>
  Effect.gen(function*() {
    const options = yield* optionsOf(input)
    const search = yield* WebSearch
    const found = yield* search.find(options).pipe(
      waitingFor("the search engine"),
      Effect.mapError(({ message }) => failed(message))
    )
    const { notes, results } = options.pages === undefined
      ? found
      : yield* forCommand(search.read(found, options)).pipe(waitingFor("the pages of the results"))
    const whole = new TextDecoder().decode(searchAnswer(results, notes))
    if (input.json) return yield* printReport(JSON.stringify(JSON.parse(whole), null, 2))
    yield* printReport(results.map(shown).join("\n\n"))
    for (const note of notes) yield* notice(`gleaner: ${note}`)
  })).pipe(
    Command.withDescription("Search the web, and fetch the pages of the results on request"),
    Command.provide(({ pages }) => pages ? servicesForMany : services),
    Command.withExamples([
      { command: "gleaner search \"how are tides predicted\" --limit 5", description: "Titles, URLs and excerpts" },
      {
        command: "gleaner search \"tide tables\" --domains example.com --pages --max-tokens 2000",
        description: "The passages of the pages that match the query"
      }
    ])
  )

interface Given {
  readonly query: string
  readonly limit: Option.Option<number>
  readonly language: Option.Option<string>
  readonly timeRange: Option.Option<string>
  readonly domains: Option.Option<string>
  readonly pages: boolean
  readonly maxTokens: Option.Option<number>
}

const decode = Schema.decodeUnknownEffect(SearchOptions, strict)

/** Checked as a request to the API. */
const optionsOf = ({ domains, language, limit, maxTokens, pages, query, timeRange }: Given) => {
  if (!pages && Option.isSome(maxTokens)) return Effect.fail(usage("--max-tokens is for --pages."))
  const values = compact({
    query,
    limit: Option.getOrUndefined(limit),
    language: Option.getOrUndefined(language),
    time_range: Option.getOrUndefined(timeRange),
    domains: Option.getOrUndefined(Option.map(domains, (list) => list.split(",").map((domain) => domain.trim()))),
    max_tokens: Option.getOrUndefined(maxTokens),
    pages: pages ? {} : undefined
  })
  return Effect.mapError(decode(values), ({ issue }) =>
    usage(
      `${
        wrongFields(issue, { max: maxFaults, input: values })
          .map(({ detail, path }) => `${path.join(" ").replaceAll("_", "-")}: ${detail}`).join("; ")
      }.`
    ))
}

const maxFaults = 10

const shown = ({ page, snippet, title, url }: EngineResult & { readonly page?: ResultPage }, index: number): string =>
  [
    `${index + 1}. ${title === "" ? url : title}`,
    `   ${url}`,
    ...(page === undefined ? snippet === "" ? [] : [`   ${snippet}`] : ["", ...linesOf(page)])
  ].join("\n")

const linesOf = (page: ResultPage): ReadonlyArray<string> => {
  switch (page._tag) {
    case "Document":
      return [markdownOf(new TextDecoder().decode(page.json)).markdown]
    case "Chunks":
      return [page.chunks.map(({ markdown, url }) => `${markdown}\n(${url})`).join("\n\n")]
    case "Failed":
      return [`(${page.error.detail})`]
    case "ErrorStatus":
      return [`(The site answered ${page.status}.)`]
  }
}

const markdownOf = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ markdown: Schema.String })))
