import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { DocumentsPlace } from "../../../src/core/settings/store-kinds.ts"
import { type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { type Json, json } from "../../support/shapes.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"

let site: FixtureSite
let made = ""
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.close())
beforeEach(() => {
  made = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-restarts-"))
  return () => fs.rmSync(made, { recursive: true, force: true })
})

const inStore: DocumentsPlace = { _tag: "Store" }
const inFolder = (): DocumentsPlace => ({ _tag: "File", folder: path.join(made, "documents") })

/**
 * The answer of a service with these settings, over the file of the one before. It runs in this process, where a stop
 * does not wait long for the pages of `/slow`.
 */
const serving = async <A>(
  overrides: Parameters<typeof serviceOver>[0],
  use: (service: RunningService) => Promise<A>
): Promise<A> => {
  const service = await serviceOver({
    store: { _tag: "Sqlite", path: path.join(made, "gleaner.db") },
    ...overrides
  })
  try {
    return await use(service)
  } finally {
    await service.stop()
  }
}

/** A finished crawl of a few pages. */
const crawled = async (service: RunningService): Promise<string> => {
  const { id } = await json(await service.call("/v1/crawl", { json: { url: site.url, max_pages: 6 } }))
  await (await service.call(`/v1/jobs/${String(id)}/events`)).text()
  return String(id)
}

const segments = () =>
  fs.readdirSync(path.join(made, "documents"), { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile()).map(({ name, parentPath }) => path.join(parentPath, name))

/** Checks that all routes to documents answer this problem. */
const areLost = async (service: RunningService, id: string): Promise<void> => {
  for (const end of ["?documents=true", "/documents", "/documents?limit=2"]) {
    const answer = await service.call(`/v1/jobs/${id}${end}`)
    const problem = await json(answer)
    assert.deepStrictEqual([answer.status, problem["code"]], [500, "documents_lost"], end)
    assert.match(String(problem["detail"]), /GLEANER_DOCUMENTS/)
    assert.notInclude(String(problem["detail"]), made)
  }
  const lines = await service.call(`/v1/jobs/${id}/documents`, { headers: { accept: "application/x-ndjson" } })
  assert.strictEqual(lines.status, 500)
  assert.strictEqual((await service.call(`/v1/jobs/${id}/ledger`)).status, 200)
}

describe("a service that starts again over the same SQLite file", () => {
  it("says that documents are elsewhere now, and answers them when they are back", async () => {
    const id = await serving({ documents: inFolder() }, crawled)
    await serving({ documents: inStore }, (service) => areLost(service, id))
    await serving({ documents: inFolder() }, async (service) => {
      const { documents } = await json(await service.call(`/v1/jobs/${id}/documents`)) as {
        readonly documents?: ReadonlyArray<Json>
      }
      assert.isAbove(documents?.length ?? 0, 2)
      const [segment = ""] = segments()
      fs.renameSync(segment, `${segment}-gone`)
    })
    await serving({ documents: inFolder() }, (service) => areLost(service, id))
  })

  it("cuts an answer whose later documents are damaged, in a segment and in the store", async () => {
    const id = await serving({ documents: inFolder() }, crawled)
    const [segment = ""] = segments()
    fs.truncateSync(segment, fs.statSync(segment).size - 10)
    const isCut = async (service: RunningService, job: string) => {
      // The connection may be cut before the head of the answer has left, too.
      const isWhole = service.call(`/v1/jobs/${job}/documents`).then((answer) => answer.text()).then(
        () => true,
        () => false
      )
      assert.isFalse(await isWhole)
      assert.strictEqual((await service.call(`/v1/jobs/${job}/documents?limit=1`)).status, 200)
    }
    await serving({ documents: inFolder() }, (service) => isCut(service, id))

    const kept = await serving({ documents: inStore }, crawled)
    const db = new DatabaseSync(path.join(made, "gleaner.db"))
    db.exec("DELETE FROM documents WHERE key = (SELECT max(key) FROM documents)")
    db.close()
    await serving({ documents: inStore }, (service) => isCut(service, kept))
  })

  it("knows an idempotency key with smaller and with larger maximum values", async () => {
    const ask = async (service: RunningService, max_pages: number) =>
      json(
        await service.call("/v1/crawl", {
          json: { url: `${site.url}/slow`, max_pages },
          headers: { "idempotency-key": "once" }
        })
      )
    const { id, options } = await serving({ maxPages: 40 }, (service) => ask(service, 50))
    assert.strictEqual((options as Json)["max_pages"], 40)
    for (const maxPages of [30, 40, 60]) {
      await serving({ maxPages }, async (service) => {
        assert.strictEqual((await ask(service, 50))["id"], id)
        assert.strictEqual((await ask(service, 40))["code"], "idempotency_key_reused")
      })
    }
  })

  it("counts the crawls of a key that an earlier process has begun", async () => {
    const limits = { maxCrawlsPerKey: 1, maxRunningCrawls: 2 }
    const ask = (service: RunningService, key?: string) =>
      service.call("/v1/crawl", { json: { url: `${site.url}/slow` }, ...(key === undefined ? {} : { key }) })
    const id = await serving(limits, async (service) => String((await json(await ask(service)))["id"]))
    await serving(limits, async (service) => {
      const refused = await ask(service)
      assert.deepStrictEqual([refused.status, (await json(refused))["code"]], [429, "too_many_crawls"])
      assert.strictEqual((await service.call(`/v1/jobs/${id}`, { method: "DELETE" })).status, 200)
      assert.strictEqual((await ask(service)).status, 202)
    })
  })
})
