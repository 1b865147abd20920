import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll } from "vitest"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-service-"))
const live = serviceOverSite({ documents: { _tag: "File", folder } })
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const filesIn = () =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("lock")).map(({ name }) => name)

const urlsOf = (documents: unknown) => (documents as ReadonlyArray<{ readonly url: string }>).map(({ url }) => url)

describe("a service with its documents in a folder", () => {
  it("answers them as ever, keeps them in one file a job, and deletes that with the job", async () => {
    const { id } = await live.crawled({ max_pages: 12 })
    const job = await live.ended(id)
    const urls = urlsOf((await live.get(`/v1/jobs/${String(id)}/documents?limit=100`))["documents"])
    assert.isAbove(urls.length, 5)
    assert.strictEqual(urls.length, job["document_count"])
    assert.lengthOf(filesIn(), 1)
    const lines = await (await live.service.call(`/v1/jobs/${String(id)}/documents`, {
      headers: { accept: "application/x-ndjson" }
    })).text()
    assert.deepStrictEqual(urlsOf(lines.trim().split("\n").map((line) => JSON.parse(line))), urls)
    await live.service.call(`/v1/jobs/${String(id)}?purge=true`, { method: "DELETE" })
    assert.deepStrictEqual(filesIn(), [])
    const metrics = await (await live.service.call("/v1/metrics")).text()
    assert.match(metrics, /gleaner_store_operation_duration_seconds_count\{operation="put document"[^}]*\} \d+/)
  })
})
