import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Schedule, ScheduleList, ScheduleRun, ScheduleRuns } from "../../../src/contract/client/index.ts"
import { consoleOverSite } from "../../support/entries/console-over-site.ts"
import { polled } from "../../support/polled.ts"
import { type ChangingSite, changingSite } from "../../support/web/changing-site.ts"
import { heldSite } from "../../support/web/held-site.ts"

const inBrowser = consoleOverSite()
const { call } = inBrowser
let site: ChangingSite
beforeAll(async () => {
  site = await changingSite()
})
afterAll(() => site.close())

const schedules = async (): Promise<ScheduleList["schedules"]> => (await call<ScheduleList>("/v1/schedules")).schedules

afterEach(async () => {
  for (const { id } of await schedules()) await call(`/v1/schedules/${id}?cancel=true`, { method: "DELETE" })
})

const created = (more: object = {}): Promise<Schedule> =>
  call("/v1/schedules", {
    json: { name: "Tide office", cron: "30 6 * * 1-5", timezone: "Asia/Tokyo", job: { url: `${site.url}/` }, ...more }
  })

/** Runs the schedule, and waits until its history has the end of the run. */
const ranOnce = async ({ id }: Schedule): Promise<ScheduleRun> => {
  const { job_id, n } = await call<ScheduleRun>(`/v1/schedules/${id}/run`, { method: "POST" })
  await (await inBrowser.service.call(`/v1/jobs/${job_id}/events`)).text()
  const run = await polled(
    async () => (await call<ScheduleRuns>(`/v1/schedules/${id}/runs`)).runs.find((run) => run.n === n),
    (found) => found !== undefined && found.status !== "running"
  )
  return run ?? assert.fail("no run")
}

const confirm = (name: string) => `dialog[open] ::-p-aria([name="${name}"][role="button"])`

describe("a schedule in the console", () => {
  it("sends messages to receivers that are typed, and shows their kinds only", async () => {
    const { click, faults, page, says } = await inBrowser.signedIn("crawl")
    await page.locator("input[name=url]").fill(`${site.url}/`)
    await click("Run this on a schedule")
    await page.waitForSelector(".notify")
    const fields = await page.$$(".notify input")
    await fields[0]?.type("ann@example.com")
    await fields[1]?.type("ftp://hooks.example/s3cret")
    await page.select(".notify select", "records")
    await fields[4]?.type("5")
    await click("Create the schedule")
    await says("scheme ftp")
    await fields[0]?.evaluate((input) => input.value = "")
    await fields[0]?.type(" ")
    await fields[1]?.evaluate((input) => input.value = "")
    await fields[1]?.type("https://8.8.8.8/s3cret")
    await click("Create the schedule")
    await says("It has not run yet")
    const [schedule] = await schedules()
    assert.deepInclude(schedule, { receivers: ["slack"], on: ["records"], threshold: 0.05 })
    await page.evaluate(() => location.hash = "#/schedules")
    await says("messages by slack")
    await page.evaluate((id) => location.hash = `#/schedules/${id}`, schedule?.id)
    await click(`Edit ${schedule?.name}`)
    await says("Replaces the present receivers (slack)")
    assert.notInclude(await page.content(), "s3cret")
    await click("Cancel")
    assert.deepStrictEqual(faults, [])
  })

  it("is created from a crawl, run, and shows what has changed", async () => {
    const { click, faults, page, says, text } = await inBrowser.signedIn("crawl")
    await page.locator("input[name=url]").fill(`${site.url}/`)
    await click("Run this on a schedule")
    await page.waitForSelector(".times")
    assert.strictEqual(await page.$eval("input[inputmode=url]", ({ value }) => value), `${site.url}/`)
    await page.locator("input[type=time]").fill("06:45")
    await says("Every day at 06:45.")
    await click("Create the schedule")
    await says("It has not run yet")
    const [schedule] = await schedules()
    assert.deepInclude(schedule, { name: new URL(site.url).host, cron: "45 6 * * *", timezone: "UTC", keep: 10 })

    await page.locator("button ::-p-text(Run now)").click()
    await says("compared with nothing")
    site.change()
    await page.locator("button ::-p-text(Run now)").click()
    await says("1 new, 3 changed, 1 removed")
    assert.deepStrictEqual(await page.$$eval(".cell:is(a)", (cells) => cells.map(({ textContent }) => textContent)), [
      "✓",
      "5"
    ])
    await page.waitForSelector(".run-changes")
    assert.match(
      await text(".run-changes"),
      /new Storm warning http:\S+\/storm[^]*changed [^]*http:\S+\/hours[^]*removed [^]*http:\S+\/contact/
    )
    await page.locator(".page-change summary ::-p-text(/hours)").click()
    await page.waitForSelector(".page-change[open] .d2h-wrapper")
    assert.include(await text(".page-change[open] .d2h-wrapper"), "ten to six")
    await page.select("select[aria-label='Which changes']", "new")
    await page.waitForFunction(() => document.querySelector(".page-change") === null)

    await click("Feed", "tab")
    const address = await text(".feed-address code")
    assert.strictEqual(address, `${inBrowser.service.url}/v1/schedules/${schedule?.id}/changes?format=atom`)
    const feed = await inBrowser.service.call(address.slice(inBrowser.service.url.length))
    assert.match(
      await feed.text(),
      /<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">[^]*<title>new: [^<]+<\/title>[^]*href="http:\S+\/storm"/
    )
    assert.deepStrictEqual(faults, [])
  })

  it("is created from a batch, and shows errors of the API beside their fields", async () => {
    const { click, faults, page, says, text } = await inBrowser.signedIn("batch")
    await page.locator("textarea[name=urls]").fill(`${site.url}/hours\nftp://files.example/`)
    await click("Run this on a schedule")
    await page.waitForSelector(".times")
    await page.select(".times select", "cron")
    await page.locator("input[placeholder='30 6 * * 1-5']").fill("30 99 * * *")
    await page.locator("::-p-aria([name='Time zone'])").fill("Mars/Olympus")
    await click("Create the schedule")
    await says("Line 2: ftp://files.example/ has the scheme ftp")
    await page.waitForFunction(() => document.activeElement?.matches("textarea[name=urls]"))
    await page.locator("textarea[name=urls]").fill(`${site.url}/hours`)
    await click("Create the schedule")
    await says("Invalid value for hour: 99")
    const described = await page.$$eval("[aria-invalid=true]", (inputs) =>
      inputs.map((input) => {
        const help = document.getElementById(input.getAttribute("aria-describedby") ?? "")
        return `${(input as HTMLInputElement).labels?.[0]?.textContent}: ${help?.textContent}`
      }))
    assert.match(described.join("\n"), /^Cron pattern: Is not a cron pattern.*\nTime zone: Is not a time zone/)
    await page.waitForFunction(() => document.activeElement === document.querySelector("[aria-invalid=true]"))
    await page.select(".times select", "interval")
    await page.locator("::-p-aria([name='Name'])").fill("Hours")
    await click("Create the schedule")
    await page.waitForSelector("[data-tab=changes]")
    await says("Every 6 h, spread up to 36 min")
    assert.deepInclude((await schedules())[0], { name: "Hours", cron: null, every_seconds: 21_600 })
    assert.strictEqual(await text("h1"), "Hours")
    assert.deepStrictEqual(faults, [])
  })

  it("is edited, paused, resumed and deleted", async () => {
    const { id } = await created()
    const { click, faults, page, says } = await inBrowser.signedIn("schedules")
    // The day of the week decides how far away the next run is.
    await says(
      /Monday to Friday at 06:30, Asia\/Tokyo · next run: in \d+ (?:day|hour|minute|second)s?, \w+ \d+ \w+, 06:30 \(\w+ \d+ \w+, 21:30 here\)/
    )
    await click("Pause Tide office")
    await says("none while it is paused")
    assert.isTrue((await schedules())[0]?.paused)
    await click("Resume Tide office")
    await says(/next run: in \d+ (?:day|hour|minute|second)s?/)

    await click("Edit Tide office")
    await page.waitForSelector("dialog[open] .times")
    await page.locator("dialog[open] ::-p-aria([name='Runs to keep'])").fill("500")
    await page.locator("dialog[open] input[type=time]").fill("07:15")
    await click("Save")
    await says("Must be a whole number from 1 to 100")
    await page.locator("dialog[open] ::-p-aria([name='Runs to keep'])").fill("3")
    await click("Save")
    await page.waitForSelector("dialog[open]", { hidden: true })
    await says("Monday to Friday at 07:15, Asia/Tokyo")
    assert.deepInclude((await schedules())[0], { id, cron: "15 7 * * 1-5", timezone: "Asia/Tokyo", keep: 3 })

    await click("Delete Tide office")
    await says("Its history and its feed are deleted too")
    await page.locator(confirm("Keep it")).click()
    assert.lengthOf(await schedules(), 1)
    await click("Delete Tide office")
    await page.locator(confirm("Delete")).click()
    await says("No schedules")
    assert.lengthOf(await schedules(), 0)
    assert.deepStrictEqual(faults, [])
  })

  it("is created and paused with only the keyboard", async () => {
    const { faults, page, says } = await inBrowser.signedIn("nowhere")
    /** Presses Tab until the element of that label has the focus. */
    const tabTo = async (label: string) => {
      const focused = () =>
        page.evaluate(() => {
          const element = document.activeElement as HTMLInputElement
          return element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent
        })
      for (let presses = 0; presses < 60 && await focused() !== label; presses++) {
        const before = await page.evaluateHandle(() => document.activeElement)
        await page.keyboard.press("Tab")
        // A busy browser moves the focus after its answer.
        await page.waitForFunction((element) => document.activeElement !== element, {}, before)
      }
      assert.strictEqual(await focused(), label)
    }
    await tabTo("Schedules")
    await page.keyboard.press("Enter")
    await says("No schedules")
    await tabTo("Create a schedule")
    await page.keyboard.press("Enter")
    await page.waitForSelector(".times")
    await page.waitForFunction(() => document.activeElement?.localName === "h1")
    await tabTo("Start URL")
    await page.keyboard.type(`${site.url}/fees`)
    await page.keyboard.press("Enter")
    await says("It has not run yet")
    const name = new URL(site.url).host
    await tabTo(`Pause ${name}`)
    await page.keyboard.press("Enter")
    await says("none while it is paused")
    await tabTo(`Edit ${name}`)
    await page.keyboard.press("Enter")
    await page.waitForSelector("dialog[open]")
    await page.keyboard.press("Escape")
    await page.waitForSelector("dialog[open]", { hidden: true })
    assert.isTrue((await schedules())[0]?.paused)
    assert.deepStrictEqual(faults, [])
  })

  it("has a strip of its runs for the keyboard, each linked to its job", { tags: "long" }, async () => {
    const schedule = await created({ name: "Hours", job: { urls: [`${site.url}/hours`] } })
    const [first] = [await ranOnce(schedule), await ranOnce(schedule), await ranOnce(schedule)]
    const { faults, page, says } = await inBrowser.signedIn("schedules")
    await page.waitForSelector(".strip li:nth-child(3) .same")
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? "")
    assert.lengthOf(await page.$$(".strip [tabindex='0']"), 1)
    await page.focus(".strip [tabindex='0']")
    assert.match(await focused(), /^Run 3, .*: no changes in 1 page$/)
    await page.keyboard.press("ArrowLeft")
    assert.match(await focused(), /^Run 2, /)
    await page.keyboard.press("Home")
    assert.match(await focused(), /^Run 1, .*: compared with nothing$/)
    await page.keyboard.press("Enter")
    await says("The batch is done")
    assert.strictEqual(await page.evaluate(() => location.hash), `#/jobs/${first.job_id}`)
    assert.deepStrictEqual(faults, [])
  })

  it("shows the newest changes although an older part comes later", { tags: "long" }, async () => {
    const schedule = await created({ name: "<img src=x onerror=alert(1)>" })
    await ranOnce(schedule)
    const { click, faults, page, says } = await inBrowser.signedIn("schedules")
    await page.evaluate(() => {
      const { fetch } = window
      const held: Array<() => void> = []
      const answer = (url: string, next_cursor: string | null) =>
        Response.json({
          changes: [{ run: 1, job_id: "0".repeat(32), at: 0, page: { url, change: "new" } }],
          next_cursor,
          has_more: next_cursor !== null
        })
      let parts = 0
      window.fetch = (input, init) => {
        const url = input instanceof Request ? input.url : String(input)
        if (!url.includes("/changes")) return fetch(input, init)
        if (!url.includes("after=")) return Promise.resolve(answer(`http://first.test/${++parts}`, "1.0.1"))
        return new Promise((resolve) => held.push(() => resolve(answer("http://late.test/", null))))
      }
      Object.assign(window, { letGo: () => [held.length, held.forEach((release) => release())][0] })
    })
    await page.locator(`a[href="#/schedules/${schedule.id}"]`).click()
    await says("http://first.test/1")
    await click("Show more")
    await ranOnce(schedule)
    await says("http://first.test/2")
    assert.strictEqual(await page.evaluate("letGo()"), 1)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    assert.notInclude(await page.$eval(".run-log", ({ textContent }) => textContent), "late.test")
    await page.waitForSelector("button ::-p-text(Show more)")
    assert.lengthOf(await page.$$("img[src=x]"), 0)
    assert.deepStrictEqual(faults, [])
    await page.reload()
  })

  it("shows that a run is running, and the problem of one that cannot start", async () => {
    const held = await heldSite(3)
    const schedule = await created({ name: "Held", job: { url: `${held.url}/` } })
    const { click, faults, page, says } = await inBrowser.signedIn(`schedules/${schedule.id}`)
    await says("It has not run yet")
    // A hidden page does not poll, so it does not know of the run.
    await page.evaluate(() => Object.defineProperty(document, "hidden", { value: true, configurable: true }))
    await call(`/v1/schedules/${schedule.id}/run`, { method: "POST" })
    await click("Run now: Held")
    await says("schedule_running")
    await page.evaluate(() => Object.defineProperty(document, "hidden", { value: false, configurable: true }))
    await page.waitForSelector(".cell.running")
    await page.waitForSelector("button[aria-label='Run now: Held']:disabled")
    held.release()
    await says("compared with nothing")
    assert.deepStrictEqual(faults, [])
    await held.close()
  })
})
