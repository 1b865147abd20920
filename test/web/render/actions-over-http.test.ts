import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Scope } from "effect"
import { fileTypeFromBuffer } from "file-type"
import * as fs from "node:fs"
import type { ServerResponse } from "node:http"
import * as os from "node:os"
import * as path from "node:path"
import { overHttp } from "../../serving/mcp/mcp-client.ts"
import { commandProcess } from "../../support/entries/command-process.ts"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { type Json, json } from "../../support/shapes.ts"
import { browserVariable, siteHost, skipReason } from "./support/browser.ts"
import { page, startSite } from "./support/site.ts"

const scope = Scope.makeUnsafe()
const delay = 700
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-actions-"))
const visits: Array<{ readonly path: string; readonly at: number }> = []

let site: Effect.Success<ReturnType<typeof startSite>>
let service: RunningService

const logged = (path: string, body: string) => (_: unknown, response: ServerResponse) => {
  visits.push({ path, at: performance.now() })
  response.writeHead(200, { "content-type": "text/html", "cache-control": "max-age=600" }).end(page(body))
}

beforeAll(async () => {
  site = await Effect.runPromise(Scope.provide(
    startSite({
      "/robots.txt": (_, response) => void response.end("User-agent: *\nDisallow: /private"),
      "/": logged(
        "/",
        `<h1>Tides</h1><button id=more onclick="out.textContent = 'High water at noon'">More</button>
        <p id=out></p><input id=q><a id=next href="/next">Next</a><a id=private href="/private">Private</a>`
      ),
      "/next": logged("/next", "<p>The next page says more.</p>"),
      "/private": logged("/private", "secret"),
      "/colour": page(`<style>body { margin: 0; background: #fff }</style>
        <button id=b style="width:100px;height:50px" onclick="document.body.style.background='#f00';b.remove()">red</button>`)
    }),
    scope
  ))
  service = await serviceOver({ allowAddresses: [`${siteHost}/32`], domainDelay: Duration.millis(delay) })
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true })
  await service.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const scrape = async (actions: ReadonlyArray<object>, more: object = {}) => {
  const response = await service.call("/v1/scrape", { json: { url: `${site.url}/`, actions, ...more } })
  assert.strictEqual(response.status, 200)
  return json(response)
}

const trace = (document: Json) =>
  document["trace"] as {
    readonly rendered_because: string
    readonly actions: ReadonlyArray<{ readonly kind: string; readonly elapsed_ms: number }>
    readonly warnings: ReadonlyArray<{ readonly code: string; readonly message: string }>
  }

describe.skipIf(skipReason !== "")(`actions over HTTP${skipReason}`, () => {
  it("come before the Document is made, with a picture of the window", async () => {
    const document = await scrape([{ click: "#more" }, { screenshot: true }])
    assert.include(document["text"], "High water at noon")
    assert.strictEqual(trace(document).rendered_because, "actions")
    assert.deepStrictEqual(trace(document).actions.map(({ kind }) => kind), ["click", "screenshot"])
    const [picture] = document["pictures"] as ReadonlyArray<{ readonly data: string; readonly media_type: string }>
    const type = await fileTypeFromBuffer(Buffer.from(picture?.data ?? "", "base64"))
    assert.strictEqual(type?.mime, picture?.media_type)
    assert.strictEqual(type?.mime, "image/jpeg")
  })

  it("of a crawl are those of the pages that their patterns name", async () => {
    const page_actions = [{ pattern: "/", actions: [{ click: "#more" }] }, {
      pattern: "/n*",
      actions: [{ click: "#gone" }]
    }]
    const crawl = { url: `${site.url}/`, max_pages: 3, page_actions, exclude: ["/next"] }
    const { id } = await json(await service.call("/v1/crawl", { json: crawl }))
    await (await service.call(`/v1/jobs/${String(id)}/events`)).text()
    const { documents } = await json(await service.call(`/v1/jobs/${String(id)}/documents`)) as {
      readonly documents: ReadonlyArray<Json>
    }
    assert.deepStrictEqual(documents.map(({ url }) => url), [`${site.url}/`])
    assert.include(documents[0]?.["text"], "High water at noon")
    assert.strictEqual(trace(documents[0] ?? {}).rendered_because, "actions")
  })

  it("gather the pages that they lead to, each in its turn", async () => {
    visits.length = 0
    const document = await scrape([{ click: "#more" }, { next_page: { click: "#next", max: 5 } }])
    assert.match(String(document["text"]), /High water at noon[^]*The next page says more/)
    assert.deepStrictEqual(trace(document).warnings, [])
    const [, rendered, led] = visits
    assert.strictEqual(led?.path, "/next")
    assert.isAtLeast((led?.at ?? 0) - (rendered?.at ?? 0), delay - 50)
  })

  it("wait for the turn of a page that they lead to, and obey its robots.txt", { tags: "long" }, async () => {
    visits.length = 0
    const next = await scrape([{ click: "#next" }])
    assert.include(next["text"], "The next page")
    assert.strictEqual(next["final_url"], `${site.url}/next`)
    const [, rendered, led] = visits
    assert.strictEqual(led?.path, "/next")
    assert.isAtLeast((led?.at ?? 0) - (rendered?.at ?? 0), delay - 50)
    const refused = await scrape([{ click: "#private" }, { click: "#more" }])
    assert.match(
      trace(refused).warnings[0]?.message ?? "",
      /^Step 1 of actions, click "#private", failed: .*robots\.txt disallows/
    )
    assert.strictEqual(refused["final_url"], `${site.url}/`)
    assert.notInclude(visits.map(({ path }) => path), "/private")
  })

  it("show nothing of their outcome, or of their text, to another key or a later page", { tags: "long" }, async () => {
    const first = await scrape([{ type: ["#q", "my secret"] }, { click: "#gone" }], { timeout_seconds: 15 })
    assert.match(
      trace(first).warnings[0]?.message ?? "",
      /Step 2 of actions, click "#gone", failed: no element matches/
    )
    assert.notInclude(JSON.stringify(trace(first)), "my secret")
    for (const key of [keys.first, keys.second]) {
      const response = await service.call("/v1/scrape", { key, json: { url: `${site.url}/` } })
      assert.notInclude((await json(response))["text"], "High water at noon")
    }
    const started = await json(
      await service.call("/v1/batch", {
        json: { urls: [`${site.url}/`], actions: [{ type: ["#q", "my secret"] }, { click: "#more" }] }
      })
    )
    assert.notInclude(JSON.stringify(started), "my secret")
    const events = await (await service.call(`/v1/jobs/${started["id"]}/events`)).text()
    assert.notInclude(events, "my secret")
    const { documents } = await json(await service.call(`/v1/jobs/${started["id"]}?documents=true`))
    assert.include((documents as ReadonlyArray<Json>)[0]?.["text"], "High water at noon")
  })

  it("come before a screenshot, which says which of them failed", async () => {
    const shoot = (actions: ReadonlyArray<object>) =>
      service.call("/v1/screenshot", {
        json: { url: `${site.url}/colour`, width: 64, height: 64, format: "png", actions }
      })
    const red = await shoot([{ click: "#b" }])
    assert.isNull(red.headers.get("page-warning"))
    const sizes = [await red.arrayBuffer(), await (await shoot([{ hover: "#b" }])).arrayBuffer()]
    assert.notDeepEqual(...sizes.map((bytes) => Buffer.from(bytes).toString("base64")) as [string, string])
    const failed = await shoot([{ select: ["#b", "é"] }])
    assert.strictEqual(failed.status, 200)
    assert.match(failed.headers.get("page-warning") ?? "", /Step 1 of actions, select "#b", failed: the element is no/)
    const wrong = await shoot([{ screenshot: true }])
    assert.strictEqual(wrong.status, 400)
    assert.match(await wrong.text(), /must not have screenshot steps here/)
  })

  it("are a tool of their own for agents, with the pictures", { tags: "long" }, async () => {
    const client = await overHttp(service, keys.first)
    const { content } = await client.callTool({
      name: "interact",
      arguments: { url: `${site.url}/`, actions: [{ click: "#more" }, { screenshot: true }] }
    })
    const [text, picture] = content as ReadonlyArray<Json>
    assert.include(text?.["text"], "High water at noon")
    assert.deepStrictEqual([picture?.["type"], picture?.["mimeType"]], ["image", "image/jpeg"])
    const wrong = await client.callTool({
      name: "interact",
      arguments: { url: `${site.url}/`, actions: [{ clik: "a" }] }
    })
    assert.match(JSON.stringify(wrong.content), /actions\.0\.clik: is unknown here; the nearest known name is click/)
    await client.close()
  })

  it("stand in a file on the command line", { tags: "long" }, async () => {
    const file = path.join(folder, "steps.json")
    fs.writeFileSync(file, JSON.stringify([{ click: "#more" }]))
    const command = (actions: string) =>
      commandProcess(["scrape", `${site.url}/`, "--format", "text", "--actions", actions], {
        environment: browserVariable
      }).ended
    const right = await command(file)
    assert.strictEqual(right.code, 0, right.err)
    assert.include(right.out, "High water at noon")
    fs.writeFileSync(file, JSON.stringify([{ click: "#more" }, { clik: "#more" }]))
    const wrong = await command(file)
    assert.deepStrictEqual(
      [wrong.code, /--actions 1 clik is unknown here; the nearest known name is click/.test(wrong.err)],
      [2, true],
      wrong.err
    )
    fs.writeFileSync(file, "click")
    assert.match((await command(file)).err, /--actions .*steps\.json is not valid JSON/)
    assert.match(
      (await command(path.join(folder, "none.json"))).err,
      /none\.json cannot be read: there is no such file/
    )
  })
})
