import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as zlib from "node:zlib"
import type { PageInput } from "../../src/extract/Page.ts"
import { pageInput } from "./page-input.ts"

/** The public sets of real pages with their truth, in a folder beside the checkout. */
const folder = path.join(import.meta.dirname, "../../../shared/extraction")

/** Pages of seven types; news articles; articles in twenty languages; Chinese articles. */
export const setNames = ["general", "news", "multilingual", "chinese"] as const
/** Forum threads and articles, which are only measured: no model learns from them. */
export const heldOut = "threads-and-articles"
export type SetName = (typeof setNames)[number] | typeof heldOut

const folderOf = (set: SetName): string => set === "general" ? folder : path.join(folder, set)

export interface RealPage {
  readonly set: SetName
  readonly id: string
  readonly url: string
  readonly page_type: string
  readonly language?: string
  /** Only where the page declares another charset than its bytes have. */
  readonly content_type?: string
  readonly title: string | null
  readonly author: string | null
  readonly publish_date: string | null
  /** null where there are snippets alone. */
  readonly main_content: string | null
  /** Snippets of the content, and of what is none. */
  readonly with: ReadonlyArray<string>
  readonly without: ReadonlyArray<string>
}

/** Output of an extractor for a page. */
export interface Extracted {
  readonly id: string
  readonly text: string
  readonly title?: string
  readonly author?: string
  readonly date?: string
}

const truthFile = (set: SetName): string => path.join(folderOf(set), "truth.jsonl.gz")

const truthLines = (set: SetName): ReadonlyArray<string> =>
  zlib.gunzipSync(fs.readFileSync(truthFile(set))).toString().trim().split("\n")

export const realPages = (set: SetName = "general"): ReadonlyArray<RealPage> =>
  truthLines(set).map((line) => ({ ...(JSON.parse(line) as RealPage), set }))

export const bodyOf = ({ id, set }: RealPage): Uint8Array =>
  zlib.gunzipSync(fs.readFileSync(path.join(folderOf(set), "html", `${id}.html.gz`)))

/** A few pages of the set have lost their address. */
export const addressOf = ({ id, url }: RealPage): string => URL.canParse(url) ? url : `https://page-${id}.example/`

export const inputOf = (page: RealPage): PageInput => ({
  ...pageInput(bodyOf(page), addressOf(page)),
  url: page.url,
  charset: /charset=([\w-]+)/.exec(page.content_type ?? "")?.[1]
})

/** Prints the table of the general set's own scorer over the pages given, and no others. */
export const score = (rows: ReadonlyArray<Extracted>, options: ReadonlyArray<string> = []): void => {
  process.stdout.write(scored("general", rows, ["--by-type", ...options]))
}

export type Figures = Readonly<Record<string, number>>

/** The figures of a set's own scorer, of all pages given and by their type. */
export const figuresOf = (set: SetName, rows: ReadonlyArray<Extracted>): Readonly<Record<string, Figures>> =>
  JSON.parse(scored(set, rows, ["--by-type", "--json"])) as Readonly<Record<string, Figures>>

const scored = (set: SetName, rows: ReadonlyArray<Extracted>, options: ReadonlyArray<string>): string => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-score-"))
  const ids = new Set(rows.map(({ id }) => id))
  const truth = truthLines(set).filter((line) => ids.has((JSON.parse(line) as RealPage).id))
  fs.writeFileSync(path.join(scratch, "truth.jsonl"), truth.join("\n"))
  fs.writeFileSync(path.join(scratch, "out.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"))
  const files = [path.join(scratch, "out.jsonl"), "--truth", path.join(scratch, "truth.jsonl")]
  const table = execFileSync(process.execPath, [path.join(folder, "score.mjs"), ...files, ...options])
  fs.rmSync(scratch, { recursive: true })
  return table.toString()
}
