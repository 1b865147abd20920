import { Effect, FileSystem, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Wrapper, WrapperMethods, WrapperRequest } from "../../../../contract/client/index.ts"
import { withScheme } from "../../../../core/domain/WebUrl.ts"
import { fileFault } from "../../../../core/kernel/file-fault.ts"
import { switchFlag, textFlag } from "../../flags.ts"
import { failed, usage } from "../../output/exit-codes.ts"
import { printReport } from "../../output/output.ts"
import { settingsAndLogs } from "../../run.ts"
import { keyClients, printAll, withItsKey } from "../service/key-clients.ts"
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

const list = Command.make(
  "list",
  { url, json },
  (input) =>
    printAll("wrapper", input, ({ wrappers }, range) => wrappers.list(range), (page) => page.wrappers, wrapperLine)
).pipe(Command.withDescription("List the wrappers; with --json, one per line"))

/** A command that acts on one wrapper and prints it. */
const ofOne = (name: string, about: string, act: (wrappers: WrapperMethods, id: string) => Promise<Wrapper>) =>
  Command.make(name, { url, json, id }, (input) =>
    Effect.gen(function*() {
      const one = yield* withItsKey("wrapper", input, ({ wrappers }, id) => act(wrappers, id))
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
    const one = yield* withItsKey("wrapper", input, ({ wrappers }, id) => wrappers.check(id, pages))
    yield* printReport(input.json ? JSON.stringify(one, null, 2) : coverage(one).join("\n"))
  })).pipe(Command.withDescription("Try the rules of a wrapper on pages: how many of them have each value"))

/** Waits until a wrapper is not learnt any more, and prints it. */
const followed = Effect.fnUntraced(function*(
  { id, json, url }: { readonly id: string; readonly json: boolean; readonly url: Option.Option<string> }
) {
  const learnt = yield* Effect.repeat(
    Effect.andThen(
      Effect.sleep(pollInterval),
      withItsKey("wrapper", { id, url }, ({ wrappers }) => wrappers.get(id))
    ),
    { until: ({ status }) => status !== "learning" }
  )
  yield* printReport(json ? JSON.stringify(learnt, null, 2) : wrapperText(learnt))
  return learnt
})

const relearn = Command.make("relearn", {
  url,
  json,
  job: textFlag("job", "Id of a job with data from before, or with pages as they are now"),
  id
}, (input) =>
  Effect.gen(function*() {
    const request = Option.isNone(input.job) ? {} : { job_id: input.job.value }
    yield* withItsKey("wrapper", input, ({ wrappers }, id) => wrappers.relearn(id, request))
    const { drift, status } = yield* followed(input)
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
    const { ask, first } = yield* keyClients("wrappers", input.url)
    const host = URL.parse(withScheme(examples[0]?.url ?? input.pages[0] ?? ""))?.host ?? "wrapper"
    const request: WrapperRequest = {
      name: Option.getOrElse(input.name, () => host),
      schema,
      ...(Option.isNone(input.examples) ? {} : { examples }),
      ...(input.pages.length === 0 ? {} : { urls: input.pages }),
      ...(Option.isNone(input.job) ? {} : { job_id: input.job.value })
    }
    const made = yield* ask(() => first.wrappers.create(request))
    const learnt = yield* followed({ ...input, id: made.id })
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
