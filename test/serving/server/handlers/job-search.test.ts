import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { type Json, json } from "../../../support/shapes.ts"

const article = (title: string, text: string, ...links: ReadonlyArray<string>) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1>${text}
    <ul>${links.map((link) => `<li><a href="${link}">${link}</a></li>`).join("")}</ul></main>`

/** A site whose entity tags are its bodies. */
const files: Record<string, string> = {
  "/": article("Harbours", "<p>All harbours of the coast, with their tides.</p>", "/north", "/south", "/cn"),
  "/north": article(
    "The northern harbour",
    `<p>Boats wait at the quay.</p><h2>Tides</h2><p>The basin is dry at low tide, so that
      <a href="/basin">the basin</a> can be cleaned.</p>`
  ),
  "/south": article("The southern harbour", "<p>Ferries leave every hour for the islands.</p>"),
  "/cn": article("港口", "<p>退潮时港口是干的。渡轮每小时开往岛屿。</p>")
}
let held: (() => void) | undefined
const server = http.createServer((request, response) => {
  const body = files[request.url ?? ""]
  const etag = `"${Buffer.from(body ?? "").toString("base64url").slice(-60)}"`
  const status = body === undefined ? 404 : request.headers["if-none-match"] === etag ? 304 : 200
  const answer = () => {
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", etag })
    response.end(status === 200 ? body : undefined)
  }
  if (request.url === "/held") held = answer
  else answer()
})

let service: RunningService
let site = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service = await serviceOver({ browser: Option.some("off"), retries: 0 })
})
afterAll(async () => {
  await service.stop()
  server.close().closeAllConnections()
})

const start = async (more: object = {}): Promise<Json> =>
  json(await service.call("/v1/crawl", { json: { url: `${site}/`, search: true, ...more } }))

const ended = async (more: object = {}): Promise<string> => {
  const id = String((await start(more))["id"])
  await (await service.call(`/v1/jobs/${id}/events`)).text()
  return id
}

const ask = (id: unknown, query: Readonly<Record<string, string>>, key = keys.first) =>
  service.call(`/v1/jobs/${id}/search?${new URLSearchParams(query)}`, { key })

interface Passage extends Json {
  readonly url: string
  readonly markdown: string
  readonly score: number
  readonly highlights: ReadonlyArray<{ readonly start: number; readonly end: number }>
}

const passages = async (id: unknown, q: string, more: Readonly<Record<string, string>> = {}) =>
  (await json(await ask(id, { q, ...more })))["passages"] as ReadonlyArray<Passage>

const pathsOf = (found: ReadonlyArray<Passage>) => found.map(({ url }) => new URL(url).pathname)

describe("GET /v1/jobs/{id}/search", () => {
  it("returns passages with their headings, tokens and highlighted words, best first", async () => {
    const id = await ended()
    const found = await passages(id, "Which basin is dry at low TIDE?")
    const [best] = found
    assert.strictEqual(best?.url.replace(/#.*/, ""), `${site}/north`)
    assert.include(best?.url, "#:~:text=")
    assert.deepStrictEqual(Object.keys(best ?? {}), [
      "url",
      "title",
      "heading_path",
      "markdown",
      "tokens",
      "score",
      "highlights"
    ])
    assert.strictEqual(best?.["title"], "The northern harbour")
    const words = best?.highlights.map(({ end, start }) => best.markdown.slice(start, end))
    assert.includeMembers([...words ?? []], ["basin", "dry", "low", "tide", "Tides"])
    // The address of a link is not text.
    assert.strictEqual(words?.filter((word) => word === "basin").length, 2)
    const scores = found.map(({ score }) => score)
    assert.deepStrictEqual(scores, scores.toSorted((a, b) => b - a))
    assert.deepStrictEqual(pathsOf(await passages(id, "渡轮去哪里？")), ["/cn"])
    for (const [character, times] of [["港", 2], ["口", 2], ["渡", 1], ["屿", 1]] as const) {
      const [cn, ...others] = await passages(id, character)
      assert.deepStrictEqual(pathsOf(cn === undefined ? [] : [cn]), ["/cn"], character)
      assert.isEmpty(others)
      const marked = cn?.highlights.map(({ end, start }) => cn.markdown.slice(start, end))
      assert.deepStrictEqual(marked, Array.from({ length: times }, () => character))
    }
    assert.deepStrictEqual(await passages(id, "山"), [])
    assert.deepStrictEqual(await passages(id, "volcano"), [])
    assert.deepStrictEqual(await passages(id, "\"'\\ ( : *"), [])
  })

  it("has at most limit passages, and max_tokens tokens", async () => {
    const id = await ended()
    const all = await passages(id, "harbour")
    assert.isAbove(all.length, 2)
    assert.deepStrictEqual(await passages(id, "harbour", { limit: "1" }), all.slice(0, 1))
    const [first, second] = all.map(({ tokens }) => Number(tokens))
    const two = String((first ?? 0) + (second ?? 0))
    assert.deepStrictEqual(await passages(id, "harbour", { max_tokens: two }), all.slice(0, 2))
  })

  it("searches a job that runs, and a batch with fields", async () => {
    const { id } = await json(
      await service.call("/v1/batch", {
        json: { urls: [`${site}/south`, `${site}/held`], search: true, fields: ["url", "markdown"], concurrency: 1 }
      })
    )
    const events = (await service.call(`/v1/jobs/${id}/events`)).body?.getReader()
    for (let text = ""; !text.includes("event: page");) {
      text += new TextDecoder().decode((await events?.read())?.value)
    }
    assert.deepStrictEqual(pathsOf(await passages(id, "ferries to the islands")), ["/south"])
    await events?.cancel()
    await service.call(`/v1/jobs/${id}`, { method: "DELETE" })
    assert.deepStrictEqual(pathsOf(await passages(id, "Ferry")), ["/south"], "of the cancelled job")
    held?.()
  })

  it("finds unchanged pages of a job with since in their earlier documents", async () => {
    const since = await ended()
    files["/south"] = article("The southern harbour", "<p>A volcano has closed it.</p>")
    const id = await ended({ since })
    const ledger = (await json(await service.call(`/v1/jobs/${id}/ledger`)))["ledger"] as ReadonlyArray<Json>
    assert.includeMembers(ledger.map(({ code }) => code), ["unchanged"])
    assert.deepStrictEqual(pathsOf(await passages(id, "volcano")), ["/south"])
    assert.deepStrictEqual(pathsOf(await passages(id, "dry basin", { limit: "1" })), ["/north"])
    assert.deepStrictEqual(await passages(id, "ferries"), [])
    assert.deepStrictEqual(pathsOf(await passages(since, "ferries")), ["/south"])
  })

  it("is refused without a query, without the option, with too long a query, and for another key", async () => {
    const id = await ended({ max_pages: 1 })
    for (
      const query of [{}, { q: "" }, { q: " " }, { q: "x".repeat(10_000) }, { q: "x", limit: "0" }, { q: "x", n: "1" }]
    ) {
      const answer = await ask(id, query)
      assert.strictEqual(answer.status, 400, JSON.stringify(query).slice(0, 50))
    }
    const none = await json(await ask(id, {}))
    assert.deepStrictEqual((none["errors"] as ReadonlyArray<Json>)[0]?.["parameter"], "q")
    assert.strictEqual((await ask(id, { q: "harbour" }, keys.second)).status, 404)
    assert.strictEqual((await ask("0".repeat(32), { q: "harbour" })).status, 404)
    const without = await ask((await start({ search: false, max_pages: 1 }))["id"], { q: "harbour" })
    const problem = await json(without)
    assert.deepStrictEqual([without.status, problem["code"]], [409, "job_not_searchable"])
    assert.include(String(problem["detail"]), "\"search\": true")
  })

  it("needs the fields that passages are made of", async () => {
    const answer = await service.call("/v1/crawl", { json: { url: site, search: true, fields: ["title"] } })
    const { errors } = await json(answer)
    assert.strictEqual(answer.status, 400)
    assert.deepStrictEqual((errors as ReadonlyArray<Json>)[0]?.["pointer"], "/fields")
  })

  it("is gone with its job", async () => {
    const id = await ended({ max_pages: 1 })
    await service.call(`/v1/jobs/${id}?purge=true`, { method: "DELETE" })
    assert.strictEqual((await ask(id, { q: "harbour" })).status, 404)
  })
})
