import { assert, describe, it } from "@effect/vitest"
import { fileTypeFromFile } from "file-type"
import * as fs from "node:fs"
import * as path from "node:path"
import type { Document } from "../../../src/contract/client/index.ts"
import { commandProcess } from "../../support/entries/command-process.ts"
import { siteAndFolder } from "../../support/web/site-and-folder.ts"
import { browserVariable, skipReason } from "../../web/render/support/browser.ts"

const world = siteAndFolder(({ url = "" }, response) => {
  if (url === "/robots.txt") return void response.writeHead(404).end()
  response.writeHead(200, { "content-type": "text/html" })
    .end(`<h1>Page ${url}</h1><p>${`This is the page at ${url}. `.repeat(20)}</p><a href="/a">a</a>`)
})

const gleaner = (...args: ReadonlyArray<string>) => commandProcess(args, { environment: browserVariable }).ended

const linesOf = (out: string) => out.trim().split("\n").map((line) => JSON.parse(line) as Partial<Document>)

describe(`--pictures${skipReason}`, () => {
  it.skipIf(skipReason !== "")("writes a picture of each page, and names its file", async () => {
    const folder = path.join(world.folder, "pictures")
    const options = `{"width":200,"height":100,"format":"png"}`
    const { code, err, out } = await gleaner(
      "crawl",
      `${world.url}/`,
      "--pictures",
      folder,
      "--picture-options",
      options,
      "--fields",
      "url,final_url"
    )
    assert.strictEqual(code, 0, err)
    const documents = linesOf(out)
    assert.strictEqual(documents.length, 2)
    for (const { picture } of documents) {
      assert.isFalse(path.isAbsolute(picture?.url ?? ""))
      assert.deepStrictEqual([picture?.width, picture?.height, picture?.media_type], [200, 100, "image/png"])
      assert.strictEqual((await fileTypeFromFile(picture?.url ?? ""))?.mime, "image/png")
      assert.strictEqual(fs.statSync(picture?.url ?? "").size, picture?.bytes)
    }
    assert.sameMembers(fs.readdirSync(folder), documents.map(({ picture }) => path.basename(picture?.url ?? "")))
  })

  it("is an error with options that no picture has, or with options and no folder", { tags: "long" }, async () => {
    const wrong = await gleaner(
      "batch",
      `${world.url}/`,
      "--pictures",
      world.folder,
      "--picture-options",
      `{"wide":1}`
    )
    assert.deepStrictEqual([wrong.code, /--picture-options is JSON/.test(wrong.err)], [2, true])
    const alone = await gleaner("batch", `${world.url}/`, "--picture-options", "{}")
    assert.deepStrictEqual([alone.code, /needs --pictures/.test(alone.err)], [2, true])
  })
})
