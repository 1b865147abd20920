import { afterAll, assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { consoleOverSite } from "../../support/entries/console-over-site.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-console-profiles-"))
const keyFile = path.join(folder, "key")
fs.writeFileSync(keyFile, randomBytes(32).toString("base64"))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const inBrowser = consoleOverSite({ secretsKeyFile: Option.some(keyFile) })

describe("the profiles in the console", () => {
  it("are listed without their values, chosen by name in a form, and deleted", async () => {
    const { click, faults, go, page, says } = await inBrowser.signedIn("profiles")
    await says("PUT /v1/profiles/NAME")
    const secret = `value-${randomBytes(8).toString("hex")}`
    // More than the API lists in one answer.
    const others = Array.from({ length: 20 }, (_, number) => `other-${number}`)
    for (const name of ["intranet", ...others, "shop"]) {
      const made = await inBrowser.service.call(`/v1/profiles/${name}`, {
        method: "PUT",
        json: { origins: [`https://${name}.example`], cookies: { session: secret }, headers: { "x-team": secret } }
      })
      assert.strictEqual(made.status, 200)
    }
    const received: Array<string> = []
    page.on("response", (response) => void response.text().then((text) => received.push(text), () => undefined))
    await go("scrape")
    await page.locator("details.more summary").click()
    const found = await page.waitForFunction(() =>
      [...document.querySelectorAll("select")].find((list) => [...list.options].some(({ value }) => value === "shop"))
        ?.id
    )
    const id = await found.jsonValue()
    await page.select(`[id="${id}"]`, "shop")
    await page.locator("input[name=url]").fill("https://other.example/")
    const sent = page.waitForRequest((request) => request.url().endsWith("/v1/scrape"))
    await click("Scrape")
    assert.deepInclude(JSON.parse((await sent).postData() ?? ""), { profile: "shop" })
    // The list of a form cannot be read.
    await page.setRequestInterception(true)
    page.on("request", (request) =>
      void (request.url().endsWith("/v1/profiles")
        ? request.respond({
          status: 503,
          contentType: "application/problem+json",
          body: JSON.stringify({ title: "The store is unavailable", status: 503, code: "x", detail: "Try it later." })
        })
        : request.continue()))
    await go("batch")
    await page.locator("details.more summary").click()
    await says("Try it later.")
    page.removeAllListeners("request")
    await page.setRequestInterception(false)
    faults.length = 0
    await go("profiles")
    await says("cookie session, field x-team")
    await click("Delete intranet")
    await page.waitForSelector("dialog[open]")
    await page.click("dialog[open] button.danger")
    await page.waitForFunction(() => document.querySelectorAll("table.data tbody tr").length === 21)
    const left = (await (await inBrowser.service.call("/v1/profiles")).json()) as { readonly total: number }
    assert.strictEqual(left.total, 21)
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
    for (const text of [await page.content(), kept, ...received]) assert.notInclude(text, secret)
    assert.isAbove(received.length, 1)
    assert.deepStrictEqual(faults, [])
  })
})
