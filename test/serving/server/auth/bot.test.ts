import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { type RunningService, serviceOver } from "../../../support/entries/service-process.ts"

let open: RunningService
let plain: RunningService
beforeAll(async () => {
  open = await serviceOver({
    browser: Option.some("off"),
    userAgent: "acme-reader/1.0 (<b>)",
    contact: Option.some("bots@acme.example"),
    addressRanges: ["192.0.2.0/28", "2001:db8::/48"]
  })
  plain = await serviceOver()
})
afterAll(async () => {
  await open.stop()
  await plain.stop()
})

describe("GET /bot", () => {
  it("says to owners of sites who runs the crawler and how to block it, without a key", async () => {
    const response = await fetch(`${open.url}/bot`)
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "text/html; charset=utf-8")
    assert.include(response.headers.get("content-security-policy") ?? "", "default-src 'none'")
    const page = await response.text()
    assert.include(page, "<a href=\"mailto:bots@acme.example\">")
    assert.include(page, "User-agent: acme-reader\nDisallow: /")
    assert.include(page, "User-agent: acme-reader\nCrawl-delay: 10")
    assert.include(page, "<code>2001:db8::/48</code>")
    assert.include(page, "Pages are not opened in a browser.")
    assert.notInclude(page, "<b>")
  })

  it("publishes the address ranges that the operator gives", async () => {
    const response = await fetch(`${open.url}/bot/ranges.json`)
    assert.strictEqual(response.headers.get("content-type"), "application/json")
    const { creationTime, prefixes } = await response.json() as {
      readonly creationTime: string
      readonly prefixes: unknown
    }
    assert.isFalse(Number.isNaN(Date.parse(creationTime)))
    assert.deepStrictEqual(prefixes, [{ ipv4Prefix: "192.0.2.0/28" }, { ipv6Prefix: "2001:db8::/48" }])
  })

  it("has no ranges without the setting, and says so", async () => {
    assert.strictEqual((await fetch(`${plain.url}/bot/ranges.json`)).status, 404)
    const page = await (await fetch(`${plain.url}/bot`)).text()
    assert.include(page, "The operator publishes none.")
    assert.include(page, "an operator who gives no contact")
    assert.strictEqual((await fetch(`${plain.url}/bot`, { method: "POST" })).status, 405)
  })
})
