import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { type Found, mazeCases, reasons } from "../../../scripts/bench/support/sites/maze-cases.ts"
import { startMaze } from "../../../scripts/bench/support/sites/maze-site.ts"
import { commandOver } from "../../support/entries/command-over.ts"
import { loopback } from "../../support/entries/command-process.ts"
import { browserVariable, skipReason } from "../../web/render/support/browser.ts"

const pathsOf = (...kinds: ReadonlyArray<Found>) =>
  mazeCases.filter(({ found }) => kinds.includes(found)).map(({ path }) => path).toSorted()

/** The URLs that a crawl of the maze requests, of 91. */
const foundBy = async (environment: Readonly<Record<string, string | undefined>>, ...args: ReadonlyArray<string>) => {
  const site = await startMaze()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-maze-"))
  try {
    const output = args.length > 0 ? [...args, folder] : ["--out", path.join(folder, "pages.jsonl")]
    const command = ["crawl", site.url, "--max-pages=400", "--sitemaps", ...output]
    const { code, line } = await commandOver(command, { ...loopback, ...environment } as Record<string, string>)
    assert.deepStrictEqual([code, line], [0, ""])
    return site.found().map(({ path }) => path).toSorted()
  } finally {
    await site.close()
    fs.rmSync(folder, { recursive: true })
  }
}

describe("Security Crawl Maze", () => {
  it("has 91 URLs, and a reason for each that is out of scope", () => {
    assert.strictEqual(new Set(mazeCases.map(({ path }) => path)).size, 91)
    const scoped = pathsOf("link", "script", "asset").length
    assert.strictEqual(scoped, 33)
    assert.lengthOf(mazeCases.filter(({ found }) => found in reasons), 91 - scoped)
  })

  it("leads a crawl without a browser to all links", async () => {
    assert.deepStrictEqual(await foundBy({}), pathsOf("link"))
  })

  it.skipIf(skipReason !== "")(`leads a crawl to links that scripts make${skipReason}`, { tags: "long" }, async () => {
    // The browser loads the scripts of a page that it renders.
    const scripts = ["html/body/script/src.found"]
    assert.deepStrictEqual(
      await foundBy({ ...browserVariable }),
      [...pathsOf("link", "script"), ...scripts].toSorted()
    )
  })

  it.skipIf(skipReason !== "")(`leads a mirror to all that pages show${skipReason}`, { tags: "long" }, async () => {
    assert.deepStrictEqual(await foundBy({ ...browserVariable }, "--mirror"), pathsOf("link", "script", "asset"))
  })
})
