import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Schedule, ScheduleMethods } from "../../../../contract/client/index.ts"
import { unstored } from "../../../../core/domain/job/Job.ts"
import { withScheme } from "../../../../core/domain/WebUrl.ts"
import { compact } from "../../../../core/kernel/compact.ts"
import { switchFlag, textFlag } from "../../flags.ts"
import { decodeOptions, optionFlags } from "../../option-flags.ts"
import { printReport } from "../../output/output.ts"
import { settingsAndLogs } from "../../run.ts"
import { keyClients, printAll, withItsKey } from "../service/key-clients.ts"
import { notifyFlags, notifyOf } from "./schedule-notify.ts"
import { runLine, scheduleLine, scheduleText, timeText } from "./schedule-text.ts"

const url = textFlag("url", "URL of the service. Default: GLEANER_HOST and GLEANER_PORT on this machine")
const json = switchFlag("json", "Print JSON")
const id = Argument.String("id").pipe(Argument.withDescription("Id of the schedule"))

const list = Command.make(
  "list",
  { url, json },
  (input) =>
    printAll("schedule", input, ({ schedules }, range) => schedules.list(range), (page) => page.schedules, scheduleLine)
).pipe(Command.withDescription("List the schedules; with --json, one per line"))

/** A command that acts on one schedule and prints it. */
const ofOne = (
  name: string,
  about: string,
  act: (schedules: ScheduleMethods, id: string) => Promise<Schedule>
) =>
  Command.make(name, { url, json, id }, (input) =>
    Effect.gen(function*() {
      const one = yield* withItsKey("schedule", input, ({ schedules }, id) => act(schedules, id))
      yield* printReport(input.json ? JSON.stringify(one, null, 2) : scheduleText(one))
    })).pipe(Command.withDescription(about))

const run = Command.make("run", { url, id }, (input) =>
  Effect.gen(function*() {
    const { job_id } = yield* withItsKey("schedule", input, ({ schedules }, id) => schedules.run(id))
    yield* printReport(job_id)
  })).pipe(Command.withDescription("Start a run now, and print the id of its job"))

const runs = Command.make("runs", { url, json, id }, (input) =>
  Effect.gen(function*() {
    const { runs } = yield* withItsKey("schedule", input, ({ schedules }, id) => schedules.runs(id))
    for (const one of runs) {
      yield* printReport(input.json ? JSON.stringify(one) : runLine(one))
    }
  })).pipe(Command.withDescription("List the newest runs of a schedule, with the numbers of changed pages"))

const changes = Command.make("changes", { url, json, id }, (input) =>
  Effect.gen(function*() {
    for (let after: string | undefined;;) {
      const part = yield* withItsKey("schedule", input, ({ schedules }, id) =>
        schedules.changes(id, { after, limit: 1000 }))
      for (const one of part.changes) {
        const line = [String(one.run), timeText(one.at), one.page.change ?? "", one.page.url]
        yield* printReport(input.json ? JSON.stringify(one) : line.join("  "))
      }
      if (part.next_cursor === null) {
        break
      }
      after = part.next_cursor
    }
  })).pipe(Command.withDescription("List the new, changed and removed pages of the newest runs, newest run first"))

/** Flags of a crawl. A schedule stores no secrets of sites. */
const jobFlags = Object.fromEntries(
  Object.entries(optionFlags("crawl")).filter(([name]) => !unstored.some((other) => other === name))
)

const create = Command.make("create", {
  url,
  json,
  seed: Argument.String("seed").pipe(Argument.withDescription("URL of the crawl")),
  name: textFlag("name", "Name. Default: the host of the seed"),
  cron: textFlag("cron", "Times as a cron pattern of five fields, such as '30 6 * * 1-5'"),
  timezone: textFlag("timezone", "IANA time zone of --cron. Default: UTC"),
  every: Flag.Int("every-seconds").pipe(Flag.withDescription("Interval in seconds, instead of --cron"), Flag.optional),
  keep: Flag.Int("keep").pipe(Flag.withDescription("Number of newest runs to keep. Default: 10"), Flag.optional),
  webhook: textFlag("webhook", "URL that receives schedule.changed"),
  ...notifyFlags,
  options: jobFlags
}, (input) =>
  Effect.gen(function*() {
    const { cookies: _, headers: __, ...options } = yield* decodeOptions("crawl", input.options)
    const { ask, first } = yield* keyClients("schedules", input.url)
    const host = URL.parse(withScheme(input.seed))?.host ?? input.seed
    const given = {
      name: Option.getOrElse(input.name, () => host),
      cron: Option.getOrUndefined(input.cron),
      timezone: Option.getOrUndefined(input.timezone),
      every_seconds: Option.getOrUndefined(input.every),
      keep: Option.getOrUndefined(input.keep),
      webhook: Option.getOrUndefined(Option.map(input.webhook, (url) => ({ url }))),
      ...notifyOf(input)
    }
    const request = { ...compact(given), job: { url: input.seed, ...options } }
    const one = yield* ask(() => first.schedules.create(request))
    yield* printReport(input.json ? JSON.stringify(one, null, 2) : scheduleText(one))
  })).pipe(
    Command.withDescription("Create a schedule that crawls a site, with the options of gleaner crawl"),
    Command.withExamples([{
      command: "gleaner schedules create https://example.com/ --cron '30 6 * * 1-5' --timezone Europe/Berlin",
      description: "A crawl on each working day"
    }])
  )

/** Commands of operators, over the API of a running service. */
export const schedules = Command.make("schedules").pipe(
  Command.withDescription("Create, list, run, pause, resume and delete the schedules of a running service"),
  Command.withSubcommands([
    create,
    list,
    ofOne("show", "Show one schedule", (schedules, id) => schedules.get(id)),
    runs,
    changes,
    run,
    ofOne("pause", "Stop a schedule from running by itself", (schedules, id) => schedules.change(id, { paused: true })),
    ofOne("resume", "Run a paused schedule again", (schedules, id) => schedules.change(id, { paused: false })),
    ofOne("delete", "Delete a schedule; its running job goes on", (schedules, id) => schedules.delete(id))
  ]),
  Command.provide(settingsAndLogs)
)
