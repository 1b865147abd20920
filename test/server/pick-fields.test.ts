import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { pickFields } from "../../src/server/pick-fields.ts"

const picked = (document: object, fields: ReadonlyArray<string>) =>
  new TextDecoder().decode(pickFields(new TextEncoder().encode(JSON.stringify(document)), fields as never))

describe("fields of a stored document", () => {
  it("are cut out of its bytes as they are", () => {
    const document = {
      url: "a\\\"b",
      status: 200,
      links: [{ text: "}]\",{" }],
      metadata: { a: [] },
      text: "",
      html: "x\\"
    }
    assert.strictEqual(picked(document, ["status"]), "{\"status\":200}")
    assert.strictEqual(picked(document, ["html", "url"]), JSON.stringify({ url: document.url, html: document.html }))
    assert.strictEqual(picked(document, ["title"]), "{}")
    assert.strictEqual(picked({}, ["title"]), "{}")
  })

  it("are those that parsing it would find, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("url", "title", "text", "links", "records", "trace"), fc.jsonValue()),
        fc.subarray(["url", "title", "text", "links", "records", "trace"]),
        (document, fields) => {
          const expected = Object.fromEntries(Object.entries(document).filter(([name]) => fields.includes(name)))
          assert.strictEqual(picked(document, fields), JSON.stringify(expected))
        }
      )
    )
  })
})
