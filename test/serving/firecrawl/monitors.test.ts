import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { Option } from "effect"
import { cronIn } from "../../../src/serving/firecrawl/monitor-requests.ts"
import { keys } from "../../support/entries/service-process.ts"
import { polled } from "../../support/polled.ts"
import { firecrawlOverSite } from "./firecrawl-over-site.ts"

const live = firecrawlOverSite()
let firecrawl: Firecrawl
beforeAll(() => {
  firecrawl = new Firecrawl({ apiKey: keys.first, apiUrl: live.service.url })
})

/** A run at once, to its end, which a schedule notes a moment after that of its job. */
const checked = async (monitor: string) => {
  const { id } = await firecrawl.runMonitor(monitor)
  await (await live.service.call(`/v1/jobs/${id}/events`)).text()
  await polled(
    async () => (await (await live.service.call(`/v1/schedules/${monitor}`)).json() as Run).last_run,
    ({ changes, since, status }) => status === "done" && (since === undefined || changes !== null)
  )
  return polled(() => firecrawl.getMonitorCheck(monitor, id), ({ status }) => status !== "running")
}

interface Run {
  readonly last_run: { readonly status: string; readonly since?: string; readonly changes: object | null }
}

const refused = (call: Promise<unknown>) => call.then(() => "created", (error: Error) => error.message)

describe("monitors of Firecrawl", () => {
  it("are schedules, whose runs are their checks", async () => {
    const made = await firecrawl.createMonitor({
      name: "The site",
      schedule: { cron: "30 6 * * *", timezone: "Europe/Berlin" },
      targets: [{
        type: "crawl",
        url: live.site.url,
        crawlOptions: { limit: 2 },
        scrapeOptions: { formats: ["markdown"] }
      }]
    })
    assert.include(made, { name: "The site", status: "active" })
    assert.deepStrictEqual(made.schedule, { cron: "30 6 * * *", timezone: "Europe/Berlin" })
    assert.deepInclude(made.targets[0], { type: "crawl", url: `${live.site.url}/` })
    const schedule = await (await live.service.call(`/v1/schedules/${made.id}`)).json() as { readonly name: string }
    assert.strictEqual(schedule.name, "The site")
    const first = await checked(made.id)
    assert.include(first, { monitorId: made.id, status: "completed" })
    assert.deepStrictEqual(first.pages.map(({ status }) => status), ["new", "new"])
    const second = await checked(made.id)
    assert.include(second.summary, { totalPages: 2, same: 2, changed: 0 })
    assert.deepStrictEqual(second.pages.map(({ status }) => status), ["same", "same"])
    const one = await firecrawl.getMonitorCheck(made.id, second.id, { limit: 1 })
    assert.lengthOf(one.pages, 2)
    const part = await firecrawl.getMonitorCheck(made.id, second.id, { limit: 1, autoPaginate: false })
    assert.lengthOf(part.pages, 1)
    assert.match(part.next ?? "", /^\/v2\/monitor\//)
    const none = await firecrawl.getMonitorCheck(made.id, second.id, { status: "changed" })
    assert.deepStrictEqual(none.pages, [])
    const checks = await firecrawl.listMonitorChecks(made.id)
    assert.deepStrictEqual(checks.map(({ id }) => id), [second.id, first.id])
    assert.lengthOf(await firecrawl.listMonitorChecks(made.id, { limit: 1, offset: 1 }), 1)
    const paused = await firecrawl.updateMonitor(made.id, { status: "paused", name: "Paused" })
    assert.include(paused, { status: "paused", name: "Paused", nextRunAt: null })
    assert.deepStrictEqual((await firecrawl.listMonitors()).map(({ id }) => id), [made.id])
    assert.deepStrictEqual(await firecrawl.listMonitors({ offset: 1 }), [])
    assert.isTrue(await firecrawl.deleteMonitor(made.id))
    assert.match(await refused(firecrawl.getMonitor(made.id)), /no schedule/i)
  })

  it("are refused with the reason where Gleaner has no such thing", async () => {
    const schedule = { cron: "0 * * * *" }
    const page = { type: "scrape" as const, urls: [live.site.url] }
    const cases: ReadonlyArray<readonly [object, RegExp]> = [
      [{ schedule, targets: [page, page] }, /targets: must have one target/],
      [{ schedule, targets: [{ type: "search", queries: ["a"] }] }, /targets\.0\.type: must be scrape or crawl/],
      [
        { schedule, targets: [{ ...page, scrapeOptions: { mobile: true } }] },
        /targets\.0\.mobile: pages are always shown/
      ],
      [{ schedule: { text: "when it rains" }, targets: [page] }, /schedule\.text: is not understood/],
      [{ schedule: {}, targets: [page] }, /schedule: must have either cron or text/],
      [{ schedule, targets: [page], goal: "prices" }, /goal: needs a language model/],
      [{ schedule, targets: [page], webhook: { url: "https://example.com/" } }, /webhook: Gleaner signs/]
    ]
    for (const [request, why] of cases) {
      assert.match(await refused(firecrawl.createMonitor({ name: "a", ...request } as never)), why)
    }
  })
})

describe("a time in words", () => {
  it("is a cron pattern, or not understood", () => {
    const cases: Readonly<Record<string, string | undefined>> = {
      "every 30 minutes": "*/30 * * * *",
      "every minute": "*/1 * * * *",
      "every 6 hours": "0 */6 * * *",
      "hourly": "0 * * * *",
      "Daily": "0 0 * * *",
      "daily at 9:05": "5 9 * * *",
      "daily at 9pm": "0 21 * * *",
      "weekly": "0 0 * * 1",
      "every 7 minutes": undefined,
      "every 3 days": undefined,
      "daily at 9:75": undefined
    }
    for (const [text, cron] of Object.entries(cases)) {
      assert.strictEqual(Option.getOrUndefined(cronIn(text)), cron, text)
    }
  })
})
