import { Effect, FileSystem, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { GleanerClient, Wrapper, WrapperMethods, WrapperRequest } from "../../../../contract/client/index.ts"
import { withScheme } from "../../../../core/domain/WebUrl.ts"
import { fileFault } from "../../../../core/kernel/file-fault.ts"
import { switchFlag, textFlag } from "../../flags.ts"
import { failed, usage } from "../../output/exit-codes.ts"
import { printReport } from "../../output/output.ts"
import { settingsAndLogs } from "../../run.ts"
import { answerOf, inWords } from "../jobs/ServiceJobs.ts"
import { clientsOf, ofSomeKey } from "../jobs/some-key.ts"
import { coverage, wrapperLine, wrapperText } from "./wrapper-text.ts"

const url = textFlag("url", "URL of the service. Default: GLEANER_HOST and GLEANER_PORT on this machine")
const json = switchFlag("json", "Print JSON")
const id = Argument.String("id").pipe(Argument.withDescription("Id of the wrapper"))
const job = textFlag("job", "Id of a job, whose pages of the same layout are used")

const Examples = Schema.Array(Schema.Struct({ url: Schema.String, data: Schema.Unknown }))

/** The JSON of a file, or of each of its lines. */
const readJson = Effect.fnUntraced(function*<A>(file: string, schema: Schema.Codec<A, unknown>, isLines: boolean) {
  const files = yield* FileSystem.FileSystem
  const text = yield* Effect.catchTag(
    files.readFileString(file),
    "PlatformError",
    (error) => usage(`${file} cannot be read: ${fileFault(error)}`)
  )
  const whole = isLines && !text.trimStart().startsWith("[")
    ? `[${text.split("\n").filter((line) => line.trim() !== "").join(",")}]`
    : text
  return yield* Effect.catchTag(
    Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(whole),
    "SchemaError",
    () => usage(`${file} is not the JSON that is needed; see gleaner wrappers learn --help`)
  )
})

const list = Command.make("list", { url, json }, (input) =>
  Effect.gen(function*() {
    const { baseUrl, clients } = yield* clientsOf("wrappers", input.url)
    for (const { wrappers: { list } } of clients) {
      for (let after: string | undefined;;) {
        const page = yield* Effect.mapError(answerOf(() => list({ after, limit: 100 })), inWords(baseUrl))
        for (const one of page.wrappers) yield* printReport(input.json ? JSON.stringify(one) : wrapperLine(one))
        if (page.next_cursor === null) break
        after = page.next_cursor
      }
    }
  })).pipe(Command.withDescription("List the wrappers; with --json, one per line"))

/** A command that acts on one wrapper and prints it. */
const ofOne = (name: string, about: string, act: (wrappers: WrapperMethods, id: string) => Promise<Wrapper>) =>
  Command.make(name, { url, json, id }, (input) =>
    Effect.gen(function*() {
      const one = yield* ofSomeKey("wrapper", input, ({ wrappers }, id) => act(wrappers, id))
      yield* printReport(input.json ? JSON.stringify(one, null, 2) : wrapperText(one))
    })).pipe(Command.withDescription(about))

const check = Command.make("check", {
  url,
  json,
  job,
  id,
  pages: Argument.String("pages").pipe(Argument.withDescription("URLs to try the rules on"), Argument.variadic())
}, (input) =>
  Effect.gen(function*() {
    const pages = Option.isSome(input.job) ? { job_id: input.job.value } : { urls: input.pages }
    if (Option.isNone(input.job) && input.pages.length === 0) return yield* usage("Give URLs of pages, or --job.")
    const one = yield* ofSomeKey("wrapper", input, ({ wrappers }, id) => wrappers.check(id, pages))
    yield* printReport(input.json ? JSON.stringify(one, null, 2) : coverage(one).join("\n"))
  })).pipe(Command.withDescription("Try the rules of a wrapper on pages: how many of them have each value"))

/** Waits until a wrapper is not learnt any more, and prints it. */
const followed = Effect.fnUntraced(function*(
  baseUrl: string,
  { wrappers }: Pick<GleanerClient, "wrappers">,
  id: string,
  isJson: boolean
) {
  const learnt = yield* Effect.repeat(
    Effect.andThen(Effect.sleep(pollInterval), Effect.mapError(answerOf(() => wrappers.get(id)), inWords(baseUrl))),
    { until: ({ status }) => status !== "learning" }
  )
  yield* printReport(isJson ? JSON.stringify(learnt, null, 2) : wrapperText(learnt))
  return learnt
})

const relearn = Command.make("relearn", {
  url,
  json,
  job: textFlag("job", "Id of a job with data from before, or with pages as they are now"),
  id
}, (input) =>
  Effect.gen(function*() {
    const { baseUrl } = yield* clientsOf("wrappers", input.url)
    const request = Option.isNone(input.job) ? {} : { job_id: input.job.value }
    const client = yield* ofSomeKey("wrapper", input, (client, id) =>
      client.wrappers.relearn(id, request).then(() =>
        client
      ))
    const { drift, status } = yield* followed(baseUrl, client, input.id, input.json)
    if (status === "failed" || drift !== null) return yield* failed("the rules do not fit; the problem above says why")
  })).pipe(
    Command.withDescription("Learn the rules of a wrapper anew, from data that its pages had before"),
    Command.withExamples([{
      command: "gleaner wrappers relearn 7d1e0c9b8a7f4e6d95c4b3a2f1e0d9c8",
      description: "After a change of the site"
    }])
  )

const learn = Command.make("learn", {
  url,
  json,
  job,
  name: textFlag("name", "Name. Default: the host of the first page"),
  schema: Flag.String("schema").pipe(Flag.withDescription("File with the JSON Schema of the data")),
  examples: Flag.String("examples").pipe(
    Flag.withDescription(
      "File with 1 to 10 pages and their right data: {\"url\", \"data\"} in a JSON array, or one per line. Default: the model of the service reads up to 3 of the other pages"
    ),
    Flag.optional
  ),
  pages: Argument.String("pages").pipe(
    Argument.withDescription("URLs of further pages, to try the rules on"),
    Argument.variadic()
  )
}, (input) =>
  Effect.gen(function*() {
    const schema = yield* readJson(input.schema, Schema.Record(Schema.String, Schema.Unknown), false)
    const examples = yield* Option.match(input.examples, {
      onNone: () => Effect.succeed([]),
      onSome: (file) => readJson(file, Examples, true)
    })
    const { baseUrl, clients: [client] } = yield* clientsOf("wrappers", input.url)
    if (client === undefined) return
    const { wrappers } = client
    const host = URL.parse(withScheme(examples[0]?.url ?? input.pages[0] ?? ""))?.host ?? "wrapper"
    const request: WrapperRequest = {
      name: Option.getOrElse(input.name, () => host),
      schema,
      ...(Option.isNone(input.examples) ? {} : { examples }),
      ...(input.pages.length === 0 ? {} : { urls: input.pages }),
      ...(Option.isNone(input.job) ? {} : { job_id: input.job.value })
    }
    const made = yield* Effect.mapError(answerOf(() => wrappers.create(request)), inWords(baseUrl))
    const learnt = yield* followed(baseUrl, client, made.id, input.json)
    if (learnt.status === "failed") return yield* failed("no rules were learnt; the problem above says why")
  })).pipe(
    Command.withDescription("Learn rules from example pages, wait for them, and print how well they do"),
    Command.withExamples([{
      command: "gleaner wrappers learn --schema product.json --examples right.jsonl https://example.com/p/4",
      description: "Rules for the pages of a shop"
    }])
  )

const pollInterval = "500 millis"

/** Commands over the API of a running service. */
export const wrappers = Command.make("wrappers").pipe(
  Command.withDescription("Learn, check, relearn, list and delete the wrappers of a running service"),
  Command.withSubcommands([
    learn,
    list,
    ofOne("show", "Show one wrapper", (wrappers, id) => wrappers.get(id)),
    check,
    relearn,
    ofOne("delete", "Delete a wrapper, and stop learning it", (wrappers, id) => wrappers.delete(id))
  ]),
  Command.provide(settingsAndLogs)
)
