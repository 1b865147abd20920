import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { builtCommand } from "../../../support/processes/built-command.ts"

const key = "first-key-0123456789abcdef"

interface Serving {
  readonly child: ChildProcess
  readonly output: () => string
  readonly call: (path: string, json?: unknown) => Promise<Response>
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

/** `gleaner serve` with its jobs in this file. Undefined if it did not start. */
const serve = async (file: string): Promise<Serving | string> => {
  const child = spawn(process.execPath, [builtCommand, "serve"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      GLEANER_STORE: `sqlite:${file}`,
      GLEANER_PORT: "0",
      GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
      GLEANER_DOMAIN_DELAY: "100 millis",
      GLEANER_BROWSER: "off",
      GLEANER_WORKERS: "0",
      GLEANER_API_KEYS: `first:${key}`
    }
  })
  let output = ""
  const address = new Promise<string | undefined>((resolve) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /listens on (\S+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    child.once("close", () => resolve(undefined))
  })
  const closed = once(child, "close")
  const url = await address
  if (url === undefined) return output
  return {
    child,
    output: () => output,
    call: (path, json) =>
      fetch(url + path, {
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(json === undefined ? {} : { method: "POST", body: JSON.stringify(json) })
      }),
    end: async (signal) => {
      child.kill(signal)
      await closed
    }
  }
}

const started = async (file: string): Promise<Serving> => {
  const serving = await serve(file)
  if (typeof serving === "string") throw new Error(serving)
  return serving
}

/** A site whose pages each link to the next. Pages above `allowed` wait for their answer. */
const pages = 8
const asked: Array<number> = []
let onAsked = () => {}
let allowed = 1
let held: ReadonlyArray<() => void> = []
const allow = (number: number): void => {
  allowed = number
  for (const answer of held) answer()
  held = []
}
const site = http.createServer((request, response) => {
  const url = request.url ?? "/"
  if (url === "/robots.txt") return void response.writeHead(404).end()
  const number = Number(url.slice(2))
  const next = number + 1 < pages ? `<a href="/p${number + 1}">next</a>` : ""
  const answer = () => {
    response.writeHead(200, { "content-type": "text/html" })
    response.end(
      `<!doctype html><title>Page ${number}</title><h1>Page ${number}</h1><p>The text of page ${number}.</p>${next}`
    )
  }
  if (number <= allowed) answer()
  else held = [...held, answer]
  asked.push(number)
  onAsked()
})

/** Waits until the site got this many requests for pages. */
const askedFor = (count: number): Promise<void> =>
  new Promise((resolve) => {
    onAsked = () => asked.length >= count ? resolve() : undefined
    onAsked()
  })

interface Shown {
  readonly status: string
  readonly stats: { readonly stored: number }
  readonly ledger: ReadonlyArray<{ readonly url: string }>
}

const shown = async (serving: Serving, id: string): Promise<Shown> => {
  const job = await (await serving.call(`/v1/jobs/${id}`)).json() as Shown
  const { ledger } = await (await serving.call(`/v1/jobs/${id}/ledger`)).json() as Shown
  return { ...job, ledger }
}

let made = ""
let origin = ""
beforeAll(async () => {
  made = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-process-"))
  site.listen(0, "127.0.0.1")
  await once(site, "listening")
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => {
  site.close()
  fs.rmSync(made, { recursive: true, force: true })
})

describe("gleaner serve with its jobs in a SQLite file", () => {
  it("goes on after kill -9 with what it has shown, parks its crawls at SIGTERM, and refuses a second process", {
    tags: "long"
  }, async () => {
    const file = path.join(made, "gleaner.db")
    const first = await started(file)
    const crawl = { url: `${origin}/p0`, max_pages: 100, max_depth: 20 }
    const { id } = await (await first.call("/v1/crawl", crawl)).json() as { readonly id: string }
    await askedFor(3)

    const before = await shown(first, id)
    assert.strictEqual(before.ledger.length, 2)
    await first.end("SIGKILL")

    const second = await started(file)
    await askedFor(4)
    allow(4)
    await askedFor(7)
    const between = await shown(second, id)
    assert.deepStrictEqual([between.status, between.ledger.length], ["running", 5])
    assert.deepStrictEqual(between.ledger.slice(0, 2), before.ledger)
    const cutShort = second.call(`/v1/jobs/${id}/events`).then((answer) => answer.text())
    const ended = second.end("SIGTERM")
    // Page 5 is still in flight when the stream of events ends and the probe fails.
    assert.notInclude(await cutShort, "id: end")
    assert.strictEqual((await second.call("/readyz")).status, 503)
    allow(5)
    await ended
    const lines = second.output().trim().split("\n")
    assert.lengthOf(lines.filter((line) => !line.startsWith("{")), 1, "the address; all else is log")
    assert.lengthOf(lines.filter((line) => line.includes("1 running crawl is kept in the job store")), 1)

    const third = await started(file)
    allow(pages)
    const events = await (await third.call(`/v1/jobs/${id}/events`)).text()
    assert.match(events, /event: status\ndata: \{"status":"done"/)
    const after = await shown(third, id)
    assert.deepStrictEqual(
      after.ledger.map(({ url }) => url),
      Array.from({ length: pages }, (_, n) => `${origin}/p${n}`)
    )
    assert.strictEqual(after.stats.stored, pages)
    const other = await serve(file)
    assert.match(
      typeof other === "string" ? other : "it started",
      /^gleaner: GLEANER_STORE: \S+ is in use by another process; [^\n]+\n$/
    )
    await third.end("SIGTERM")
    // Only the page that was in flight at the crash was requested again.
    assert.deepStrictEqual(asked, [0, 1, 2, 2, 3, 4, 5, 6, 7])
  })
})
