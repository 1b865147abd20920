import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { contentHash, contentVersion, isSameContent } from "../../../src/extract/fingerprint/content-hash.ts"
import { extract } from "../../../src/page/extract-page.ts"

const cases = path.join(import.meta.dirname, "../cases")

/** A digest of what this version makes of the test pages. Raise `contentVersion` with each change of it. */
const expected = { version: 4, digest: "1af4c6b71c6af632" }

describe("the hash of a page's content", () => {
  it("has the version of the extractor that gives this content", async () => {
    const digest = createHash("sha256")
    for (const name of fs.readdirSync(cases).toSorted()) {
      const file = path.join(cases, name, "source.html")
      if (!fs.existsSync(file)) continue
      const page = await extract(fs.readFileSync(file), {
        url: `https://example.com/${name}`,
        contentType: "text/html"
      })
      digest.update(contentHash(page.title, page.markdown, page.records))
    }
    assert.deepStrictEqual({ version: contentVersion, digest: digest.digest("hex").slice(0, 16) }, expected)
  })

  it("says nothing about the hash of another version", () => {
    assert.isTrue(isSameContent("1-a", "1-a"))
    assert.isFalse(isSameContent("1-a", "1-b"))
    assert.isUndefined(isSameContent("1-a", "2-a"))
  })

  it("has the targets of links and no titles, in time linear to the markdown", () => {
    const hash = (markdown: string) => contentHash("", markdown, [])
    const titled = String.raw`[a](https://a.test/ "3 hits") ![b](/b.png "\"c\" )")`
    assert.strictEqual(hash(titled), hash("[a](https://a.test/) ![b](/b.png)"))
    assert.notStrictEqual(hash("[a](https://a.test/)"), hash("[a](https://b.test/)"))
    assert.notStrictEqual(hash("[a](https://a.test/) \"b\""), hash("[a](https://a.test/)"))
    for (const part of ["](a \"", "](", "](a \"\\", "](a \"b\" "]) hash(part.repeat(200_000))
  })
})
