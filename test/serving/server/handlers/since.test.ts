import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Option } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { page } from "../../../support/entries/crawl-over.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { type Json, json } from "../../../support/shapes.ts"

/** A site of files whose entity tags are their bodies. */
const files: Record<string, string> = {
  "/": page("start", "/same", "/changed"),
  "/same": page("same"),
  "/changed": page("before")
}
const statuses: Array<number> = []
const server = http.createServer((request, response) => {
  const body = files[request.url ?? ""]
  const etag = `"${body?.length}-${body?.slice(-60, -50)}"`
  const status = body === undefined ? 404 : request.headers["if-none-match"] === etag ? 304 : 200
  statuses.push(status)
  response.writeHead(status, { "content-type": "text/html", etag })
  response.end(status === 200 ? body : undefined)
})

let service: RunningService
let site = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service = await serviceOver({ browser: Option.some("off") })
})
afterAll(async () => {
  await service.stop()
  server.close().closeAllConnections()
})

const start = (more: object = {}, key = keys.first) =>
  service.call("/v1/crawl", { json: { url: `${site}/`, ...more }, key })

const ended = async (more: object = {}): Promise<Json> => {
  const { id } = await json(await start(more))
  const events = await (await service.call(`/v1/jobs/${id}/events`)).text()
  assert.notInclude(events, "seen")
  return json(await service.call(`/v1/jobs/${id}`))
}

const ledger = async (id: unknown, query = ""): Promise<ReadonlyArray<Json>> =>
  (await json(await service.call(`/v1/jobs/${id}/ledger${query}`)))["ledger"] as ReadonlyArray<Json>

describe("since", () => {
  it("tells changes in the ledger, filtered by change and outcome, and shows no validators", async () => {
    const first = await ended()
    files["/changed"] = page("after", "/new")
    files["/new"] = page("new")
    statuses.length = 0
    const second = await ended({ since: first["id"] })
    assert.strictEqual((second["options"] as Json)["since"], first["id"])
    // Pages of one site are requested at the same time, and arrive in any order.
    assert.deepStrictEqual(statuses.toSorted(), [200, 200, 304, 304])
    const rows = await ledger(second["id"])
    assert.deepStrictEqual(rows.map(({ change, code, url }) => [String(url).replace(site, ""), change, code]), [
      ["/", "same", "unchanged"],
      ["/same", "same", "unchanged"],
      ["/changed", "changed", ""],
      ["/new", "new", ""]
    ])
    for (const row of rows) assert.notProperty(row, "seen")
    const markdown = async (url: string): Promise<string> =>
      (await service.call(`/v1/jobs/${second["id"]}/documents?fields=markdown&url=${url}`, {
        headers: { accept: "application/x-ndjson" }
      })).text()
    assert.include(await markdown(`${site}/changed`), "after")
    // An unchanged page is stored in the earlier job.
    assert.include(await markdown(`${site}/same`), "same")
    const list = async (url: string) => json(await service.call(`/v1/jobs/${second["id"]}/documents?url=${url}`))
    const { documents, ...counted } = await list(`${site}/same`)
    assert.deepStrictEqual(counted, { next_cursor: null, has_more: false, total: 1 })
    assert.deepStrictEqual((documents as ReadonlyArray<Json>).map(({ url }) => url), [`${site}/same`])
    assert.deepStrictEqual(await list(`${site}/none`), {
      documents: [],
      next_cursor: null,
      has_more: false,
      total: 0
    })
    const changed = await ledger(second["id"], "?change=changed")
    assert.deepStrictEqual(changed.map(({ url }) => url), [`${site}/changed`])
    assert.strictEqual((await ledger(second["id"], "?change=same&limit=1")).length, 1)
    assert.deepStrictEqual(await ledger(second["id"], "?change=same&outcome=stored"), [])
    const wrong = await json(await service.call(`/v1/jobs/${second["id"]}/ledger?change=gone`))
    assert.include(JSON.stringify(wrong["errors"]), "must be one of new, changed, same, removed")
  })

  it("shows what has changed in a page as a unified diff", async () => {
    files["/same"] = page("same", "/")
    files["/changed"] = page("the first text")
    const first = await ended()
    files["/changed"] = page("the second text")
    delete files["/new"]
    const second = await ended({ since: first["id"] })
    const third = await ended({ since: second["id"] })
    const diff = (id: unknown, url: string) => service.call(`/v1/jobs/${id}/diff?url=${encodeURIComponent(url)}`)
    const response = await diff(second["id"], `${site}/changed`)
    assert.strictEqual(response.headers.get("content-type"), "text/x-diff; charset=utf-8")
    const lines = (await response.text()).split("\n")
    assert.deepStrictEqual(lines.slice(0, 2), [`--- ${site}/changed`, `+++ ${site}/changed`])
    assert.include(lines, "-# the first text")
    assert.include(lines, "+# the second text")
    // Nothing has changed since, and the document is that of the second job.
    assert.strictEqual(await (await diff(third["id"], `${site}/changed`)).text(), "")
    assert.strictEqual(await (await diff(third["id"], `${site}/same#part`)).text(), "")
    for (
      const [id, url, why] of [
        [first["id"], `${site}/changed`, /without since/],
        [second["id"], `${site}/nowhere`, /does not have this URL/]
      ] as const
    ) {
      const problem = await json(await diff(id, url))
      assert.strictEqual(problem["code"], "diff_not_found")
      assert.match(String(problem["detail"]), why)
    }
    const other = await service.call(`/v1/jobs/${second["id"]}/diff?url=${site}/`, { key: keys.second })
    assert.strictEqual((await json(other))["code"], "job_not_found")
    assert.strictEqual((await service.call(`/v1/jobs/${second["id"]}/diff`)).status, 400)
    await service.call(`/v1/jobs/${first["id"]}?purge=true`, { method: "DELETE" })
    assert.match(String((await json(await diff(second["id"], `${site}/changed`)))["detail"]), /has expired/)
  })

  it("refuses other selectors than those of the earlier job, whose texts it could not compare", async () => {
    const selecting = { include_selectors: ["h1", "p"], exclude_selectors: [".x"] }
    const { id: since } = await ended(selecting)
    const again = await json(await start({ ...selecting, include_selectors: ["p", "h1"], since }))
    assert.strictEqual(again["status"], "queued")
    for (const dry_run of [false, true]) {
      const problem = await json(await start({ include_selectors: ["p"], dry_run, since }))
      assert.deepStrictEqual(
        problem["errors"],
        ["include_selectors", "exclude_selectors"].map((name) => ({
          pointer: `/${name}`,
          detail:
            `is not the ${name} of the job in since, so their texts cannot be compared; use the same, or leave since out`
        }))
      )
    }
  })

  it("refuses another order of languages than that of the earlier job", async () => {
    const { id: since } = await ended({ language: ["de", "en"] })
    assert.strictEqual((await json(await start({ language: ["de", "en"], since })))["status"], "queued")
    const problem = await json(await start({ language: ["en", "de"], since }))
    assert.deepStrictEqual((problem["errors"] as ReadonlyArray<Json>).map(({ pointer }) => pointer), ["/language"])
  })

  it("refuses a job that has expired, and is stored only because a later one refers to its documents", async () => {
    const brief = await serviceOver({ browser: Option.some("off"), jobRetention: Duration.seconds(4) })
    // The second job needs the first one until its page is answered, which is after that one has expired.
    const slow = http.createServer((request, response) => {
      response.setHeader("content-type", "text/html")
      response.setHeader("etag", "\"1\"")
      if (request.headers["if-none-match"] === undefined) response.end(page("start"))
      else setTimeout(() => response.writeHead(304).end(), 4200)
    })
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`
    const started = async (more: object) =>
      (await json(await brief.call("/v1/crawl", { json: { url, ...more } })))["id"]
    const id = await started({})
    await (await brief.call(`/v1/jobs/${id}/events`)).text()
    const later = await started({ since: id })
    await (await brief.call(`/v1/jobs/${later}/events`)).text()
    const refused = await json(await brief.call("/v1/crawl", { json: { url, since: id } }))
    assert.include(JSON.stringify(refused["errors"]), "has expired")
    await brief.stop()
    slow.close().closeAllConnections()
  })

  it("refuses a job that is unknown, of another key, or not at its end", async () => {
    const { id } = await json(await start({}, keys.second))
    for (const asked of [{ since: "0".repeat(32) }, { since: id }, { since: id, dry_run: true }]) {
      const problem = await json(await start(asked))
      assert.strictEqual(problem["code"], "invalid_request")
      assert.deepStrictEqual((problem["errors"] as ReadonlyArray<Json>).map(({ pointer }) => pointer), ["/since"])
    }
    const problem = await json(await start({ since: "yesterday" }))
    assert.include(JSON.stringify(problem["errors"]), "must be the id of a finished job")
  })
})
