import { Duration, Effect, Layer } from "effect"
import type { Frontier } from "../../../src/crawling/crawl/model/Frontier.ts"
import { CrawlPlanner } from "../../../src/crawling/crawl/plan/CrawlPlanner.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import type { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { page, redirect, servicesOver } from "../../support/entries/crawl-over.ts"
import { type FakePage, type FakeWeb, fakeWeb } from "../../support/web/fake-web.ts"

export const site = "https://example.com"
/** For jobs that are compared with much older ones. */
export const crawlSettings = { jobRetention: Duration.days(1000) }

/** A day is 86,400 rounds of a service's timers, so the services of a job end with it. */
export const overServices = <A, E>(web: FakeWeb, effect: Effect.Effect<A, E, CrawlRunner | CrawlPlanner | JobStore>) =>
  Effect.gen(function*() {
    const context = yield* Effect.context<JobStore | Frontier>()
    const crawls = Layer.mergeAll(Layer.fresh(CrawlRunner.layerNoDeps), Layer.fresh(CrawlPlanner.layerNoDeps)).pipe(
      Layer.provide(Layer.succeedContext(context)),
      Layer.provide(Layer.fresh(servicesOver(web, crawlSettings)))
    )
    return yield* Effect.provide(effect, crawls)
  })

/** Days on which a page was requested. */
export const visitDays = (web: FakeWeb, path: string): ReadonlyArray<number> =>
  web.pages().filter(({ url }) => url === site + path).map(({ startedAt }) => Math.floor(startedAt / 86_400_000))

export const maxGap = (days: ReadonlyArray<number>, end: number): number =>
  Math.max(...[...days, end].map((day, index) => day - (days[index - 1] ?? 0)))

export const news = ["/news/1", "/news/2", "/news/3"]
export const docs = ["/docs/a", "/docs/b", "/docs/c", "/docs/d", "/docs/e", "/docs/f"]

export const changing = () => {
  const pages: Record<string, FakePage> = {
    [`${site}/`]: page("start", ...news, ...docs, "/moved"),
    [`${site}/moved`]: redirect("/docs/target"),
    [`${site}/docs/target`]: page("target")
  }
  for (const path of docs) pages[site + path] = page(`the text of ${path}`)
  const renew = (day: number) => {
    for (const path of news) pages[site + path] = page(`${path} on day ${day}`)
  }
  renew(0)
  return { pages, renew, web: fakeWeb(pages) }
}
