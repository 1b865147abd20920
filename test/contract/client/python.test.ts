import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { type McpSite, startMcpSite } from "../../serving/mcp/mcp-site.ts"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { blocksUnder } from "../../support/handbook.ts"

const run = promisify(execFile)

const hasPython = await run("python3", ["-c", "import json, urllib.request"]).then(() => true, () => {
  console.warn("The test of the Python example is skipped: there is no python3.")
  return false
})

describe.skipIf(!hasPython)("the example in Python", () => {
  let site: McpSite
  let service: RunningService
  beforeAll(async () => {
    site = await startMcpSite()
    service = await serviceOver()
  })
  afterAll(async () => {
    await service.stop()
    site.close()
  })

  const linesOf = async (heading: string): Promise<ReadonlyArray<string>> => {
    const [block = assert.fail("no example")] = blocksUnder(heading, "python")
    const program = block.replaceAll("http://localhost:8080", service.url)
      .replaceAll("http://127.0.0.1:8090/docs/tides", `${site.url}/a`)
      .replaceAll("http://127.0.0.1:8090", site.url)
      .replaceAll("a-secret-of-24-characters", keys.first)
    const { stdout } = await run("python3", ["-c", program])
    return stdout.trim().split("\n")
  }

  it("scrapes, crawls and reads an error with the standard library alone", async () => {
    assert.deepStrictEqual(await linesOf("Scrape and crawl"), [
      "a True",
      "0 start",
      "1 a",
      "1 b",
      "done",
      "robots_disallowed"
    ])
  })

  it("reads CSV", async () => {
    assert.match((await linesOf("With pandas")).join("\n"), /^source,type,name,url,image,price,currency,description/)
  })
})
