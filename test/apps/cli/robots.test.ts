import { assert, describe, it } from "@effect/vitest"
import { commandHere } from "../../support/entries/command-here.ts"
import { siteAndFolder } from "../../support/web/site-and-folder.ts"

const asked: Array<string> = []
const world = siteAndFolder(({ headers: { host }, url = "" }, response) => {
  asked.push(url)
  const files: Readonly<Record<string, string>> = {
    "/robots.txt": `Sitemap: http://${host}/map.xml\nUser-agent: *\nDisallow: /closed # not for robots\nAllow: /\n`
      + `Crawl-delay: 5\nContent-Signal: search=yes, ai-train=no, use=reference\nContent-Usage: x=(\nLicense: http://${host}/rsl.xml`,
    "/.well-known/tdmrep.json": `[{"location": "/", "tdm-reservation": 1, "tdm-policy": "/policy"}]`,
    "/rsl.xml":
      `<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license><permits type="usage">search</permits></license></content></rsl>`
  }
  response.writeHead(files[url] === undefined ? 404 : 200).end(files[url])
})

describe("gleaner robots", () => {
  it("prints what a site permits, line by line, and does not request the page", async () => {
    const { code, out } = await commandHere(["robots", `${world.url}/closed/1`])
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(out.replaceAll(world.url, "").trim().split("\n"), [
      "/closed/1",
      "user agent   gleaner",
      "robots.txt   read",
      "fetch        no  (Disallow: /closed # not for robots)",
      "delay        5s",
      "search       yes",
      "ai-train     no",
      "ai-input     no",
      "content use  reference",
      "mining       reserved, policy /policy",
      "license      /rsl.xml",
      "sitemap      /map.xml",
      "said         robots.txt: Content-Signal: search=yes, ai-train=no, use=reference",
      "said         robots.txt: License: /rsl.xml",
      `said         tdmrep.json: {"location":"/","tdm-reservation":1,"tdm-policy":"/policy"}`,
      `said         rsl: <content url="/"><license><permits type="usage">search</permits></license></content>`,
      "ignored      robots.txt: Content-Usage: x=( (not a dictionary of RFC 9651)"
    ])
    assert.deepStrictEqual(asked.toSorted(), ["/.well-known/tdmrep.json", "/robots.txt", "/rsl.xml"])
  })

  it("refuses what is not a URL of a page", async () => {
    const wrong = await commandHere(["robots", "ftp://example.com"])
    assert.strictEqual(wrong.code, 2)
  })
})
