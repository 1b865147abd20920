import { assert, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { blocksUnder } from "../support/handbook.ts"

it("the example of one call extracts its page", async () => {
  const [example = assert.fail("no example")] = blocksUnder("The library", "ts")
  const root = path.join(import.meta.dirname, "../..")
  const folder = fs.mkdtempSync(path.join(root, "node_modules/.cache/example-"))
  const file = path.join(folder, "example.ts")
  const library = JSON.stringify(path.join(root, "src/index.ts"))
  fs.writeFileSync(file, `${example.replace("\"gleaner\"", library)}\nexport default document`)
  const { default: document } = await import(pathToFileURL(file).href) as { readonly default: { markdown: string } }
  fs.rmSync(folder, { recursive: true })
  assert.include(document.markdown, "twice a day")
})
