import { Effect, Layer } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import { version } from "../../core/kernel/version.ts"
import { batch } from "./commands/batch.ts"
import { crawl } from "./commands/crawl.ts"
import { discover } from "./commands/discover.ts"
import { doctor } from "./commands/doctor.ts"
import { explain } from "./commands/explain.ts"
import { extract } from "./commands/extract.ts"
import { jobs } from "./commands/jobs/jobs.ts"
import { links } from "./commands/links.ts"
import { mcp } from "./commands/mcp.ts"
import { profiles } from "./commands/profiles/profiles.ts"
import { robots } from "./commands/robots.ts"
import { schedules } from "./commands/schedules/schedules.ts"
import { scrape } from "./commands/scrape.ts"
import { screenshot } from "./commands/screenshot.ts"
import { search } from "./commands/search.ts"
import { serve } from "./commands/serve.ts"
import { sitemap } from "./commands/sitemap.ts"
import { wrappers } from "./commands/wrappers/wrappers.ts"
import { Man } from "./help/man-page.ts"
import { askForCommand, Wizard } from "./help/wizard.ts"
import { usage } from "./output/exit-codes.ts"
import { Quiet, Verbose } from "./output/verbosity.ts"

/** The command line: one command for each service of the HTTP API. */
export const gleaner = Command.make("gleaner").pipe(
  Command.withDescription("Fetch web pages politely and extract their content."),
  Command.withSubcommands([
    serve,
    scrape,
    screenshot,
    discover,
    sitemap,
    search,
    robots,
    crawl,
    batch,
    links,
    jobs,
    schedules,
    wrappers,
    profiles,
    extract,
    explain,
    mcp,
    doctor
  ]),
  Command.withGlobalFlags([Quiet, Verbose, Man])
)

const run = Command.runWith(gleaner, { version })

const { Completions, Help, LogLevel, Version } = GlobalFlag

const isCommand = (text: string): boolean =>
  gleaner.subcommands.some(({ commands }) => commands.some(({ name }) => name === text))

/**
 * The flags of all commands, and the output of help. Prints help on request only: stdout is for pages, and an error is
 * one line.
 */
export const helpOutput = Layer.merge(
  CliConfig.layer({ builtIns: [Help, Version, Wizard, Completions, LogLevel] }),
  CliOutput.layerPresenter({
    present: (event) => event._tag === "InvalidInvocation" ? Effect.void : CliOutput.defaultPresenter.present(event)
  })
)

/** Runs a command line. */
export const runGleaner = Effect.fnUntraced(function*(args: ReadonlyArray<string>) {
  // The help of a command that does not exist would be that of all.
  if (args[0] === "help") {
    return yield* run(args[1] === undefined || isCommand(args[1]) ? [...args.slice(1), "--help"] : args.slice(1))
  }
  if (!args.includes("--wizard") || args.includes("--help")) return yield* run(args)
  if (!process.stdin.isTTY) return yield* usage("--wizard asks questions, so it needs a terminal; see gleaner --help")
  const asked = yield* Effect.catchTag(
    askForCommand(args.filter((arg) => arg !== "--wizard")),
    "QuitError",
    () => Effect.interrupt
  )
  if (asked !== undefined) yield* run(asked)
})
