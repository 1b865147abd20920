import { Effect, Layer, Option, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { isFinal } from "../../../../core/domain/job/Job.ts"
import { defaultPassages } from "../../../../core/domain/job/JobSearch.ts"
import { jobIdPattern } from "../../../../core/domain/schema/job-id-pattern.ts"
import { counted } from "../../../../core/kernel/counted.ts"
import { switchFlag, textFlag } from "../../flags.ts"
import { usage } from "../../output/exit-codes.ts"
import { printLine, printReport, warn, writeBytes } from "../../output/output.ts"
import { settingsAndLogs } from "../../run.ts"
import { backup } from "./backup.ts"
import { jobTable, jobText, passageText, templateTable } from "./job-text.ts"
import { type KeyedJob, ServiceJobs } from "./ServiceJobs.ts"

const url = textFlag("url", "URL of the service. Default: GLEANER_HOST and GLEANER_PORT on this machine")
const json = switchFlag("json", "Print JSON")
const limit = Flag.Int("limit").pipe(Flag.withDescription("Maximum number of jobs. Default 20"), Flag.withDefault(20))
const id = Argument.String("id").pipe(Argument.withDescription("Id of the job"))

/** The key is its name, never its secret. */
const withKey = ({ job, key }: KeyedJob) => ({ key, ...job })

const serviceAt = (url: Option.Option<string>) => ServiceJobs.layer(url).pipe(Layer.provide(settingsAndLogs))

const list = Command.make("list", { url, json, limit }, (input) =>
  Effect.gen(function*() {
    if (input.limit < 1) return yield* usage("--limit must be at least 1.")
    const { jobs, total } = yield* (yield* ServiceJobs).list(input.limit)
    if (input.json) {
      return yield* Effect.forEach(jobs, (one) => printLine(JSON.stringify(withKey(one))), { discard: true })
    }
    if (jobs.length > 0) yield* printReport(jobTable(jobs))
    if (total > jobs.length) {
      yield* warn(`gleaner: ${jobs.length} of ${counted(total, "job")}; --limit shows more`)
    }
    if (total === 0) yield* warn("gleaner: there are no jobs")
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("List the most recent jobs; with --json, one per line"),
    Command.provide(({ url }) => serviceAt(url))
  )

/** A command that acts on one job and prints it. */
const ofOne = (
  name: "show" | "cancel" | "delete",
  about: string,
  note: (one: KeyedJob) => string,
  shown: (one: KeyedJob) => string
) =>
  Command.make(name, { url, json, id }, (input) =>
    Effect.gen(function*() {
      yield* checkId(input.id)
      const one = yield* (yield* ServiceJobs)[name](input.id)
      yield* printReport(input.json ? JSON.stringify(withKey(one), null, 2) : shown(one))
      const line = note(one)
      if (line !== "") yield* warn(`gleaner: ${line}`)
    }).pipe(Effect.scoped)).pipe(Command.withDescription(about), Command.provide(({ url }) => serviceAt(url)))

const checkId = (id: string) =>
  jobIdPattern.test(id)
    ? Effect.void
    : usage(`${JSON.stringify(id)} is not the id of a job, which has 32 hexadecimal digits.`)

const format = Flag.Literals("format", ["jsonl", "csv"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription("Output: JSON Lines or CSV"),
  Flag.withDefault("jsonl")
)
const type = textFlag("type", "Print only records with this type, such as Product")

const records = Command.make("records", { url, format, type, id }, (input) =>
  Effect.gen(function*() {
    yield* checkId(input.id)
    const options = { type: Option.getOrUndefined(input.type), isCsv: input.format === "csv" }
    yield* Stream.runForEach((yield* ServiceJobs).records(input.id, options), writeBytes)
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("Print the records of all documents of a job"),
    Command.provide(({ url }) => serviceAt(url))
  )

const templates = Command.make("templates", { url, json, id }, (input) =>
  Effect.gen(function*() {
    yield* checkId(input.id)
    const found = yield* (yield* ServiceJobs).templates(input.id)
    if (input.json) return yield* Effect.forEach(found, (one) => printLine(JSON.stringify(one)), { discard: true })
    if (found.length > 0) yield* printReport(templateTable(found))
    else yield* warn("gleaner: the job has no templates yet")
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("List the groups of pages of a job with the same layout; with --json, one per line"),
    Command.provide(({ url }) => serviceAt(url))
  )

const query = Argument.String("query").pipe(
  Argument.withDescription("Words or a question"),
  Argument.variadic({ min: 1 })
)
const maxPassages = Flag.Int("limit").pipe(
  Flag.withDescription("Maximum number of passages, at most 50. Default 10"),
  Flag.withDefault(defaultPassages)
)
const maxTokens = Flag.optional(
  Flag.Int("max-tokens").pipe(Flag.withDescription("Maximum tokens of all passages together"))
)

const search = Command.make(
  "search",
  { url, json, limit: maxPassages, maxTokens, id, query },
  (input) =>
    Effect.gen(function*() {
      yield* checkId(input.id)
      const asked = { q: input.query.join(" "), limit: input.limit, max_tokens: Option.getOrUndefined(input.maxTokens) }
      const found = yield* (yield* ServiceJobs).search(input.id, asked)
      if (input.json) return yield* Effect.forEach(found, (one) => printLine(JSON.stringify(one)), { discard: true })
      if (found.length > 0) yield* printReport(found.map(passageText).join("\n\n"))
      else yield* warn("gleaner: no stored page has these words")
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription("Search the pages of a job that was started with search; with --json, one passage per line"),
  Command.provide(({ url }) => serviceAt(url))
)

const line = ({ job }: KeyedJob): string => `${job.id} ${job.status} ${job.url}`

/** Commands of operators, over the API of a running service, which has the store open. */
export const jobs = Command.make("jobs").pipe(
  Command.withDescription(
    "List, show, search, cancel and delete the jobs of a running service, read their records and templates, and back them up"
  ),
  Command.withSubcommands([
    list,
    records,
    templates,
    search,
    ofOne("show", "Show one job, with its most recent errors", () => "", jobText),
    ofOne(
      "cancel",
      "Stop a crawl; its documents and ledger stay available",
      ({ job }) => isFinal(job.status) && job.status !== "cancelled" ? `the job had ended before: ${job.status}` : "",
      line
    ),
    ofOne(
      "delete",
      "Stop a crawl if it runs, and delete the job with all its documents",
      () => "the job is deleted",
      line
    ),
    backup
  ])
)
