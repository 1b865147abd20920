import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { askedPrice } from "../../../src/web/rights/price.ts"
import { crawlOver } from "../../support/entries/crawl-over.ts"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"

/** The example of the x402 specification, transports-v2/http.md. */
const x402Field =
  "eyJ4NDAyVmVyc2lvbiI6MiwiZXJyb3IiOiJQQVlNRU5ULVNJR05BVFVSRSBoZWFkZXIgaXMgcmVxdWlyZWQiLCJyZXNvdXJjZSI6eyJ1cmwiOiJodHRwczovL2FwaS5leGFtcGxlLmNvbS9wcmVtaXVtLWRhdGEiLCJkZXNjcmlwdGlvbiI6IkFjY2VzcyB0byBwcmVtaXVtIG1hcmtldCBkYXRhIiwibWltZVR5cGUiOiJhcHBsaWNhdGlvbi9qc29uIn0sImFjY2VwdHMiOlt7InNjaGVtZSI6ImV4YWN0IiwibmV0d29yayI6ImVpcDE1NTo4NDUzMiIsImFtb3VudCI6IjEwMDAwIiwiYXNzZXQiOiIweDAzNkNiRDUzODQyYzU0MjY2MzRlNzkyOTU0MWVDMjMxOGYzZENGN2UiLCJwYXlUbyI6IjB4MjA5NjkzQmM2YWZjMEM1MzI4YkEzNkZhRjAzQzUxNEVGMzEyMjg3QyIsIm1heFRpbWVvdXRTZWNvbmRzIjo2MCwiZXh0cmEiOnsibmFtZSI6IlVTREMiLCJ2ZXJzaW9uIjoiMiJ9fV19"
const usdc = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"

/** The example of transports-v1/http.md, shortened. */
const x402Body = JSON.stringify({
  x402Version: 1,
  error: "Payment required to access this resource",
  accepts: [{ scheme: "exact", network: "base-sepolia", maxAmountRequired: "10000", asset: usdc }]
})

describe("the price of a page", () => {
  const cases: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string, unknown]> = [
    ["Cloudflare, pay per crawl", { "crawler-price": "USD 0.01" }, "", {
      amount: "0.01",
      currency: "USD",
      scheme: "crawler-price"
    }],
    ["x402, version 2", { "payment-required": x402Field }, "{}", { amount: "10000", currency: usdc, scheme: "x402" }],
    ["x402, version 1", {}, x402Body, { amount: "10000", currency: usdc, scheme: "x402" }],
    [
      "draft-payment-errors-00 of the scheme Payment",
      {
        "www-authenticate":
          `Payment id="nR5tYuIoP8qWe", realm="api.example.com", method="example", intent="charge", request="eyJhbW91bnQiOiIxMDAwIiwiY3VycmVuY3kiOiJ1c2QifQ"`
      },
      "",
      { amount: "1000", currency: "usd", scheme: "payment" }
    ],
    [
      "RSL 1.0, Crawler Authorization Protocol",
      {
        "www-authenticate": `License error="invalid_request", error_description="Access needs a license"`,
        link: "<https://example.com/license.xml>; rel=\"license\"; type=\"application/rsl+xml\""
      },
      "",
      { scheme: "rsl" }
    ],
    ["RSL beside another challenge", { "www-authenticate": "Bearer realm=\"a, b\", License" }, "", { scheme: "rsl" }],
    ["another challenge", { "www-authenticate": "L402 macaroon=\"AGIAJEem\", invoice=\"lnbc1\"" }, "", {
      scheme: "l402"
    }],
    ["nothing", {}, "<h1>Payment required</h1>", undefined],
    ["a price without a currency", { "crawler-price": "0.01" }, "", undefined],
    ["JSON that is cut off", { "payment-required": "eyJ4NDAy" }, "{\"x402Version\":", undefined],
    ["JSON of another protocol", {}, "{\"accepts\":[{\"amount\":\"1\"}]}", undefined],
    ["x402 without a payment", {}, "{\"x402Version\":1,\"accepts\":[null,{\"asset\":{}}]}", { scheme: "x402" }]
  ]
  for (const [name, headers, body, price] of cases) {
    it(name, () => assert.deepStrictEqual(askedPrice(headers, body), price))
  }
})

describe("a page with status 402", () => {
  const site = "https://example.com"
  const paid = { status: 402, headers: { "content-type": "application/json" }, body: x402Body }

  it.effect("is an error with the price, and is requested once, without a payment", () => {
    const web = fakeWeb({ [`${site}/paid`]: paid })
    return Effect.gen(function*() {
      const error = yield* whileTimePasses(Effect.flip(fetchPage(`${site}/paid`)))
      assert.strictEqual(error.code, "payment_required")
      assert.deepStrictEqual(error.price, { amount: "10000", currency: usdc, scheme: "x402" })
      assert.include(error.detail, `10000 ${usdc} (x402)`)
      assert.strictEqual(web.count(`${site}/paid`), 1)
      const sent = web.log.flatMap(({ headers }) => Object.keys(headers))
      assert.deepStrictEqual(sent.filter((name) => /pay|price|authorization/.test(name)), [])
    }).pipe(Effect.provide(fetchOver(web)))
  })

  it.effect("fails in the ledger of a crawl, which goes on", () =>
    Effect.gen(function*() {
      const links = "<p>Start</p><a href=/paid>paid</a><a href=/on>on</a>"
      const { job, rows } = yield* whileTimePasses(
        crawlOver(`${site}/`, { [`${site}/`]: links, [`${site}/paid`]: paid, [`${site}/on`]: "<p>More" })
      )
      assert.deepStrictEqual(
        rows.map(({ code, outcome, status, url }) => [new URL(url).pathname, outcome, code, status]),
        [["/", "stored", "", 200], ["/paid", "failed", "payment_required", 402], ["/on", "stored", "", 200]]
      )
      assert.deepStrictEqual(rows[1]?.rights, {
        price: { amount: "10000", currency: usdc, scheme: "x402" },
        sources: [{ from: "x402" }]
      })
      assert.deepInclude(job.stats, { crawled: 3, stored: 2, failed: 1 })
    }))
})
