import { assert, describe, it } from "@effect/vitest"
import { gzipSync } from "node:zlib"
import { commandHere } from "../../support/entries/command-here.ts"
import { siteAndFolder } from "../../support/web/site-and-folder.ts"

const listOf = (...paths: ReadonlyArray<string>) =>
  `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join("")}</urlset>`
let robots = ""
const files: Record<string, string | Buffer> = {
  "/index.xml":
    "<sitemapindex><sitemap><loc>/one.xml</loc></sitemap><sitemap><loc>/two.xml.gz</loc></sitemap></sitemapindex>",
  "/about.xml": "<urlset><url><loc>/a</loc><lastmod>2026-11-22</lastmod><priority>0.8</priority>" +
    `<xhtml:link rel="alternate" hreflang="de" href="/de/a"/><xhtml:link rel="alternate" hreflang="x-default" href="/a"/>` +
    "<xhtml:link hreflang='no tag!' href='/x'/></url><url><loc>/b</loc><lastmod>yesterday</lastmod>" +
    "<priority>7</priority></url></urlset>",
  "/one.xml": listOf("/a", "/b"),
  "/two.xml.gz": gzipSync(listOf("/b", "/c"))
}
const world = siteAndFolder(({ url = "" }, response) => {
  if (url === "/robots.txt") return void response.end(robots)
  response.writeHead(files[url] === undefined ? 404 : 200, { "content-type": "application/xml" }).end(files[url])
})

const sitemap = async (path: string, ...args: ReadonlyArray<string>) => {
  const { code, err, out } = await commandHere(["sitemap", world.url + path, ...args])
  return { code, err, urls: out.replaceAll(world.url, "").trim().split("\n") }
}

describe("gleaner sitemap", () => {
  it("prints each URL once, of the sitemaps of a site or of one file", async () => {
    robots = `Sitemap: ${world.url}/index.xml\n`
    assert.deepStrictEqual(await sitemap("/"), { code: 0, err: "", urls: ["/a", "/b", "/c"] })
    assert.deepStrictEqual(await sitemap("/two.xml.gz"), { code: 0, err: "", urls: ["/b", "/c"] })
  })

  it("prints what the sitemaps say about each URL, with --json", async () => {
    robots = `Sitemap: ${world.url}/about.xml\n`
    const { out } = await commandHere(["sitemap", world.url, "--json"])
    assert.deepStrictEqual(out.replaceAll(world.url, "").trim().split("\n").map((line): unknown => JSON.parse(line)), [
      {
        url: "/a",
        lastmod: "2026-11-22",
        priority: 0.8,
        alternates: { de: "/de/a", "x-default": "/a" },
        sitemap: "/about.xml"
      },
      { url: "/b", sitemap: "/about.xml" }
    ])
  })

  it("says what is missing", async () => {
    robots = `Sitemap: ${world.url}/index.xml\n`
    const few = await sitemap("/", "--max-sitemaps", "2")
    assert.deepStrictEqual(few.urls, ["/a", "/b"])
    assert.match(few.err, /there are more than 2 sitemap files; see --max-sitemaps/)
    robots = ""
    const none = await sitemap("/")
    assert.strictEqual(none.code, 1)
    assert.match(none.err, /no sitemap lists a URL; gleaner discover lists the links of a page/)
    const gone = await sitemap("/gone.xml")
    assert.match(gone.err, /gone\.xml: The site answered 404\.\n.*no sitemap lists a URL/)
  })
})
