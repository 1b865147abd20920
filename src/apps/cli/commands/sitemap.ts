import { Effect, Ref } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { startOf } from "../../../crawling/crawl/model/SitemapCursor.ts"
import { Sitemaps } from "../../../crawling/crawl/plan/Sitemaps.ts"
import { switchFlag } from "../flags.ts"
import { failed, usage } from "../output/exit-codes.ts"
import { type Output, printLine } from "../output/output.ts"
import { notice } from "../output/verbosity.ts"
import { waitingFor } from "../output/waiting.ts"
import { owner, services, urlOf } from "../run.ts"

const url = Argument.String("url").pipe(
  Argument.withDescription(
    "URL of the site, whose sitemaps are found by its robots.txt, or of a sitemap (.xml, .gz, .txt)"
  )
)
const maxSitemaps = Flag.Int("max-sitemaps").pipe(
  Flag.withDescription("Maximum sitemap files that are read. Default: 1000."),
  Flag.withDefault(1000)
)

const json = switchFlag(
  "json",
  "Print JSON Lines: each URL with the lastmod, the priority and the alternates (URLs by language) of its sitemap"
)

export const sitemap = Command.make("sitemap", { url, maxSitemaps, json }, (input) =>
  Effect.gen(function*() {
    const site = new URL(yield* urlOf(input.url))
    if (input.maxSitemaps < 1) return yield* usage(`--max-sitemaps ${input.maxSitemaps} must be at least 1`)
    const sitemaps = yield* Sitemaps
    const failures: Array<string> = []
    const printed = new Set<string>()
    const end = yield* Ref.make<Effect.Effect<void, Effect.Error<ReturnType<Output>>>>(Effect.void)
    const start = startOf(site.href, isFile.test(site.pathname) ? [site.href] : undefined)
    const left = yield* sitemaps.read(start, { owner }, {
      files: input.maxSitemaps,
      isDetailed: input.json,
      take: ({ about, urls }, sitemap) => {
        const fresh = urls.flatMap((each, index) => {
          if (printed.has(each)) return []
          printed.add(each)
          return [input.json ? JSON.stringify({ url: each, ...about?.[index], sitemap }) : each]
        })
        // A reader that is gone ends the command.
        return fresh.length === 0 ? Effect.succeed(true) : Effect.matchEffect(printLine(fresh.join("\n")), {
          onSuccess: () => Effect.succeed(true),
          onFailure: (error) => Effect.as(Ref.set(end, Effect.fail(error)), false)
        })
      },
      failed: ({ message, url: file }) => Effect.sync(() => void failures.push(`${file}: ${message}`))
    }).pipe(waitingFor(`the sitemaps of ${site.host}`, true))
    yield* yield* Ref.get(end)
    for (const failure of failures) yield* notice(`gleaner: ${failure}`)
    if (printed.size === 0) {
      return yield* failed(`${site.href}: no sitemap lists a URL; gleaner discover lists the links of a page`)
    }
    if (left !== undefined) {
      yield* notice(`gleaner: there are more than ${input.maxSitemaps} sitemap files; see --max-sitemaps`)
    }
  })).pipe(
    Command.withDescription("Print the URLs in the sitemaps of a site, one per line"),
    Command.provide(services),
    Command.withExamples([
      { command: "gleaner sitemap example.com > urls.txt", description: "All URLs that a site lists" },
      {
        command: "gleaner sitemap example.com --json | jq 'select(.lastmod > \"2026-11-01\") | .url'",
        description: "URLs that have changed since"
      },
      { command: "gleaner sitemap example.com/news.xml.gz", description: "The URLs of one sitemap" }
    ])
  )

const isFile = /\.(?:xml|txt|gz|rss|atom)$/i
