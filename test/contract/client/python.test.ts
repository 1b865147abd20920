import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { type McpSite, startMcpSite } from "../../serving/mcp/mcp-site.ts"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { blocksUnder } from "../../support/handbook.ts"
import { buildDocsForTests } from "../../support/processes/built-docs.ts"

const run = promisify(execFile)

const hasPython = await run("python3", ["-c", "import json, urllib.request"]).then(() => true, () => {
  console.warn("The test of the Python example is skipped: there is no python3.")
  return false
})

describe.skipIf(!hasPython)("the example in Python", () => {
  let site: McpSite
  let service: RunningService
  let folder = ""
  beforeAll(async () => {
    site = await startMcpSite()
    await buildDocsForTests()
    service = await serviceOver()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-python-"))
    const answer = await fetch(`${service.url}/docs/gleaner.py`)
    assert.strictEqual(answer.headers.get("content-type"), "text/x-python; charset=utf-8")
    fs.writeFileSync(path.join(folder, "gleaner.py"), await answer.text())
  })
  afterAll(async () => {
    await service.stop()
    site.close()
    fs.rmSync(folder, { recursive: true })
  })

  const python = async (program: string): Promise<ReadonlyArray<string>> => {
    const { stdout } = await run("python3", ["-W", "error", "-c", program], { cwd: folder })
    return stdout.trim().split("\n")
  }

  const linesOf = async (heading: string): Promise<ReadonlyArray<string>> => {
    const [block = assert.fail("no example")] = blocksUnder(heading, "python")
    const program = block.replaceAll("http://localhost:8080", service.url)
      .replaceAll("http://127.0.0.1:8090/docs/tides", `${site.url}/a`)
      .replaceAll("http://127.0.0.1:8090", site.url)
      .replaceAll("a-secret-of-24-characters", keys.first)
    return python(program)
  }

  it("scrapes, crawls and reads an error with nothing but the standard library", async () => {
    assert.deepStrictEqual(await linesOf("Scrape and crawl"), [
      "a True",
      "0 start",
      "1 a",
      "1 b",
      "done",
      "robots_disallowed"
    ])
  })

  it("does the same with asyncio", async () => {
    const [statuses, ...titles] = await linesOf("With asyncio")
    assert.strictEqual(statuses, "[200, 200]")
    assert.deepStrictEqual(titles, ["start", "a"])
  })

  it("goes on with a crawl in another process, where the first one stopped", async () => {
    const start = `from gleaner import Gleaner\nclient = Gleaner(${JSON.stringify(service.url)}, "${keys.first}")\n`
    const [first, id = "", position = ""] = await python(
      `${start}crawl = client.crawl("${site.url}/", max_pages=3)\nprint(next(crawl)["title"])\nprint(crawl.id)\nprint(crawl.position)`
    )
    const rest = await python(
      `${start}for document in client.resume("${id}", "${position}"):\n    print(document["title"])`
    )
    assert.deepStrictEqual([first, ...rest], ["start", "a", "b"])
  })

  it("tries again what the service cannot take now, and where the connection breaks", async () => {
    const answers = [
      () => ({ status: 503, body: { code: "overloaded", detail: "later", retry_after: 0 } }),
      () => undefined,
      () => ({ status: 202, body: { id: "0".repeat(32) } }),
      () => ({ status: 200, body: { documents: [{ title: "one" }], has_more: true, next_cursor: "c1" } }),
      () => undefined,
      () => ({ status: 200, body: { documents: [{ title: "two" }], has_more: false, next_cursor: null } }),
      () => ({
        status: 200,
        body: { status: "failed", errors: [{ code: "fetch_failed", message: "The seed is away." }] }
      }),
      () => ({ status: 400, body: { code: "invalid_request", detail: "wrong", errors: [{ pointer: "/x" }] } })
    ]
    const seen: Array<string> = []
    const flaky = http.createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers["idempotency-key"] ?? ""}`.trim())
      const answer = answers[seen.length - 1]?.()
      if (answer === undefined) return void request.socket.destroy()
      response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body))
    })
    await new Promise<void>((resolve) => flaky.listen(0, "127.0.0.1", resolve))
    const address = `http://127.0.0.1:${(flaky.address() as AddressInfo).port}`
    const lines = await python([
      "import time",
      "time.sleep = lambda seconds: None",
      "from gleaner import Gleaner, GleanerError",
      `client = Gleaner("${address}/", "${keys.first}")`,
      "try:",
      "    for document in client.crawl(\"https://a.example/\"):",
      "        print(document[\"title\"])",
      "except GleanerError as error:",
      "    print(error)",
      "try:",
      "    client.scrape(\"https://a.example/\", x=1)",
      "except GleanerError as error:",
      "    print(error.code, error.status, error.errors)"
    ].join("\n"))
    flaky.closeAllConnections()
    await new Promise((resolve) => flaky.close(resolve))
    assert.deepStrictEqual(lines, [
      "one",
      "two",
      "fetch_failed: The seed is away.",
      "invalid_request 400 [{'pointer': '/x'}]"
    ])
    const job = `/v1/jobs/${"0".repeat(32)}`
    assert.strictEqual(new Set(seen.slice(0, 3)).size, 1, "one idempotency key")
    assert.deepStrictEqual(seen.slice(3), [
      `GET ${job}/documents?limit=100`,
      `GET ${job}/documents?limit=100&after=c1`,
      `GET ${job}/documents?limit=100&after=c1`,
      `GET ${job}`,
      "POST /v1/scrape"
    ])
  })

  it("reads CSV", async () => {
    assert.match((await linesOf("With pandas")).join("\n"), /^source,type,name,url,image,price,currency,description/)
  })
})
