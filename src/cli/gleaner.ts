import { Command } from "effect/cli"
import { batch } from "./batch.ts"
import { crawl } from "./crawl.ts"
import { discover } from "./discover.ts"
import { doctor } from "./doctor.ts"
import { explain } from "./explain.ts"
import { extract } from "./extract.ts"
import { jobs } from "./jobs/jobs.ts"
import { mcp } from "./mcp.ts"
import { scrape } from "./scrape.ts"
import { screenshot } from "./screenshot.ts"
import { serve } from "./serve.ts"
import { Quiet, Verbose } from "./verbosity.ts"

/** The command line: the same services as the HTTP API, one command for each. */
export const gleaner = Command.make("gleaner").pipe(
  Command.withDescription("Fetch web pages politely and hand them over clean."),
  Command.withSubcommands([serve, scrape, screenshot, discover, crawl, batch, jobs, extract, explain, mcp, doctor]),
  Command.withGlobalFlags([Quiet, Verbose])
)
