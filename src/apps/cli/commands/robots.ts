import { Duration, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { priceInWords } from "../../../contract/client/rights-in-words.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { Fetcher } from "../../../web/fetch/Fetcher.ts"
import { ignoredOf, rightsOf } from "../../../web/rights/Statement.ts"
import { ownToken } from "../../../web/robots/RobotsRules.ts"
import { Visits } from "../../../web/visits/Visits.ts"
import { printReport } from "../output/output.ts"
import { waitingFor } from "../output/waiting.ts"
import { forCommand, services, urlOf } from "../run.ts"

const url = Argument.String("url").pipe(Argument.withDescription("URL of a page"))

export const robots = Command.make("robots", { url }, (input) =>
  Effect.gen(function*() {
    const page = new URL(yield* urlOf(input.url))
    const { crawlDelayCap, domainDelay, userAgent } = yield* Settings
    const rules = yield* forCommand((yield* Visits).rulesFor(page)).pipe(waitingFor(`robots.txt of ${page.host}`))
    const statements = yield* forCommand((yield* Fetcher).statementsFor(page))
    const { content_use, directives, licenses = [], price, tdm, uses = {} } = rightsOf(statements)
    const isAllowed = rules.status !== "unreachable" && rules.isAllowed(page)
    const delay = Duration.max(domainDelay, Duration.min(rules.crawlDelay, crawlDelayCap))
    const line = (name: string, value: string) => `${name.padEnd(nameWidth)}${value}`
    yield* printReport([
      page.href,
      line("user agent", ownToken(userAgent)),
      line("robots.txt", states[rules.status]),
      line("fetch", `${isAllowed ? "yes" : "no"}${rules.lineFor(page) === "" ? "" : `  (${rules.lineFor(page)})`}`),
      line("delay", Duration.format(delay)),
      ...Object.entries(uses).map(([use, answer]) => line(use, answer)),
      ...(content_use === undefined ? [] : [line("content use", content_use)]),
      ...(directives ?? []).map((directive) => line("directive", directive)),
      ...(tdm === undefined ? [] : [line("mining", miningWords(tdm))]),
      ...(price === undefined ? [] : [line("price", priceInWords(price))]),
      ...licenses.map(({ url }) => line("license", url)),
      ...rules.sitemaps.map((sitemap) => line("sitemap", sitemap)),
      ...statements.filter(({ fault }) => fault === undefined).map(({ from, text }) => line("said", shown(from, text))),
      ...ignoredOf(statements).map(({ fault, from, text }) => line("ignored", `${shown(from, text)} (${fault})`))
    ].join("\n"))
  })).pipe(
    Command.withDescription("Print what a site permits for a URL, line by line, without a request for the page"),
    Command.provide(services),
    Command.withExamples([
      { command: "gleaner robots example.com/docs", description: "The verdict of robots.txt, the delay and the uses" }
    ])
  )

const nameWidth = 13

const states = {
  rules: "read",
  unavailable: "none, so everything may be fetched",
  unreachable: "unreachable, so nothing may be fetched"
} as const

const miningWords = ({ policy, reserved }: { readonly reserved: boolean; readonly policy?: string }): string =>
  `${reserved ? "reserved" : "not reserved"}${policy === undefined ? "" : `, policy ${policy}`}`

const maxShown = 200
const shown = (from: string, text: string): string => `${from}: ${text.replace(/\s+/g, " ").slice(0, maxShown)}`
