import { Effect } from "effect"
import * as fs from "node:fs"
import * as zlib from "node:zlib"
import { htmlParser } from "../src/extract/parsers/html.ts"
import { explainPage } from "./explain/explain-page.ts"
import { pageInput } from "./support/page-input.ts"

/**
 * Why a page's content is what it is: `node scripts/explain.ts PAGE [URL] > explained.html`. The page's blocks in their order,
 * coloured by score, each with whether it was kept, where it stands and what the model went by; one file without scripts. PAGE is a
 * saved page and may end in .gz.
 */
const [file, url = "https://page.example/"] = process.argv.slice(2)

if (file === undefined) {
  console.error("usage: node scripts/explain.ts PAGE [URL] > explained.html")
  process.exitCode = 2
} else {
  const bytes = fs.readFileSync(file)
  const body = file.endsWith(".gz") ? zlib.gunzipSync(bytes) : bytes
  process.stdout.write(explainPage(Effect.runSync(htmlParser.parse(pageInput(body, url)))))
}
