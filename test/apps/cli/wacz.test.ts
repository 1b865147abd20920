import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import { commandHere } from "../../support/entries/command-here.ts"
import { page } from "../../support/entries/crawl-over.ts"
import { readWacz } from "../../support/read-wacz.ts"
import { siteAndFolder } from "../../support/web/site-and-folder.ts"
import { browserVariable, skipReason } from "../../web/render/support/browser.ts"

const app = `document.getElementById("root").innerHTML = "<main><h1>Live</h1></main>"
fetch("/data.json").then((answer) => answer.json()).then(({ text }) => {
  document.querySelector("main").insertAdjacentHTML("beforeend", "<p>" + text.repeat(20) + "</p>")
})`
const answers: Readonly<Record<string, readonly [type: string, body: string]>> = {
  "/": ["text/html", page("start", "/live", "/two")],
  "/two": ["text/html", page("two")],
  "/live": ["text/html", `<title>Live</title><div id="root"></div><script src="/app.js"></script>`],
  "/app.js": ["text/javascript", app],
  "/data.json": ["application/json", `{"text": "The tide is rising at the cape. "}`]
}
const world = siteAndFolder((request, response) => {
  const [type, body] = answers[request.url ?? ""] ?? ["text/plain", ""]
  response.writeHead(body === "" ? 404 : 200, { "content-type": type })
  response.end(body)
})

describe("gleaner crawl --wacz", () => {
  it("writes pages with their titles, and every exchange", async () => {
    const file = world.file("site.wacz")
    const warc = world.file("site.warc")
    const { code } = await commandHere(["crawl", `${world.url}/`, "--wacz", file, "--warc", warc, "--exclude", "/live"])
    assert.strictEqual(code, 0)
    const { all, pages, records } = await readWacz(fs.readFileSync(file))
    assert.deepStrictEqual(pages.map(({ title, url }) => [url.replace(world.url, ""), title]), [["/", "start"], [
      "/two",
      "two"
    ]])
    const paths = records.map(({ url }) => url.replace(world.url, ""))
    assert.deepStrictEqual(paths, ["/", "/robots.txt", "/two"])
    assert.strictEqual(records[0]?.text, answers["/"]?.[1])
    assert.lengthOf(all.filter(({ type }) => type === "request"), 3)
    assert.strictEqual(fs.readFileSync(warc, "latin1").match(/^WARC-Type: response\r$/gm)?.length, 3)
  })

  it.skipIf(skipReason !== "")("has what the browser loaded for a rendered page", async () => {
    const file = world.file("live.wacz")
    const args = ["crawl", `${world.url}/live`, "--wacz", file, "--max-depth", "0"]
    const { code, out } = await commandHere(args, { environment: browserVariable as Record<string, string> })
    assert.strictEqual(code, 0)
    assert.match(out, /rising at the cape/)
    const { records } = await readWacz(fs.readFileSync(file))
    const bodies = new Map(records.map(({ text, url }) => [url.replace(world.url, ""), text]))
    for (const path of ["/live", "/app.js", "/data.json"]) {
      assert.strictEqual(bodies.get(path), answers[path]?.[1], path)
    }
  })

  it("is a whole file after an error, and is never written over in a resumed crawl", async () => {
    const out = world.file("pages.jsonl")
    const file = world.file("again.wacz")
    assert.strictEqual((await commandHere(["crawl", `${world.url}/none`, "--out", out, "--wacz", file])).code, 1)
    const { records } = await readWacz(fs.readFileSync(file))
    assert.deepStrictEqual(records.map(({ status }) => status), [404, 404])
    const resumed = await commandHere(["crawl", "--resume", out, "--wacz", file])
    assert.match(resumed.err, /again\.wacz cannot be written: /)
    const same = await commandHere(["crawl", world.url, "--warc", file, "--wacz", file])
    assert.match(same.err, /--warc and --wacz need two files\./)
  })
})
