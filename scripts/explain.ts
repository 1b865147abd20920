import { Effect } from "effect"
import * as fs from "node:fs"
import * as zlib from "node:zlib"
import type { PageInput } from "../src/extract/Page.ts"
import { htmlParser } from "../src/extract/parsers/html.ts"
import { explainPage } from "./explain/explain-page.ts"

/**
 * Why a page's content is what it is: `node scripts/explain.ts PAGE [URL] > explained.html`. The page's blocks in their order,
 * coloured by score, each with whether it was kept, where it stands and what the model went by; one file without scripts. PAGE is a
 * saved page and may end in .gz.
 */
const [file, url = "https://page.example/"] = process.argv.slice(2)

const inputOf = (body: Uint8Array): PageInput => ({
  url,
  finalUrl: url,
  status: 200,
  headers: {},
  mediaType: "text/html",
  charset: undefined,
  body,
  fetchedAt: Date.now(),
  fetchElapsed: 0,
  redirects: [],
  retries: 0,
  cacheHit: false,
  rendered: false,
  warnings: [],
  depth: 0,
  includeHtml: false
})

if (file === undefined) {
  console.error("usage: node scripts/explain.ts PAGE [URL] > explained.html")
  process.exitCode = 2
} else {
  const bytes = fs.readFileSync(file)
  const body = file.endsWith(".gz") ? zlib.gunzipSync(bytes) : bytes
  process.stdout.write(explainPage(Effect.runSync(htmlParser.parse(inputOf(body)))))
}
