import { assert, it } from "@effect/vitest"
import { rightsInWords } from "../../../src/contract/client/rights-in-words.ts"

it("says each statement about the use of a page in a few words", () => {
  assert.deepStrictEqual(
    rightsInWords({
      uses: { search: "yes", "ai-train": "no" },
      content_use: "reference",
      directives: ["noindex"],
      tdm: { reserved: true, policy: "https://example.com/policy.json" },
      licenses: [{ url: "https://example.com/license.xml", from: "robots.txt" }],
      price: { amount: "0.01", currency: "USD", scheme: "crawler-price" },
      sources: [{ from: "robots.txt" }]
    }),
    [
      "search: yes",
      "ai-train: no",
      "content_use: reference",
      "noindex",
      "text and data mining reserved",
      "license: https://example.com/license.xml",
      "price: 0.01 USD (crawler-price)"
    ]
  )
  assert.deepStrictEqual(rightsInWords({ price: { scheme: "payment" }, sources: [] }), ["price: (payment)"])
})
