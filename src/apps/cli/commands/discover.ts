import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { withSchemeHint } from "../../../core/domain/errors/scheme-hint.ts"
import { sitemapUrls } from "../../../crawling/crawl/plan/sitemap-urls.ts"
import { Sitemaps } from "../../../crawling/crawl/plan/Sitemaps.ts"
import { Discoverer } from "../../../page/Discoverer.ts"
import { switchFlag } from "../flags.ts"
import { decodeOptions, optionFlags } from "../option-flags.ts"
import { printReport, warn } from "../output/output.ts"
import { notice } from "../output/verbosity.ts"
import { waitingFor } from "../output/waiting.ts"
import { forCommand, services, urlOf } from "../run.ts"

const url = Argument.String("url").pipe(Argument.withDescription("URL of the page to read links from"))
const json = switchFlag("json", "Print the whole result as JSON")

export const discover = Command.make(
  "discover",
  { url, options: optionFlags("discover"), json },
  (input) =>
    Effect.gen(function*() {
      const target = yield* urlOf(input.url)
      const options = yield* decodeOptions("discover", input.options)
      const alsoListed = sitemapUrls(yield* Sitemaps)
      const discoverer = yield* Discoverer
      const { gap, result } = yield* Effect.mapError(
        forCommand(discoverer.discover({ ...options, url: target, alsoListed })).pipe(waitingFor(target)),
        withSchemeHint(input.url)
      )
      yield* printReport(
        input.json ? JSON.stringify(result, null, 2) : result.links.map((link) => link.url).join("\n")
      )
      if (gap !== undefined) yield* notice(`gleaner: ${target}: ${gaps[gap]}`)
      if (result.status >= 400) {
        yield* warn(`gleaner: ${target}: the site answered with status ${result.status}`)
      }
    })
).pipe(
  Command.withDescription("Print all links of a page, one per line"),
  Command.provide(services)
)

const gaps = {
  urls: "the sitemaps list more than the maximum of 50,000 URLs; use gleaner crawl --sitemaps",
  files: "the sitemaps have more than the maximum of 100 files; use gleaner crawl --sitemaps",
  time: "the timeout ended before all sitemaps were read; give a longer --timeout-seconds",
  unreadable: "a sitemap could not be read, so URLs may be missing"
} as const
