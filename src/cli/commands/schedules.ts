import { Effect, Option, Redacted } from "effect"
import { Argument, Command } from "effect/cli"
import { gleanerClient, type Schedule, type ScheduleMethods } from "../../client/index.ts"
import { jobIdPattern } from "../../domain/job/job-id-pattern.ts"
import { Settings } from "../../Settings.ts"
import { switchFlag, textFlag } from "../flags.ts"
import { failed, usage } from "../output/exit-codes.ts"
import { printLine } from "../output/output.ts"
import { settingsAndLogs } from "../run.ts"
import { answerOf, inWords, serviceUrl } from "./jobs/ServiceJobs.ts"

const url = textFlag("url", "URL of the service. Default: GLEANER_HOST and GLEANER_PORT on this machine")
const json = switchFlag("json", "Print JSON")
const id = Argument.String("id").pipe(Argument.withDescription("Id of the schedule"))

/** The schedules of each key of GLEANER_API_KEYS. */
const clientsOf = Effect.fnUntraced(function*(url: Option.Option<string>) {
  const settings = yield* Settings
  if (settings.apiKeys.length === 0) {
    return yield* usage("gleaner schedules needs a key of the service: set GLEANER_API_KEYS to its value (name:secret)")
  }
  const baseUrl = serviceUrl(url, settings)
  const clients = settings.apiKeys.map(({ secret }) =>
    gleanerClient({ baseUrl, apiKey: Redacted.value(secret), tries: 1 }).schedules
  )
  return { baseUrl, clients }
})

/** Tries the keys until one has the schedule. */
const ofSomeKey = Effect.fnUntraced(function*<A>(
  given: { readonly url: Option.Option<string>; readonly id: string },
  act: (schedules: ScheduleMethods, id: string) => Promise<A>
) {
  const { id } = given
  if (!jobIdPattern.test(id)) {
    return yield* usage(`${JSON.stringify(id)} is not the id of a schedule, which has 32 hexadecimal digits.`)
  }
  const { baseUrl, clients } = yield* clientsOf(given.url)
  for (const schedules of clients) {
    const found = yield* answerOf(() => act(schedules, id)).pipe(
      Effect.asSome,
      Effect.catchIf(({ code }) => code === "schedule_not_found", () => Effect.succeedNone),
      Effect.mapError(inWords(baseUrl))
    )
    if (Option.isSome(found)) return found.value
  }
  return yield* failed(`no key in GLEANER_API_KEYS has a schedule ${id}; gleaner schedules list shows all schedules`)
})

const time = (seconds: number | null): string =>
  seconds === null ? "-" : new Date(seconds * 1000).toISOString().slice(0, 19)

const lineOf = ({ id, last_run, name, next_run_at, paused }: Schedule): string =>
  [id, paused ? "paused" : `next ${time(next_run_at)}`, `last ${last_run?.status ?? "-"}`, name].join("  ")

const list = Command.make("list", { url, json }, (input) =>
  Effect.gen(function*() {
    const { baseUrl, clients } = yield* clientsOf(input.url)
    for (const { list } of clients) {
      for (let after: string | undefined;;) {
        const page = yield* Effect.mapError(answerOf(() => list({ after, limit: 100 })), inWords(baseUrl))
        for (const one of page.schedules) yield* printLine(input.json ? JSON.stringify(one) : lineOf(one))
        if (page.next_cursor === null) break
        after = page.next_cursor
      }
    }
  })).pipe(Command.withDescription("List the schedules; with --json, one per line"))

/** A command that acts on one schedule and prints it. */
const ofOne = (
  name: string,
  about: string,
  act: (schedules: ScheduleMethods, id: string) => Promise<Schedule>
) =>
  Command.make(name, { url, json, id }, (input) =>
    Effect.gen(function*() {
      const one = yield* ofSomeKey(input, act)
      yield* printLine(input.json ? JSON.stringify(one, null, 2) : lineOf(one))
    })).pipe(Command.withDescription(about))

const run = Command.make("run", { url, id }, (input) =>
  Effect.gen(function*() {
    const { job_id } = yield* ofSomeKey(input, (schedules, id) => schedules.run(id))
    yield* printLine(job_id)
  })).pipe(Command.withDescription("Start a run now, and print the id of its job"))

const runs = Command.make("runs", { url, json, id }, (input) =>
  Effect.gen(function*() {
    const { runs } = yield* ofSomeKey(input, (schedules, id) => schedules.runs(id))
    for (const one of runs) {
      const counts = Object.entries(one.changes ?? {}).map(([name, count]) => `${count} ${name}`).join(", ")
      const line = [
        String(one.n),
        time(one.scheduled_at),
        one.status,
        counts === "" ? "not compared" : counts,
        one.job_id
      ]
      yield* printLine(input.json ? JSON.stringify(one) : line.join("  "))
    }
  })).pipe(Command.withDescription("List the newest runs of a schedule, with the numbers of changed pages"))

/** Commands of operators, over the API of a running service. */
export const schedules = Command.make("schedules").pipe(
  Command.withDescription("List, run, pause, resume and delete the schedules of a running service"),
  Command.withSubcommands([
    list,
    ofOne("show", "Show one schedule", (schedules, id) => schedules.get(id)),
    runs,
    run,
    ofOne("pause", "Run a schedule no more by itself", (schedules, id) => schedules.change(id, { paused: true })),
    ofOne("resume", "Run a paused schedule again", (schedules, id) => schedules.change(id, { paused: false })),
    ofOne("delete", "Delete a schedule; its running job goes on", (schedules, id) => schedules.delete(id))
  ]),
  Command.provide(settingsAndLogs)
)
