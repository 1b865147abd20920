import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import * as fs from "node:fs"
import * as path from "node:path"
import { gzipSync } from "node:zlib"
import { anchorOf } from "../../scripts/docs/markdown.ts"
import { anchorOfRoute } from "../../scripts/docs/reference.ts"
import { Api } from "../../src/contract/api/Api.ts"
import { routeOptions } from "../../src/core/domain/options/RouteOptions.ts"
import { docsPages } from "../../src/serving/server/docs-pages.ts"
import { serverOver } from "../support/entries/server-over.ts"
import { handbook } from "../support/handbook.ts"
import { buildDocsForTests } from "../support/processes/built-docs.ts"

const root = path.join(import.meta.dirname, "../..")
const pages = ["/docs", ...docsPages.map(({ name }) => `/docs/${name}`), "/docs/reference"]

let url = ""
let stop = async (): Promise<void> => {}
beforeAll(async () => {
  await buildDocsForTests()
  ;({ stop, url } = await serverOver({}))
})
afterAll(() => stop())

const textOf = async (pathname: string): Promise<string> => (await fetch(url + pathname)).text()

describe("the pages of the documentation", () => {
  it("come with a policy that runs nothing but their search and loads nothing from elsewhere, and are revalidated", async () => {
    for (const page of pages) {
      const { headers, status } = await fetch(url + page)
      assert.strictEqual(status, 200, page)
      assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
      const policy = headers.get("content-security-policy") ?? ""
      assert.include(policy, "default-src 'none'")
      assert.notMatch(policy, /unsafe|https?:|\*/)
      assert.match(policy, /; script-src 'self'; connect-src 'self';[^]* require-trusted-types-for 'script'/)
      assert.strictEqual(headers.get("cache-control"), "no-cache")
      const etag = headers.get("etag") ?? ""
      assert.strictEqual((await fetch(url + page, { headers: { "if-none-match": etag } })).status, 304, page)
      assert.notMatch(await textOf(page), /<style| on\w+=|<(?:img|link)[^>]+(?:src|href)="(?!\/)/, page)
      const scripts = (await textOf(page)).match(/<script[^]*?<\/script>/g) ?? []
      assert.lengthOf(scripts, 1, page)
      assert.match(scripts[0] ?? "", /^<script type="module" src="\/docs\/assets\/search-[^"]+"><\/script>$/)
    }
  })

  it("have a style, an icon and a search that a browser keeps for ever", async () => {
    const files = [...(await textOf("/docs")).matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, file]) =>
      file
    )
    assert.isAtLeast(files.length, 2)
    for (const file of new Set(files)) {
      const { headers, status } = await fetch(`${url}${file}`)
      assert.strictEqual(status, 200, file)
      assert.match(headers.get("cache-control") ?? "", /immutable/)
    }
  })

  it("come as markdown too, which is what the repository has; /llms.txt names them all", async () => {
    const llms = await textOf("/llms.txt")
    for (const { name } of docsPages) {
      const answer = await fetch(`${url}/docs/${name}.md`)
      assert.strictEqual(answer.headers.get("content-type"), "text/markdown; charset=utf-8")
      assert.strictEqual(await answer.text(), handbook.get(`src/docs/${name}.md`))
      assert.include(llms, `(/docs/${name}.md)`)
    }
  })

  it("are under 390 kB packed, each with what it needs", async () => {
    const folder = path.join(root, "dist/docs")
    const sizes = fs.readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:html|md|css|svg|js|json)$/.test(name))
      .map((name) => gzipSync(fs.readFileSync(path.join(folder, name))).length)
    assert.isAbove(sizes.length, 2 * docsPages.length)
    assert.isBelow(sizes.reduce((sum, size) => sum + size, 0), 390_000)
  })

  it("are a problem where there is none, and take no other method", async () => {
    assert.strictEqual((await fetch(`${url}/docs/nothing`)).status, 404)
    assert.strictEqual((await fetch(`${url}/docs/inputs.sha256`)).status, 404)
    const posted = await fetch(`${url}/docs/guide`, { method: "POST" })
    assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD, OPTIONS"])
    const head = await fetch(`${url}/docs`, { method: "HEAD" })
    assert.deepStrictEqual([head.status, await head.text()], [200, ""])
  })

  it("begin with the title that the navigation has, and mark where one is", async () => {
    for (const { name, title } of docsPages) {
      assert.isTrue(handbook.get(`src/docs/${name}.md`)?.startsWith(`# ${title}\n`), name)
      assert.include(await textOf(`/docs/${name}`), `<a href="/docs/${name}" aria-current="page">`)
    }
  })

  it("have no file in src/docs that the list leaves out", () => {
    const files = fs.readdirSync(path.join(root, "src/docs")).filter((name) => name.endsWith(".md")).toSorted()
    assert.deepStrictEqual(
      files,
      ["index", ...docsPages.map(({ name }) => name)].map((name) => `${name}.md`).toSorted()
    )
  })
})

const idsIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id))

describe("a link", () => {
  it("between the pages leads to a page and an anchor that are there", async () => {
    const ids = new Map<string, ReadonlySet<string>>()
    for (const page of pages) ids.set(page, idsIn(await textOf(page)))
    const broken: Array<string> = []
    let followed = 0
    for (const page of pages) {
      for (const [, href = ""] of (await textOf(page)).matchAll(/<a [^>]*href="([^"]+)"/g)) {
        if (/^https?:/.test(href)) continue
        const [to = "", anchor] = href.split("#")
        const target = ids.get(to === "" ? page : to)
        const isThere = target === undefined
          ? anchor === undefined && ["/", "/docs/gleaner.py", "/openapi.json", "/llms.txt"].includes(to)
          : anchor === undefined || target.has(anchor)
        if (!isThere) broken.push(`${page}: ${href}`)
        followed++
      }
    }
    assert.isAbove(followed, 300)
    assert.deepStrictEqual(broken, [])
  })

  it("in the markdown leads to a file and a heading of the repository", () => {
    const headingsOf = (text: string) =>
      new Set(
        text.replaceAll(/^```[^]*?^```$/gm, "").split("\n").filter((line) => line.startsWith("#"))
          .map((line) => anchorOf(line.replace(/^#+ /, "")))
      )
    const broken = [...handbook].flatMap(([file, text]) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = ""]) => href).filter((href) => {
        if (/^https?:/.test(href)) return false
        const [to = "", anchor] = href.split("#")
        const target = to === "" ? file : path.join(path.dirname(file), to)
        if (!fs.existsSync(path.join(root, target))) return true
        return anchor !== undefined && !headingsOf(fs.readFileSync(path.join(root, target), "utf8")).has(anchor)
      }).map((href) => `${file}: ${href}`)
    )
    assert.deepStrictEqual(broken, [])
  })
})

describe("the API reference", () => {
  it("lists every route with its summary, an example and its problems", async () => {
    const html = await textOf("/docs/reference")
    const ids = idsIn(html)
    for (const [route, item] of Object.entries(OpenApi.fromApi(Api).paths)) {
      for (const method of Object.keys(item)) assert.isTrue(ids.has(anchorOfRoute(method, route)), `${method} ${route}`)
    }
    assert.notInclude(html, "undefined")
    assert.include(html, "<code id=\"RobotsDisallowed\">robots_disallowed</code>")
  })

  it("lists every option of every route that takes a body", async () => {
    const html = await textOf("/docs/reference")
    for (const [route, options] of Object.entries(routeOptions)) {
      const [, section = ""] = html.split(`id="post-v1-${route}"`)
      const own = section.split("<h3")[0] ?? ""
      assert.deepStrictEqual(options.filter((option) => !own.includes(`<code>${option}</code>`)), [], route)
    }
  })

  it("has every schema and every problem of the description", async () => {
    const ids = idsIn(await textOf("/docs/reference"))
    const schemas = Object.keys(OpenApi.fromApi(Api).components.schemas)
    assert.isAbove(schemas.length, 50)
    assert.deepStrictEqual(schemas.filter((name) => !ids.has(name)), [])
  })
})
