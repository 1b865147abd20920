import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { ElementHandle } from "puppeteer-core"
import { consoleOverSite, type ConsolePage } from "../../support/entries/console-over-site.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"

const inBrowser = consoleOverSite()

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.close())

/** The input with this label within an example, or in the whole form. */
const field = async ({ page }: ConsolePage, label: string, within = "#content"): Promise<ElementHandle> => {
  const found = await page.waitForSelector(`${within} ::-p-aria([name="${label}"])`)
  return found ?? assert.fail(label)
}

const valueIn = async (opened: ConsolePage, label: string, example: number): Promise<string> => {
  const input = await field(opened, label, `[aria-label="Example ${example}"]`)
  return input.evaluate((element) => (element as unknown as HTMLInputElement).value)
}

const loadExample = async (opened: ConsolePage, path: string, number: number) => {
  await (await field(opened, "URL of an example page")).type(`${site.url}${path}`)
  await opened.click("Load the page")
  await opened.page.waitForSelector(`[aria-label="Example ${number}"] .lines`)
}

/** Chooses the only line with this text, by the keyboard. */
const chooseLine = async (opened: ConsolePage, example: number, text: string) => {
  const { page } = opened
  await (await field(opened, "Find on the page", `[aria-label="Example ${example}"]`)).type(text)
  await page.waitForFunction(
    (selector, wanted) => {
      const lines = [...document.querySelectorAll(selector)]
      return lines.length > 0 && lines.every((line) => line.textContent?.includes(wanted))
    },
    {},
    `[aria-label="Example ${example}"] .lines li`,
    text
  )
  await page.focus(`[aria-label="Example ${example}"] .lines`)
  await page.keyboard.press("Enter")
}

describe("wrappers in the console", () => {
  it("are learnt from values that are chosen on pages, reported, checked and deleted", async () => {
    const opened = await inBrowser.signedIn("wrappers")
    const { click, faults, go, page, says } = opened
    await says("No wrappers")
    await go("wrappers/new")
    await (await field(opened, "Name")).type("Shop")
    await click("Add a field")
    await (await field(opened, "Field 3")).type("text")

    await loadExample(opened, "/shop/brass-barometer", 1)
    // The page declares these.
    assert.strictEqual(await valueIn(opened, "name", 1), "Brass barometer")
    assert.strictEqual(await valueIn(opened, "price", 1), "89")
    await chooseLine(opened, 1, "Reads the pressure")
    assert.match(await valueIn(opened, "text", 1), /^Reads the pressure .* within two days\.$/)
    await loadExample(opened, "/shop/signal-lamp", 2)
    await chooseLine(opened, 2, "A hand lamp")

    // A price is a number, however the page writes it.
    await (await field(opened, "price", "[aria-label='Example 2']")).evaluate((input) => {
      const price = input as unknown as HTMLInputElement
      price.focus()
      price.value = ""
      price.dispatchEvent(new Event("input", { bubbles: true }))
    })
    await page.$eval("[aria-label='Example 2'] input[type=search]", (input) => {
      ;(input as HTMLInputElement).value = "Price"
      input.dispatchEvent(new Event("input", { bubbles: true }))
    })
    await page.waitForFunction(() => document.querySelectorAll("[aria-label='Example 2'] .lines li").length === 1)
    await page.click("[aria-label='Example 2'] .lines li")
    await page.waitForFunction(() =>
      document.querySelector("[aria-label='Example 2'] [role=status]")?.textContent !== ""
    )
    assert.strictEqual(await valueIn(opened, "price", 2), "62.25")

    await (await field(opened, "Further pages")).type(`${site.url}/shop/oilskin-jacket\n${site.url}/shop/rope-metres`)
    await click("Learn the rules")
    await page.waitForSelector(".coverage tbody tr:nth-child(3)")
    assert.strictEqual(await opened.text(".view h1"), "Shop")
    assert.match(await opened.text(".coverage"), /\/price\s+100 %\s+100 %/)
    assert.match(await opened.text(".facts"), /Learnt from\s+2 pages\s+Checked on\s+2 pages/)

    await click("Check", "tab")
    await (await field(opened, "Pages")).type(`${site.url}/shop/chart-of-the-cape\nhttp://10.0.0.1/`)
    await click("Check 2 pages")
    await says("1 page read")
    await says(/http:\/\/10\.0\.0\.1\/: .*address_blocked/)

    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith("/relearn")),
      click("Learn anew")
    ])
    assert.strictEqual(answer.status(), 202)
    await page.waitForSelector(".chip.done")

    await go("wrappers")
    await says("3 fields, learnt from 2 pages, checked on 2")
    await click("Shop", "link")
    await click("Delete Shop")
    await click("Delete")
    await says("No wrappers")
    assert.deepStrictEqual(faults, [])
  })

  it("say what is wrong beside its field, and show the reason why nothing was learnt", async () => {
    const opened = await inBrowser.signedIn("wrappers/new")
    const { click, page, says } = opened
    await page.locator("::-p-aria([name='Field 2'])").fill("name")
    await click("Learn the rules")
    await says("Another field has this name")
    await click("Remove field 2")
    await click("Learn the rules")
    await says("This service has no model")
    await loadExample(opened, "/shop/signal-lamp", 1)
    const name = await field(opened, "name", "[aria-label='Example 1']")
    await name.type(" of another page")
    await click("Learn the rules")
    await says(/is not on its page/)
    await page.waitForSelector(".chip.failed")
    await click("Delete 127.0.0.1:" + new URL(site.url).port)
    await click("Delete")
    await says("No wrappers")
  })
})
