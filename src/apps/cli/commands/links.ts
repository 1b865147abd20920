import { Duration, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { withSchemeHint } from "../../../core/domain/errors/scheme-hint.ts"
import { noStats } from "../../../core/domain/job/Job.ts"
import { canonical } from "../../../core/domain/WebUrl.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { switchFlag } from "../flags.ts"
import { type CheckedLink, checkLinks } from "../links/check-links.ts"
import { readPages } from "../links/read-pages.ts"
import { failed, usage } from "../output/exit-codes.ts"
import { printReport } from "../output/output.ts"
import { progressOf } from "../output/progress.ts"
import { notice } from "../output/verbosity.ts"
import { waitingFor } from "../output/waiting.ts"
import { owner, services, servicesForMany, urlOf } from "../run.ts"

const flags = {
  url: Argument.String("url").pipe(Argument.withDescription("URL of the page, https:// is prepended to a bare host")),
  depth: Flag.Int("depth").pipe(
    Flag.withDescription("Check the pages that are this many links away too, on the same host. Default: 0."),
    Flag.withDefault(0)
  ),
  maxPages: Flag.Int("max-pages").pipe(
    Flag.withDescription("Maximum pages that are read for links. Default: 100."),
    Flag.withDefault(100)
  ),
  all: switchFlag("all", "Print every link, also those that are fine"),
  json: switchFlag("json", "Print one line of JSON for each link")
}

export const links = Command.make("links", flags, ({ all, depth, json, maxPages, url }) =>
  Effect.gen(function*() {
    const seed = yield* urlOf(url)
    if (depth < 0) return yield* usage(`--depth ${depth} must be at least 0`)
    if (maxPages < 1) return yield* usage(`--max-pages ${maxPages} must be at least 1`)
    const { requestTimeout } = yield* Settings
    const inTurn = RequestContext.by(owner, "crawl", Duration.times(requestTimeout, timeoutFactor))
    const site = yield* readPages(seed, { depth, maxPages }, inTurn).pipe(
      waitingFor(depth === 0 ? seed : `the pages of ${new URL(seed).host}`),
      Effect.mapError(withSchemeHint(url))
    )
    const status = site.pages.get(canonical(new URL(seed)))?.status ?? 0
    if (status >= 400) return yield* failed(`${seed}: the site answered with status ${status} (http_status)`)
    const progress = yield* progressOf({ budget: site.links.length, out: Option.some("stdout"), unit: "link" })
    const counts = { ok: 0, redirect: 0, broken: 0, unknown: 0, skipped: 0 }
    const done: Array<CheckedLink> = []
    const report = Effect.fnUntraced(function*(links: ReadonlyArray<CheckedLink>) {
      yield* progress.clear
      const shown = links.filter(({ result }) => all || json || result !== "ok")
      for (const link of shown) yield* printReport(json ? JSON.stringify(link) : lineOf(link))
      const left = site.links.length - links.length
      yield* notice(
        `${counted(links.length, "link")} of ${counted(site.read, "page")}: ${counts.ok} ok, ` +
          `${counts.redirect} redirected, ${counts.broken} broken, ${counts.unknown} unknown, ${counts.skipped} skipped` +
          (left === 0 ? "" : `; ${left} not checked`)
      )
    })
    const onChecked = (link: CheckedLink) => {
      done.push(link)
      counts[link.result]++
      return progress.show({
        ...noStats,
        stored: counts.ok + counts.redirect,
        failed: counts.broken,
        skipped: counts.unknown + counts.skipped,
        pending: site.links.length - done.length
      })
    }
    const checked = yield* Effect.onInterrupt(checkLinks(site, inTurn, onChecked), () => Effect.ignore(report(done)))
    yield* report(checked)
    if (counts.broken > 0) return yield* failed(`${seed}: ${counted(counts.broken, "broken link")}`)
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("Check the links and images of a page or a site; ends with 1 if one is broken"),
    Command.provide(({ depth }) => depth === 0 ? services : servicesForMany),
    Command.withExamples([
      { command: "gleaner links example.com", description: "The links of one page" },
      { command: "gleaner links example.com --depth 5 --max-pages 500", description: "The links of a site" }
    ])
  )

/** Times the timeout of an interactive request: links of one domain wait for their turns. */
const timeoutFactor = 5

/** Columns: result, status, URL; then the target or the reason, and the pages with the link. */
const lineOf = ({ pages, reason, redirected_to, result, status, url }: CheckedLink): string => {
  const more = pages.length > maxPages ? ` and ${pages.length - maxPages} more` : ""
  const why = result === "redirect" ? `-> ${redirected_to}` : reason
  return `${result.padEnd(8)}  ${status === 0 ? "---" : status}  ${url}` +
    (result === "ok" ? "" : `\n               ${why}\n               on ${pages.slice(0, maxPages).join(", ")}${more}`)
}

const maxPages = 3
