import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import type { Document } from "../../../src/core/domain/document/Document.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { withTrace } from "../../../src/extract/works/with-trace.ts"
import { offlineInput, offlineProvenance, offlineUrls } from "../../../src/page/page-input.ts"
import { launchBrowser } from "../../support/launch-browser.ts"
import { latexPapers } from "../support/papers/latex-papers.ts"
import type { Check, Paper } from "../support/papers/Paper.ts"
import { printedPages } from "../support/papers/printed-pages.ts"

/**
 * Reads PDF pages that are made here, and counts which facts about them hold in the markdown: `npm run bench -- papers
 * [--keep FOLDER]`. In the manner of olmOCR-bench: texts that are there, running heads that are not, the order of
 * columns, cells beside and below others, formulas. Pages in LaTeX need `pdflatex` (Debian: texlive-latex-recommended,
 * texlive-fonts-recommended) and are left out without it. `--keep` stores the PDF files and the markdown.
 */
const { values } = parseArgs({ options: { keep: { type: "string" } } })
const folder = values.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), "papers-"))
fs.mkdirSync(folder, { recursive: true })

const fileOf = ({ name }: Paper): string => path.join(folder, name.replaceAll(" ", "-"))

const madeByLatex = (paper: Paper, latex: string): Uint8Array => {
  const file = fileOf(paper)
  if (!fs.existsSync(`${file}.pdf`)) {
    fs.writeFileSync(`${file}.tex`, latex)
    const flags = ["-interaction=batchmode", "-no-shell-escape", `-output-directory=${folder}`, `${file}.tex`]
    execFileSync("pdflatex", flags, { stdio: "ignore", timeout: 60_000 })
  }
  return fs.readFileSync(`${file}.pdf`)
}

const printed = async (paper: Paper, html: string): Promise<Uint8Array> => {
  const file = fileOf(paper)
  if (!fs.existsSync(`${file}.pdf`)) {
    const browser = await launchBrowser()
    const tab = await browser.newPage()
    await tab.setContent(html)
    fs.writeFileSync(`${file}.pdf`, await tab.pdf({ preferCSSPageSize: true, printBackground: true }))
    await browser.close()
  }
  return fs.readFileSync(`${file}.pdf`)
}

const hasLatex = (() => {
  try {
    execFileSync("pdflatex", ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

const plain = (text: string): string =>
  text.replace(/\\(?=[^\p{L}\d])/gu, "").replace(/[*]{1,2}|<\/?su[bp]>/g, "").replace(/\s+/g, " ")

/** Only the signs, without those that mark places: `x_{i+1}` and `xi+1` are one formula. */
const signs = (text: string): string =>
  plain(text).normalize("NFKC").replace(/[\s{}_^$()[\]|]|\\?frac|\\?left|\\?right/g, "").replaceAll("-", "−")

const tablesIn = (markdown: string): ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>> =>
  markdown.split(/\n(?!\|)/).map((block) =>
    block.split("\n").filter((line) => line.startsWith("|") && !/^\|(?: ?:?-+:? ?\|)+$/.test(line)).map((line) =>
      line.slice(1, -1).split("|").map((cell) => plain(cell).trim())
    )
  ).filter((rows) => rows.length > 0)

const holds = (check: Check, markdown: string): boolean => {
  const text = plain(markdown)
  switch (check.kind) {
    case "present":
      return text.includes(plain(check.text))
    case "absent":
      return !text.includes(plain(check.text))
    case "formula":
      return signs(markdown).includes(signs(check.text))
    case "order": {
      const at = text.indexOf(check.first)
      return at >= 0 && text.indexOf(check.second) > at && text.lastIndexOf(check.second) > at
    }
    case "cell":
      return tablesIn(markdown).some((rows) =>
        rows.some((row, y) =>
          row.some((cell, x) =>
            cell === check.text && row[x - 1] === check.left &&
            rows.slice(0, y).some((upper) => upper[x] === check.above)
          )
        )
      )
  }
}

const read = Effect.gen(function*() {
  const extractor = yield* Extractor
  const counts = new Map<string, { held: number; all: number }>()
  for (const paper of [...(hasLatex ? latexPapers : []), ...printedPages]) {
    const { source } = paper
    const body = yield* Effect.promise(async () =>
      "latex" in source ? madeByLatex(paper, source.latex) : await printed(paper, source.html)
    )
    const input = offlineInput({
      ...offlineUrls(""),
      mediaType: "application/pdf",
      charset: undefined,
      body: new Uint8Array(body),
      fetchedAt: 0
    })
    const { markdown }: Document = JSON.parse(
      new TextDecoder().decode(withTrace(yield* extractor.extract(input), offlineProvenance))
    )
    fs.writeFileSync(`${fileOf(paper)}.md`, markdown)
    for (const [name, checks] of Object.entries(paper.checks)) {
      const count = counts.get(name) ?? { held: 0, all: 0 }
      for (const check of checks) {
        const isHeld = holds(check, markdown)
        count.all++
        if (isHeld) count.held++
        else console.log(`${paper.name}: ${name}: ${JSON.stringify(check)}`)
      }
      counts.set(name, count)
    }
  }
  let [held, all] = [0, 0]
  for (const [name, count] of counts) {
    console.log(`${name.padEnd(16)} ${count.held} of ${count.all}`)
    held += count.held
    all += count.all
  }
  console.log(`${"all".padEnd(16)} ${held} of ${all}`)
})
await Effect.runPromise(read.pipe(Effect.provide(Extractor.layerInline)))
if (values.keep === undefined) fs.rmSync(folder, { recursive: true })
