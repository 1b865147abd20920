import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { buffer } from "node:stream/consumers"
import { pathToFileURL } from "node:url"
import Pdf from "pdfkit"
import { launchBrowser } from "../../../scripts/support/launch-browser.ts"
import { mapReferences } from "../../../src/apps/cli/site/map-references.ts"
import { commandProcess } from "../../support/entries/command-process.ts"
import { siteAndFolder } from "../../support/web/site-and-folder.ts"
import { skipReason } from "../../web/render/support/browser.ts"

const pdf = new Pdf()
pdf.text("A table of the tides.").end()
const photo = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)
const head = `<meta charset=windows-1252><link rel=stylesheet href="/style.css?v=2" integrity="sha256-x" crossorigin>`
const nav = `<nav><a href="/">Home</a> <a href="/Guide/">Guide</a> <a href="/guide?page=2&amp;x=%C3%A9#two">Two</a>
  <a href="/old">Old</a> <a href="/twin">Twin</a> <a href="/file.pdf">PDF</a> <a href="/photo.png">Photo</a></nav>`
const pageOf = (title: string, more = "") =>
  `<html><head>${head}<title>${title}</title></head><body>${nav}<h1>${title}</h1><p>This is the page about ${title}.</p>${more}`

const answers: Record<string, { readonly type?: string; readonly to?: string; readonly body?: string | Buffer }> = {
  "/": {
    body: pageOf(
      "Home",
      `<img src="photo.png" srcset="/photo.png 1x, /large.png?w=2 2x"><script src=/script.js></script>
       <a href="https://elsewhere.example/x">Elsewhere</a><a href="/private">Private</a><a href="/?utm_source=x">Tracked</a>`
    )
  },
  "/Guide/": { body: pageOf("Guide", `<base href="/deep/"><a href="er">Deeper</a>`) },
  "/guide?page=2&x=%C3%A9": {
    type: "text/html; charset=windows-1252",
    body: Buffer.from(pageOf("Caf\u00E9", "<p id=two>"), "latin1")
  },
  "/deep/er": { body: pageOf("Deeper") },
  "/old": { to: "/Guide/" },
  "/twin": { body: pageOf("Home") },
  "/file.pdf": { type: "application/pdf", body: await buffer(pdf) },
  "/photo.png": { type: "image/png", body: photo },
  "/large.png?w=2": { type: "image/png", body: photo },
  "/script.js": { type: "text/javascript", body: "document.title += ' ran'" },
  "/style.css?v=2": {
    type: "text/css",
    body: "@import 'more.css'; h1 { color: rgb(1, 2, 3); background: url(/photo.png) }"
  },
  "/more.css": { type: "text/css", body: "p { color: rgb(4, 5, 6); background: url(gone.png) }" }
}
let held: { readonly path: string; readonly asked: () => void } | undefined
const world = siteAndFolder(({ url = "" }, response) => {
  if (url === "/robots.txt") return void response.end("User-agent: *\nDisallow: /private\n")
  if (url === held?.path) return held.asked()
  const { body, to, type = "text/html" } = answers[url] ?? {}
  if (to !== undefined) return void response.writeHead(301, { location: to }).end()
  response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body ?? "nothing")
})

const start = (...args: ReadonlyArray<string>) => commandProcess(["crawl", ...args], { cwd: world.folder })

const filesIn = (folder: string): ReadonlyArray<string> =>
  fs.readdirSync(world.file(folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(world.file(folder), hostFolder()), path.join(entry.parentPath, entry.name)))
    .toSorted()
const hostFolder = () => world.url.replace("http://", "").replace(":", "+")

const textsIn = (folder: string) =>
  Object.fromEntries(
    filesIn(folder).map((name) => [name, fs.readFileSync(path.join(world.file(folder), hostFolder(), name), "utf8")])
  )

describe("gleaner crawl --mirror", () => {
  it("writes pages and their files, with links that all lead to a file or to the site", async () => {
    const { code, err, out } = await start(`${world.url}/`, "--mirror", "site", "--verbose").ended
    assert.deepStrictEqual([code, out], [0, ""], err)
    assert.match(err, /mirror: 5 pages and 6 files in \S+site; 1 file could not be fetched/)
    assert.match(err, /^mirror: \S+\/gone\.png could not be fetched: the site answered with status 404$/m)
    const files = filesIn("site")
    assert.sameMembers([...files], [
      "index.html",
      "Guide/index.html",
      "guide@page=2&x=é.html",
      "deep/er.html",
      "twin.html",
      "file.pdf",
      "photo.png",
      "large@w=2.png",
      "script.js",
      "style@v=2.css",
      "more.css"
    ])
    assert.deepStrictEqual(fs.readFileSync(path.join(world.file("site"), hostFolder(), "photo.png")), photo)
    const outside = new Set<string>()
    for (const [name, html] of Object.entries(textsIn("site")).filter(([file]) => file.endsWith(".html"))) {
      mapReferences(html, `http://files/${name}`, ({ url }) => {
        if (url.host !== "files") outside.add(url.href.replace(world.url, ""))
        else assert.include(files, decodeURIComponent(url.pathname.slice(1)), `in ${name}`)
        return undefined
      })
    }
    assert.sameMembers([...outside], ["https://elsewhere.example/x", "/private"])
    assert.match(textsIn("site")["more.css"] ?? "", /url\("http:\/\/127\.0\.0\.1:\d+\/gone\.png"\)/)
  })

  it("does not write through a symbolic link in its folder", async () => {
    fs.mkdirSync(world.file("linked"))
    fs.mkdirSync(world.file("elsewhere"))
    fs.symlinkSync(world.file("elsewhere"), world.file(`linked/${hostFolder()}`))
    const { code, err } = await start(`${world.url}/`, "--mirror", "linked").ended
    assert.strictEqual(code, 1)
    assert.match(err, /is a symbolic link, and nothing is written through links in a folder for pages; remove it/)
    assert.deepStrictEqual(fs.readdirSync(world.file("elsewhere")), [])
  })

  it("works from the disk in a browser", async (context) => {
    context.skip(skipReason !== "", skipReason)
    const browser = await launchBrowser(["--allow-file-access-from-files"])
    try {
      const page = await browser.newPage()
      const failures: Array<string> = []
      page.on("requestfailed", (request) => failures.push(request.url()))
      await page.goto(pathToFileURL(path.join(world.file("site"), hostFolder(), "index.html")).href)
      assert.strictEqual(await page.title(), "Home ran")
      const styles = await page.evaluate(() => [
        getComputedStyle(document.querySelector("h1") as Element).color,
        getComputedStyle(document.querySelector("p") as Element).color,
        String(document.querySelector("img")?.naturalWidth)
      ])
      assert.deepStrictEqual(styles, ["rgb(1, 2, 3)", "rgb(4, 5, 6)", "1"])
      const titles: Array<string> = []
      for (const name of ["Guide", "Two", "Old", "Twin", "Home"]) {
        await page.evaluate((text) => {
          const link = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === text)
          location.href = link?.href ?? ""
        }, name)
        await page.waitForNavigation().catch(() => undefined)
        titles.push(await page.title())
      }
      assert.deepStrictEqual(titles, ["Guide", "Café", "Guide", "Home", "Home ran"])
      assert.deepStrictEqual(failures.filter((url) => url.startsWith("file:")), [])
    } finally {
      await browser.close()
    }
  })

  const whenHeld = [["a page", "/twin", "page"], ["a file of a page", "/script.js", "file"]] as const
  it.each(whenHeld)(
    "comes to the same after Ctrl-C at %s, with the command that was shown",
    { tags: "long" },
    async (_, at, name) => {
      const whole = `whole ${name}`
      assert.strictEqual((await start(`${world.url}/`, "--mirror", whole).ended).code, 0)
      const asked = Promise.withResolvers<void>()
      held = { path: at, asked: asked.resolve }
      const { child, ended } = start(`${world.url}/`, "--mirror", name, "--out", `${name}.jsonl`)
      await asked.promise
      child.kill("SIGINT")
      const { code, err } = await ended
      held = undefined
      world.server.closeAllConnections()
      assert.strictEqual(code, 130)
      const [, command = ""] = /continue with: gleaner crawl (.*)$/m.exec(err) ?? []
      assert.match(command, /^--resume \w+\.jsonl --mirror \S+$/)
      const resumed = await start(...command.split(" ")).ended
      assert.strictEqual(resumed.code, 0, resumed.err)
      assert.deepStrictEqual(textsIn(name), textsIn(whole))
    }
  )

  it("that is interrupted and cannot be resumed has converted links", async () => {
    const asked = Promise.withResolvers<void>()
    // Only Guide links to it, so that Home and Guide are stored by then.
    held = { path: "/deep/er", asked: asked.resolve }
    const { child, ended } = start(`${world.url}/`, "--mirror", "part")
    await asked.promise
    child.kill("SIGINT")
    const { err } = await ended
    held = undefined
    world.server.closeAllConnections()
    assert.match(
      err,
      /mirror: \d pages in \S+part; open \S+index\.html\ninterrupted: \d stored, \d pending; it cannot be resumed/
    )
    assert.match(textsIn("part")["index.html"] ?? "", /<a href="Guide\/index\.html">Guide<\/a>/)
    assert.match(textsIn("part")["Guide/index.html"] ?? "", /<a href="http:\S+\/deep\/er">Deeper<\/a>/)
  })

  it("is refused for fields that lack the HTML", async () => {
    const { code, err } = await start(`${world.url}/`, "--mirror", "none", "--fields", "url,title").ended
    assert.deepStrictEqual([code, err], [2, "gleaner: --mirror needs final_url, content_type, html in --fields.\n"])
  })
})
