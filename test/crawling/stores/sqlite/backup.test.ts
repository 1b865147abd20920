import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { backUp } from "../../../../src/crawling/stores/sqlite/backup/back-up.ts"
import { openFile } from "../../../../src/crawling/stores/sqlite/open-file.ts"
import { type RunningService, serviceProcess } from "../../../support/entries/service-process.ts"
import { builtCommand } from "../../../support/processes/built-command.ts"

/** A site whose pages link each to the next, up to `last`. */
let last = Number.POSITIVE_INFINITY
let highest = 0
let onRequest = () => {}
const site = http.createServer((request, response) => {
  const url = request.url ?? "/"
  if (url === "/robots.txt") return void response.writeHead(404).end()
  const number = Number(url.slice(2))
  highest = Math.max(highest, number)
  onRequest()
  const next = number < last ? `<a href="/p${number + 1}">next</a>` : ""
  response.writeHead(200, { "content-type": "text/html" })
  response.end(`<!doctype html><title>Page ${number}</title><h1>Page ${number}</h1><p>Text ${number}.</p>${next}`)
})
const requestedPage = (number: number): Promise<void> =>
  new Promise((resolve) => {
    onRequest = () => highest >= number ? resolve() : undefined
    onRequest()
  })

let made = ""
let origin = ""
beforeAll(async () => {
  made = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-backup-"))
  site.listen(0, "127.0.0.1")
  await once(site, "listening")
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => {
  site.close()
  fs.rmSync(made, { recursive: true, force: true })
})

const serviceOn = (file: string): Promise<RunningService> =>
  serviceProcess({ store: { _tag: "Sqlite", path: file }, domainDelay: Duration.millis(30), maxDepth: 1000 })

/** The command as an operator runs it. */
const command = async (store: string, target: string) => {
  const child = spawn(process.execPath, [builtCommand, "jobs", "backup", target], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, GLEANER_STORE: `sqlite:${store}` }
  })
  let error = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (error += text))
  const [code] = await once(child, "close")
  return { code: code as number, error }
}

const ledgerOf = async (service: RunningService, id: string): Promise<ReadonlyArray<string>> => {
  const answer = await (await service.call(`/v1/jobs/${id}/ledger?limit=1000`)).json() as {
    readonly ledger: ReadonlyArray<{ readonly url: string }>
  }
  return answer.ledger.map(({ url }) => url)
}

const chain = (count: number) => Array.from({ length: count }, (_, n) => `${origin}/p${n}`)

describe("gleaner jobs backup", () => {
  it("copies the jobs of a service that crawls, and a service on the copy goes on", { tags: "long" }, async () => {
    const file = path.join(made, "running.db")
    const target = path.join(made, "copy.db")
    const service = await serviceOn(file)
    const crawl = { url: `${origin}/p0`, max_pages: 10_000, max_depth: 1000 }
    const { id } = await (await service.call("/v1/crawl", { json: crawl })).json() as { readonly id: string }
    await requestedPage(20)

    const copied = await command(file, target)
    assert.strictEqual(copied.code, 0, copied.error)
    assert.match(copied.error, /^gleaner: \S+copy\.db is a copy of the jobs, \d+ bytes\n$/)
    const again = await command(file, target)
    assert.deepStrictEqual(again, {
      code: 1,
      error: `gleaner: ${target} exists; name a file that does not exist\n`
    })
    // The crawl continues without a delay.
    await requestedPage(highest + 10)
    assert.deepStrictEqual(fs.statSync(target).mode & 0o777, 0o600)
    assert.deepStrictEqual(fs.statSync(`${file}-backup`).mode & 0o777, 0o600)
    await service.stop()
    const left = fs.readdirSync(made).filter((name) => !name.endsWith(".db"))
    assert.deepStrictEqual(left, [], "neither the socket nor a part of the copy")

    const db = new DatabaseSync(target)
    assert.strictEqual(Object.values(db.prepare("PRAGMA integrity_check").get() ?? {})[0], "ok")
    db.close()
    last = highest + 5
    const restored = await serviceOn(target)
    const before = await ledgerOf(restored, id)
    assert.isAbove(before.length, 10)
    assert.deepStrictEqual(before, chain(before.length), "no job is torn")
    const events = await (await restored.call(`/v1/jobs/${id}/events`)).text()
    assert.match(events, /event: status\ndata: \{"status":"done"/)
    assert.deepStrictEqual(await ledgerOf(restored, id), chain(last + 1))
    const documents = await (await restored.call(`/v1/jobs/${id}/documents?limit=1`)).json() as { total: number }
    assert.strictEqual(documents.total, last + 1)
    await restored.stop()
  })

  it("copies a file that no service has, with what a killed service left in its log", async () => {
    const original = path.join(made, "original.db")
    const db = openFile(original)
    db.exec("INSERT INTO webhooks VALUES ('a', 'b', '[]')")
    const killed = path.join(made, "killed.db")
    for (const end of ["", "-wal"]) fs.copyFileSync(original + end, killed + end)
    db.close()
    const target = path.join(made, "of-killed.db")
    assert.isAbove(await Effect.runPromise(backUp(killed, target)), 0)
    assert.isTrue(fs.existsSync(`${killed}-wal`), "the file stays as it was")
    const copy = openFile(target)
    assert.strictEqual(copy.prepare("SELECT id FROM webhooks").get()?.["id"], "a")
    copy.close()
  })

  it("says in one line why there is no copy, and leaves nothing of it", async () => {
    const file = path.join(made, "fine.db")
    openFile(file).close()
    const damaged = path.join(made, "damaged.db")
    fs.writeFileSync(damaged, "This is a text and no database. ".repeat(200))
    const held = path.join(made, "held.db")
    const holder = openFile(held)
    const cases: ReadonlyArray<readonly [store: string, target: string, fault: RegExp]> = [
      [path.join(made, "none.db"), "x.db", /^there is no store \S+none\.db$/],
      [file, file, /fine\.db exists; name a file that does not exist$/],
      [file, path.join(made, "none/x.db"), /x\.db cannot be written: there is no such file or folder$/],
      [damaged, path.join(made, "x.db"), /damaged\.db is not a SQLite database/],
      [held, path.join(made, "x.db"), /is in use by a process that takes no request for a backup \(.*ENOENT/]
    ]
    for (const [store, target, fault] of cases) {
      const error = await Effect.runPromise(Effect.flip(backUp(store, target)))
      assert.match(error.message, fault)
    }
    holder.close()
    assert.deepStrictEqual(fs.readdirSync(made).filter((name) => name.startsWith("x.db")), [])
  })
})
