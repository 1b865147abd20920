import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { Duration, Option, Redacted } from "effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { createInterface } from "node:readline"
import type { serviceOver as start } from "../../../support/entries/service-process.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { blocksUnder } from "../../../support/handbook.ts"
import { type Json, json } from "../../../support/shapes.ts"
import { noPostgres, sharedPostgres } from "../../../support/stores/postgres.ts"
import { type FixtureSite, startFixtureSite } from "../../../support/web/fixture-site.ts"
import { startReceiver, verify, type WebhookReceiver } from "../../../support/web/webhook-receiver.ts"

/** Webhooks wait for less, so that no test waits for a repetition. */
const local = {
  webhookPause: Duration.millis(100),
  webhookWaits: [0.5, 1, 1, 1, 1, 1],
  browser: Option.some("off"),
  webhookAddresses: ["127.0.0.0/8"]
}
const secretQuery = "token=a-secret-of-the-receiver"

let site: FixtureSite
let receiver: WebhookReceiver
const services: Array<RunningService> = []

const service = async (settings: Parameters<typeof start>[0] = {}): Promise<RunningService> => {
  const made = await serviceOver({ ...local, ...settings })
  services.push(made)
  return made
}
beforeEach(async () => {
  site = await startFixtureSite()
  receiver = await startReceiver()
})
afterEach(async () => {
  await Promise.all(services.splice(0).map(({ stop }) => stop()))
  receiver.close()
  await site.close()
})

const hook = (...events: ReadonlyArray<string>) => ({ webhook: { url: `${receiver.url}/hook?${secretQuery}`, events } })

const crawl = async (on: RunningService, more: object, key = keys.first): Promise<Json> => {
  const response = await on.call("/v1/crawl", { json: { url: `${site.url}/`, max_pages: 5, ...more }, key })
  assert.strictEqual(response.status, 202, await response.clone().text())
  return json(response)
}
const secretOf = async (on: RunningService, key = keys.first): Promise<string> => {
  const response = await on.call("/v1/webhook-secret", { key })
  assert.strictEqual(response.headers.get("cache-control"), "no-store")
  return String((await json(response))["secret"])
}
const ended = (id: unknown) => (arrived: WebhookReceiver["arrived"]) =>
  arrived.some(({ data, type }) => type === "job.finished" && data["id"] === id)

/** The machine may be busy with other tests. */

describe("a webhook", () => {
  it("is signed so that a library of Standard Webhooks accepts it, only with the secret of its key", async () => {
    const live = await service()
    const { id } = await crawl(live, hook("job.started", "page.stored", "page.failed", "job.finished"))
    await receiver.until(ended(id))
    const secret = await secretOf(live)
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const other = await secretOf(live, keys.second)
    assert.notStrictEqual(other, secret)
    for (const message of receiver.arrived) {
      assert.deepEqual(verify(secret, message), JSON.parse(message.body))
      assert.throws(() => verify(other, message))
      assert.throws(() => verify(secret, { ...message, body: `${message.body} ` }))
      assert.strictEqual(message.headers["content-type"], "application/json")
      assert.strictEqual(message.path, `/hook?${secretQuery}`)
      assert.notProperty(message.headers, "x-api-key")
    }
    const job = await json(await live.call(`/v1/jobs/${id}`))
    const ledger = (await json(await live.call(`/v1/jobs/${id}/ledger`)))["ledger"] as ReadonlyArray<Json>
    const pages = receiver.arrived.flatMap(({ data }) => (data["pages"] ?? []) as ReadonlyArray<Json>)
    const told = ledger.filter(({ outcome }) => outcome === "stored" || outcome === "failed")
    assert.sameDeepMembers([...pages], [...told])
    assert.deepEqual(receiver.arrived.at(-1)?.data, job)
    const shown = [
      ...await Promise.all(
        ["", "?documents=true", "/ledger", "/documents", "/events"].map(async (path) =>
          (await live.call(`/v1/jobs/${id}${path}`)).text()
        )
      ),
      await (await live.call("/v1/jobs")).text(),
      await (await live.call("/v1/metrics")).text()
    ].join()
    for (const secretText of [secret, secret.slice("whsec_".length), "a-secret-of-the-receiver"]) {
      assert.notInclude(shown, secretText)
    }
    assert.match(shown, /gleaner_webhooks_total\{result="delivered"\} \d/)
  })

  it("of a batch tells its end, signed with the secret of the key that made it", async () => {
    const live = await service()
    const { id } = await json(
      await live.call("/v1/batch", {
        json: { urls: [`${site.url}/`], webhook: { url: `${receiver.url}/second` } },
        key: keys.second
      })
    )
    await receiver.until(ended(id))
    const [message] = receiver.arrived
    if (message === undefined) return assert.fail("nothing came")
    assert.strictEqual(message.type, "job.finished")
    verify(await secretOf(live, keys.second), message)
    assert.throws(() => verify("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message))
  })

  it("goes to a private address only if the list of webhooks allows it, which allows no page", async () => {
    const strict = await service({ webhookAddresses: [] })
    for (const url of [receiver.url, "http://169.254.169.254/", "http://[::1]:8080/", "http://localhost:8080/"]) {
      const refused = await strict.call("/v1/crawl", { json: { url: `${site.url}/`, webhook: { url } } })
      const problem = await json(refused)
      assert.deepInclude(problem, { status: 403, code: "address_blocked" })
      assert.include(String(problem["detail"]), "GLEANER_WEBHOOK_ADDRESSES")
    }
    const apart = await service({ allowAddresses: [] })
    const page = await json(await apart.call("/v1/scrape", { json: { url: `${site.url}/` } }))
    assert.strictEqual(page["code"], "address_blocked")
    const denied = await service({ denyAddresses: ["127.0.0.1/32"] })
    assert.strictEqual(
      (await denied.call("/v1/crawl", { json: { url: "https://example.com", ...hook() } })).status,
      400
    )
    const job = await denied.call("/v1/crawl", { json: { url: "https://example.com", ...hook("job.finished") } })
    assert.strictEqual((await json(job))["code"], "address_blocked")
    assert.deepStrictEqual(receiver.arrived, [])
  })

  it("is refused where it is wrong, and the answer says what is right", async () => {
    const live = await service()
    const wrong: ReadonlyArray<readonly [webhook: unknown, pointer: string, detail: RegExp]> = [
      [{ url: "ftp://example.com" }, "/webhook/url", /scheme ftp/],
      [{ url: "https://me:pass@example.com" }, "/webhook/url", /user name or password/],
      [{ url: "example.com", events: [] }, "/webhook/events", /at least 1|empty|missing/i],
      [{ url: "example.com", events: ["job.done"] }, "/webhook/events/0", /must be one of job.started/],
      [{ url: "example.com", secret: "x" }, "/webhook/secret", /is unknown here/],
      ["example.com", "/webhook", /must be/]
    ]
    for (const [webhook, pointer, detail] of wrong) {
      const problem = await json(await live.call("/v1/crawl", { json: { url: "https://example.com", webhook } }))
      const [error] = problem["errors"] as ReadonlyArray<{ pointer: string; detail: string }>
      assert.deepStrictEqual([problem["status"], error?.pointer], [400, pointer])
      assert.match(error?.detail ?? "", detail)
    }
  })

  it("that nobody answers holds up no crawl, and a redirect leads it nowhere", async () => {
    const live = await service({ webhookTimeout: Duration.minutes(1) })
    const elsewhere = await startReceiver()
    receiver.answer = ({ path }, response) => {
      if (path === "/moved") response.writeHead(307, { location: elsewhere.url }).end()
    }
    const { id } = await crawl(live, hook("job.started", "page.stored", "job.finished"))
    await receiver.until((arrived) => arrived.length > 0)
    await (await live.call(`/v1/jobs/${id}/events`)).text()
    assert.strictEqual((await json(await live.call(`/v1/jobs/${id}`)))["status"], "done")
    const moved = await crawl(live, { webhook: { url: `${receiver.url}/moved` } })
    // The second try comes after the answer to the first.
    await receiver.until((arrived) => arrived.filter(({ data }) => data["id"] === moved["id"]).length === 2)
    assert.deepStrictEqual(elsewhere.arrived, [])
    elsewhere.close()
  })

  it("that has not arrived survives a restart with SQLite, with the same id and the same secret", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-webhooks-"))
    const file = path.join(folder, "gleaner.db")
    const store = { store: { _tag: "Sqlite" as const, path: file } }
    receiver.answer = (_, response) => void response.writeHead(503).end()
    const first = await service(store)
    const secret = await secretOf(first)
    const { id } = await crawl(first, hook("page.stored", "job.finished"))
    await receiver.until((arrived) => arrived.length >= 2 && ended(id)(arrived))
    await first.stop()
    services.length = 0
    assert.notInclude(fs.readFileSync(file, "latin1"), secret.slice("whsec_".length))
    const before = receiver.arrived.map((message) => message.id)
    receiver.answer = (_, response) => void response.writeHead(200).end("ok")
    const second = await service(store)
    const later = () => receiver.arrived.slice(before.length)
    await receiver.until(() => before.every((id) => later().some((message) => message.id === id)))
    const after = later()
    for (const message of after) verify(await secretOf(second), message)
    await second.stop()
    services.length = 0
    fs.rmSync(folder, { recursive: true })
  })
})

describe("the receiver of the documentation", () => {
  it("says what a crawl has come to", async () => {
    const [code = ""] = blocksUnder("Webhooks", "js")
    assert.isAtMost(code.trim().split("\n").length, 10)
    const live = await service()
    const listening = code.replace(".listen(9000)", ".listen(0, function() { console.log(this.address().port) })")
    const child = spawn(process.execPath, ["--input-type=module", "-e", listening], {
      cwd: path.join(import.meta.dirname, "../../../.."),
      env: { ...process.env, WEBHOOK_SECRET: await secretOf(live) },
      stdio: ["ignore", "pipe", "inherit"]
    })
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const line = async (): Promise<string> => String((await lines.next()).value)
    const events = ["page.stored", "job.finished"]
    const { id } = await crawl(live, { max_pages: 1, webhook: { url: `http://127.0.0.1:${await line()}/`, events } })
    assert.strictEqual(await line(), `page.stored ${id} 1`)
    assert.strictEqual(await line(), `job.finished ${id} done`)
    child.kill()
  })
})

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "webhooks of two nodes over one Postgres", () => {
  it("are each sent by one of them, signed with the same secret, and go on when a node is gone", async () => {
    const postgres = await sharedPostgres()
    const store = { store: { _tag: "Postgres" as const, url: Redacted.make(postgres.database()) } }
    const [first, second] = await Promise.all([service(store), service(store)])
    const jobs = await Promise.all([first, second, first].map((on) => crawl(on, hook("job.started", "job.finished"))))
    await receiver.until((arrived) => jobs.every(({ id }) => ended(id)(arrived)))
    const ids = receiver.arrived.map((message) => message.id)
    assert.strictEqual(new Set(ids).size, 6)
    assert.strictEqual(ids.length, 6)
    assert.strictEqual(await secretOf(first), await secretOf(second))
    for (const message of receiver.arrived) verify(await secretOf(second), message)
    receiver.answer = (_, response) => void response.writeHead(503).end()
    const { id } = await crawl(first, hook("job.finished"))
    await receiver.until(ended(id))
    receiver.answer = (_, response) => void response.writeHead(204).end()
    await first.stop()
    services.splice(services.indexOf(first), 1)
    await receiver.until((arrived) => arrived.filter(({ data }) => data["id"] === id).length === 2)
    const [lost, repeated] = receiver.arrived.filter(({ data }) => data["id"] === id)
    assert.strictEqual(repeated?.id, lost?.id)
    await second.stop()
    services.length = 0
  })
})
