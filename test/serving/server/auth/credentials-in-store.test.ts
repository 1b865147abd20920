import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Redacted } from "effect"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { polled } from "../../../support/polled.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../../support/stores/postgres.ts"

const secrets = ["hdr-7f3a9c", "ckv-51be20"]

/** A site of many pages, each slow enough that a crawl is still in the middle of it after a second. */
const told = new Set<string>()
const site = http.createServer((request, response) => {
  if (secrets.every((secret) => JSON.stringify(request.headers).includes(secret))) told.add(request.url ?? "")
  const links = Array.from({ length: 200 }, (_, at) => `<a href="/${at}">${at}</a>`).join("")
  response.writeHead(200, { "content-type": "text/html" }).end(
    `<h1>${request.url}</h1><p>Page ${request.url}. ${links}`
  )
})

const jobAt = async (service: RunningService, id: string) =>
  await (await service.call(`/v1/jobs/${id}`)).json() as {
    readonly status: string
    readonly stats: { readonly stored: number }
    readonly errors: ReadonlyArray<{ readonly code: string }>
  }

let origin = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => void site.close().closeAllConnections())

const startCrawl = async (service: RunningService): Promise<string> => {
  const started = await service.call("/v1/crawl", {
    json: {
      url: `${origin}/`,
      max_pages: 150,
      headers: { Authorization: `Bearer ${secrets[0]}` },
      cookies: { sid: secrets[1] }
    }
  })
  assert.strictEqual(started.status, 202)
  return (await started.json() as { readonly id: string }).id
}

const assertClean = (kept: string, id: string): void => {
  assert.include(kept, id)
  for (const secret of secrets) {
    for (const form of [secret, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64")]) {
      assert.notInclude(kept, form)
    }
  }
}

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "a crawl with credentials in a store that outlives it", () => {
  let server: PostgresServer
  let store = ""
  beforeAll(async () => {
    server = await sharedPostgres()
    store = server.database()
  })

  const node = () =>
    serviceOver({
      store: { _tag: "Postgres", url: Redacted.make(store) },
      nodeSilence: Duration.seconds(2),
      nodeBeat: Duration.millis(200),
      domainDelay: Duration.millis(100)
    })
  it("stands nowhere in the store, is left alone by another node, and fails when its own is gone", async () => {
    const [first, second] = [await node(), await node()]
    const id = await startCrawl(first)
    await polled(() => jobAt(second, id), ({ stats }) => stats.stored >= 5)
    // Each page was asked for with them, so the other node asked for none.
    assert.strictEqual((await jobAt(second, id)).status, "running")
    const tables = server.sql(
      store,
      "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = 'gleaner'"
    )
    const kept = tables.flatMap((table) => server.sql(store, `SELECT t::text FROM ${table} t`)).join("\n")
    assertClean(kept, id)
    await first.stop()
    const { errors } = await polled(() => jobAt(second, id), ({ status }) => status !== "running")
    assert.deepStrictEqual(errors.map(({ code }) => code), ["credentials_lost"])
    const ledger = await (await second.call(`/v1/jobs/${id}/ledger?limit=1000`)).json() as {
      readonly ledger: ReadonlyArray<{ readonly url: string; readonly outcome: string }>
    }
    const stored = ledger.ledger.filter(({ outcome }) => outcome === "stored").map(({ url }) => new URL(url).pathname)
    assert.isAbove(stored.length, 4)
    assert.deepStrictEqual(stored.filter((path) => !told.has(path)), [])
    await second.stop()
  })
})

describe("a crawl with credentials in a file", () => {
  it("stands nowhere in it, and fails after a restart", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-credentials-"))
    const store = { _tag: "Sqlite", path: path.join(folder, "jobs.db") } as const
    const first = await serviceOver({ store, domainDelay: Duration.millis(100) })
    const id = await startCrawl(first)
    await polled(() => jobAt(first, id), ({ stats }) => stats.stored >= 5)
    const files = () =>
      fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
        .map(({ name }) => fs.readFileSync(path.join(folder, name), "latin1")).join("")
    assertClean(files(), id)
    await first.stop()
    assertClean(files(), id)
    const again = await serviceOver({ store, domainDelay: Duration.millis(100) })
    const { errors, status } = await polled(() => jobAt(again, id), ({ status }) => status !== "running")
    assert.deepStrictEqual([status, errors.map(({ code }) => code)], ["failed", ["credentials_lost"]])
    await again.stop()
    fs.rmSync(folder, { recursive: true })
  })
})
