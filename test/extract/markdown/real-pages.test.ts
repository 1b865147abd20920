import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { gunzipSync } from "node:zlib"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { buildContent } from "../../../src/extract/markdown/tree/build-content.ts"
import { renderedWords, spokenMarkdown, words } from "./markdown-text.ts"
import { pageOf, selectionOf } from "./page-of.ts"

const folder = path.join(import.meta.dirname, "../../../../shared/extraction/html")
const files = fs.existsSync(folder) ? fs.readdirSync(folder).sort().filter((_, index) => index % 150 === 7) : []

describe("whole real pages", () => {
  it.skipIf(files.length === 0)("read back to their text (skipped where ../shared/extraction is absent)", () => {
    for (const file of files) {
      const page = pageOf(gunzipSync(fs.readFileSync(path.join(folder, file))).toString("utf8"))
      const selection = selectionOf(page.html.body)
      const { text } = renderContent(page, selection)
      const tree = buildContent(page, selection)
      assert.deepStrictEqual(renderedWords(spokenMarkdown(tree), tree.hasMath), words(text), file)
    }
  })
})
