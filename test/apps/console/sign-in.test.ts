import { assert, describe, it, vi } from "@effect/vitest"
import { Redacted } from "effect"
import { consoleOverSite, signIn } from "../../support/entries/console-over-site.ts"
import { keys, serviceOver } from "../../support/entries/service-process.ts"

const inBrowser = consoleOverSite()

describe("signing in to the console", () => {
  it("refuses an invalid key, accepts a valid one, and lasts over a reload until the user signs out", async () => {
    const { click, context, faults, page, says, text } = await inBrowser.open()
    const field = await page.waitForSelector("input[name=key]")
    await field?.type("no-such-key-0123456789abcdef")
    await field?.press("Enter")
    await says("The service does not know this key")
    await signIn(page)
    assert.strictEqual(await text(".who .name"), "first")
    assert.deepStrictEqual(
      (await context.cookies()).map(({ httpOnly, name, path, sameSite }) => ({ httpOnly, name, path, sameSite })),
      [{ httpOnly: true, name: "gleaner_session", path: "/v1", sameSite: "Strict" }]
    )
    await page.reload()
    await page.waitForSelector(".top")
    await click("Sign out")
    await page.waitForSelector("input[name=key]")
    await vi.waitUntil(async () => (await context.cookies()).length === 0)
    await page.reload()
    await page.waitForSelector("input[name=key]")
    assert.deepStrictEqual(faults, [])
    await context.close()
  })

  it("asks again when the key changes while the console is open, and keeps what is open", async () => {
    const before = await serviceOver()
    const { context, go, page, says } = await inBrowser.open(before.url)
    await signIn(page)
    await go("crawl")
    await page.locator("input[name=url]").fill("https://example.com/")
    await before.stop()
    const after = await serviceOver({
      port: Number(new URL(before.url).port),
      apiKeys: [{ name: "second", secret: Redacted.make(keys.second) }]
    })
    await go("service")
    await says("Your session is over")
    await signIn(page, keys.second)
    await says("Capabilities, current use and limits")
    await go("crawl")
    assert.strictEqual(
      await page.$eval("input[name=url]", (input) => (input as HTMLInputElement).value),
      "https://example.com/"
    )
    await after.stop()
    await context.close()
  })
})
