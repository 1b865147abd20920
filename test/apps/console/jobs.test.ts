import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { browserSetting } from "../../../scripts/support/launch-browser.ts"
import type { Job, JobList } from "../../../src/contract/client/index.ts"
import { consoleOverSite } from "../../support/entries/console-over-site.ts"
import { type ChangingSite, changingSite } from "../../support/web/changing-site.ts"

const inBrowser = consoleOverSite({ browser: browserSetting })
const { call } = inBrowser
let site: ChangingSite
beforeAll(async () => {
  site = await changingSite()
})
afterAll(() => site.close())

const ended = async (path: string, body: object): Promise<string> => {
  const { id } = await call<Job>(path, { json: body })
  await (await inBrowser.service.call(`/v1/jobs/${id}/events`)).text()
  return id
}

const left = async (): Promise<Array<string>> =>
  (await call<JobList>("/v1/jobs?limit=100")).jobs.map(({ id }) => `${id}`)

describe("the jobs of a key", () => {
  it("are a table with what tells them apart, to search, and to delete several at once", async () => {
    const url = `${site.url}/`
    const plain = await ended("/v1/crawl", { url })
    const shallow = await ended("/v1/crawl", { url, max_depth: 0, chunks: { max_tokens: 200 } })
    const batch = await ended("/v1/batch", { urls: [url, `${site.url}/fees`] })
    const schedule = await call<{ readonly id: string }>("/v1/schedules", {
      json: { name: "Tide office", every_seconds: 86_400, paused: true, job: { url } }
    })
    const { job_id: scheduled } = await call<{ readonly job_id: string }>(`/v1/schedules/${schedule.id}/run`, {
      method: "POST"
    })
    await (await inBrowser.service.call(`/v1/jobs/${scheduled}/events`)).text()

    const { click, faults, page, says, text } = await inBrowser.signedIn("jobs")
    await page.waitForSelector(".job-table tbody tr:nth-child(4)")
    const rowOf = (id: string) =>
      page.$eval(
        `.job-table a[href='#/jobs/${id}']`,
        (link) => link.closest("tr")?.innerText.replaceAll(/\s+/g, " ") ?? ""
      )
    assert.match(await rowOf(plain), /^ ?done Crawl http:\S+ 5 documents /)
    assert.match(await rowOf(shallow), /Maximum depth: 0 ?Chunks 1 document /)
    assert.match(await rowOf(batch), /Batch http:\S+ and others .*2 documents /)
    assert.match(await rowOf(scheduled), /Tide office, run 1/)

    const search = page.locator("input[aria-label='Search the jobs']")
    const clear = () =>
      page.$eval("input[aria-label='Search the jobs']", (input) => {
        input.value = ""
        input.dispatchEvent(new Event("input"))
      })
    await search.fill("depth chunks")
    await says("1 of 4 jobs")
    await clear()
    await page.waitForSelector(".job-table tbody tr:nth-child(4)")
    const box = (id: string) =>
      page.$eval(`.job-table a[href='#/jobs/${id}']`, (link) => link.closest("tr")?.querySelector("input")?.click())
    await box(plain)
    await box(batch)
    await says("2 selected")
    // A job that the filter hides is not deleted with those that are seen.
    await search.fill("batch")
    await says("1 selected")
    await clear()
    await click("Delete 2 jobs")
    await says("Their documents and ledgers are deleted too.")
    await page.locator("dialog[open] button.danger").click()
    await page.waitForFunction(() => document.querySelectorAll(".job-table tbody tr").length === 2)
    assert.sameMembers(await left(), [shallow, scheduled])
    await click("Select all jobs", "checkbox")
    await says("2 selected")
    assert.include(await text(".filters"), "Delete 2 jobs")
    await call(`/v1/schedules/${schedule.id}`, { method: "DELETE" })
    assert.deepStrictEqual(faults, [])
  })
})

describe("the pictures of a crawl", () => {
  it("are a grid, in which each opens its page", async () => {
    const id = await ended("/v1/batch", {
      urls: [`${site.url}/hours`, `${site.url}/fees`],
      pictures: { width: 400, height: 300 }
    })
    const { click, faults, page, text } = await inBrowser.signedIn(`jobs/${id}`)
    await page.waitForSelector("table.data")
    await click("Pictures", "tab")
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>(".picture-grid img")].filter(({ naturalWidth }) =>
        naturalWidth === 400
      )
        .length === 2
    )
    assert.include(await text(".picture-grid"), "Opening hours")
    await click("Fees /fees")
    await page.waitForSelector("dialog[open] .thumbnail img")
    await page.keyboard.press("Escape")
    assert.deepStrictEqual(faults, [])
  })
})

describe("the steps of a scrape", () => {
  it("are rows of the form, whose pictures are shown", async () => {
    const { click, faults, page, says } = await inBrowser.signedIn("scrape")
    await page.locator("input[name=url]").fill(`${site.url}/fees`)
    await page.locator("details.more summary").click()
    for (let steps = 0; steps < 3; steps++) await click("Add a step")
    await page.select("select[aria-label='Kind of step 1']", "wait_ms")
    await page.locator("input[aria-label='Milliseconds of step 1']").fill("10")
    await page.select("select[aria-label='Kind of step 2']", "hover")
    await page.locator("input[aria-label='Element of step 2']").fill("h1")
    await page.select("select[aria-label='Kind of step 3']", "screenshot")
    await click("Move step 3 up")
    await page.waitForFunction(() =>
      document.querySelector<HTMLSelectElement>("select[aria-label='Kind of step 2']")?.value === "screenshot"
    )
    await click("Scrape")
    await page.waitForSelector(".document")
    await page.click("[data-tab=pictures-of-steps]")
    await says("After step 2")
    await page.waitForFunction(() =>
      (document.querySelector<HTMLImageElement>(".step-pictures img")?.naturalWidth ?? 0) > 0
    )
    assert.deepStrictEqual(faults, [])
  })
})
