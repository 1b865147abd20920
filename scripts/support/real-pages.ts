import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as zlib from "node:zlib"
import type { PageInput } from "../../src/extract/Page.ts"
import { pageInput } from "./page-input.ts"

/** The public set of real pages with their truth; it lies beside the checkout and is no part of it. */
const folder = path.join(import.meta.dirname, "../../../shared/extraction")

export interface RealPage {
  readonly id: string
  readonly url: string
  readonly page_type: string
  readonly title: string | null
  readonly author: string | null
  readonly publish_date: string | null
  readonly main_content: string
}

/** What an extractor made of a page. */
export interface Extracted {
  readonly id: string
  readonly text: string
  readonly title?: string
  readonly author?: string
  readonly date?: string
}

const truthLines = (): ReadonlyArray<string> =>
  zlib.gunzipSync(fs.readFileSync(path.join(folder, "truth.jsonl.gz"))).toString().trim().split("\n")

export const realPages = (): ReadonlyArray<RealPage> => truthLines().map((line) => JSON.parse(line) as RealPage)

export const bodyOf = ({ id }: RealPage): Uint8Array =>
  zlib.gunzipSync(fs.readFileSync(path.join(folder, "html", `${id}.html.gz`)))

/** A few pages of the set have lost their address. */
export const addressOf = ({ id, url }: RealPage): string => URL.canParse(url) ? url : `https://page-${id}.example/`

export const inputOf = (page: RealPage): PageInput => ({
  ...pageInput(bodyOf(page), addressOf(page)),
  url: page.url
})

/** Prints the table of the set's own scorer over the pages given, and no others. */
export const score = (rows: ReadonlyArray<Extracted>, options: ReadonlyArray<string> = []): void => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-score-"))
  const ids = new Set(rows.map(({ id }) => id))
  const truth = truthLines().filter((line) => ids.has((JSON.parse(line) as RealPage).id))
  fs.writeFileSync(path.join(scratch, "truth.jsonl"), truth.join("\n"))
  fs.writeFileSync(path.join(scratch, "out.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"))
  const files = [path.join(scratch, "out.jsonl"), "--truth", path.join(scratch, "truth.jsonl")]
  execFileSync(process.execPath, [path.join(folder, "score.mjs"), ...files, "--by-type", ...options], {
    stdio: "inherit"
  })
  fs.rmSync(scratch, { recursive: true })
}
