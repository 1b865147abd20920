import { Command } from "effect/cli"
import { batch } from "./commands/batch.ts"
import { crawl } from "./commands/crawl.ts"
import { discover } from "./commands/discover.ts"
import { doctor } from "./commands/doctor.ts"
import { explain } from "./commands/explain.ts"
import { extract } from "./commands/extract.ts"
import { jobs } from "./commands/jobs/jobs.ts"
import { links } from "./commands/links.ts"
import { mcp } from "./commands/mcp.ts"
import { scrape } from "./commands/scrape.ts"
import { screenshot } from "./commands/screenshot.ts"
import { serve } from "./commands/serve.ts"
import { Man } from "./help/man-page.ts"
import { Quiet, Verbose } from "./output/verbosity.ts"

/** The command line: one command for each service of the HTTP API. */
export const gleaner = Command.make("gleaner").pipe(
  Command.withDescription("Fetch web pages politely and extract their content."),
  Command.withSubcommands([serve, scrape, screenshot, discover, crawl, batch, links, jobs, extract, explain, mcp, doctor]),
  Command.withGlobalFlags([Quiet, Verbose, Man])
)
