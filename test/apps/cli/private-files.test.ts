import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { builtCommand } from "../../support/processes/built-command.ts"

const key = "secret-of-the-caller-000001"

describe("gleaner serve", () => {
  it("writes nothing that another user of the machine can read", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-files-"))
    const cache = path.join(folder, "cache")
    // Made by an earlier version.
    fs.mkdirSync(path.join(cache, "shared-v2"), { recursive: true, mode: 0o755 })
    const site = http.createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html", "cache-control": "max-age=600" }).end("<h1>A page</h1>")
    )
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
    const start = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
    const umask = process.umask(0o022)
    const child = spawn(process.execPath, [builtCommand, "serve"], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        GLEANER_PORT: "0",
        GLEANER_WORKERS: "0",
        GLEANER_BROWSER: "off",
        GLEANER_API_KEYS: `me:${key}`,
        GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
        GLEANER_DOMAIN_DELAY: "1 millis",
        GLEANER_CACHE_DIRECTORY: cache,
        GLEANER_STORE: `sqlite:${path.join(folder, "jobs.db")}`,
        GLEANER_DOCUMENTS: `file:${path.join(folder, "documents")}`
      }
    })
    process.umask(umask)
    try {
      let out = ""
      const url = await new Promise<string>((resolve, reject) => {
        child.once("exit", () => reject(new Error(`the service ended: ${out}`)))
        child.stdout.on("data", (chunk: Buffer) => {
          const address = /listens on (\S+)/.exec(out += chunk.toString())?.[1]
          if (address !== undefined) resolve(address)
        })
      })
      const headers = { "x-api-key": key, "content-type": "application/json" }
      const post = (route: string, body: object) =>
        fetch(url + route, { method: "POST", headers, body: JSON.stringify(body) })
      const { id } = await (await post("/v1/crawl", { url: start })).json() as { id: string }
      await (await fetch(`${url}/v1/jobs/${id}/events`, { headers })).text()
      const written = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
        .map(({ name, parentPath }) => path.join(parentPath, name)).filter((name) => name !== cache)
      assert.isTrue(written.some((name) => name.includes("content-v2")), "the cache has pages")
      assert.isTrue(written.some((name) => name.startsWith(path.join(folder, "documents", "/"))), "documents")
      const open = written.filter((name) => (fs.statSync(name).mode & 0o077) !== 0)
      assert.deepStrictEqual(open, [])
    } finally {
      child.kill("SIGTERM")
      if (child.exitCode === null) await once(child, "close")
      site.close()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })
})
