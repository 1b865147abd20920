import { assert, it } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import type { Json } from "../../support/shapes.ts"
import { call, ended, jobOf, parts } from "./mcp-client.ts"
import type { McpSite } from "./mcp-site.ts"

interface Connected {
  readonly client: Client
  readonly site: McpSite
}

/** Tests of the tools for jobs, by one client. */
export const jobTools = (connected: () => Connected): void => {
  const client = () => connected().client
  const site = () => connected().site
  let job: string

  it("reads the records of a job, in parts, and those of one type", async () => {
    const id = jobOf((await call(client(), "crawl", { url: `${site().url}/clocks`, max_pages: 1 })).text)
    await ended(client(), id)
    const namesIn = (text: string) => [...text.matchAll(/"name":"(Clock \d+)","url"/g)].map(([, name]) => name)
    const names = Array.from({ length: 20 }, (_, n) => `Clock ${n}`)
    assert.deepStrictEqual(namesIn((await call(client(), "crawl_records", { id })).text), names)
    const cut = await parts(client(), "crawl_records", { id }, 200)
    assert.isAbove(cut.length, 3)
    assert.deepStrictEqual(cut.flatMap(namesIn), names)
    const events = (await call(client(), "crawl_records", { id, type: "Event" })).text
    assert.deepStrictEqual(namesIn(events), names.slice(15))
    const none = (await call(client(), "crawl_records", { id, type: "NoSuch" })).text
    assert.strictEqual(none, "(The crawl has no more records.)")
  })

  it("reads the templates of a job", async () => {
    const id = jobOf((await call(client(), "crawl", { url: `${site().url}/clocks`, max_pages: 1 })).text)
    await ended(client(), id)
    const templates = (await call(client(), "crawl_templates", { id })).text.split("\n").map((line) => JSON.parse(line))
    assert.deepStrictEqual(templates.map(({ examples, pages }) => [examples, pages]), [[[`${site().url}/clocks`], 1]])
  })

  it("searches the pages of a job that has an index", async () => {
    const id = jobOf((await call(client(), "crawl", { url: site().url, search: true })).text)
    await ended(client(), id)
    const { text } = await call(client(), "search_job", { id, query: "What is on page b?", limit: 1 })
    assert.match(text, /^--- http\S+\/b#:~:text=\S+ \(\d+ tokens\)\n/)
    assert.strictEqual((text.match(/^--- /gm) ?? []).length, 1)
    const none = await call(client(), "search_job", { id, query: "volcano" })
    assert.strictEqual(none.text, "(No stored page has these words.)")
    const without = jobOf((await call(client(), "crawl", { url: site().url, max_pages: 1 })).text)
    const refused = await call(client(), "search_job", { id: without, query: "page" })
    assert.isTrue(refused.isError)
    assert.match(refused.text, /"search": true/)
  })

  it("crawls, and reads the status, the pages and the ledger of the job", async () => {
    assert.match((await call(client(), "crawl", { url: site().url, dry_run: true })).text, /"allowed": true/)
    const started = (await call(client(), "crawl", { url: site().url, max_depth: 50 })).text
    assert.match(started, /^Note: max_depth 50 became 20$/m)
    job = jobOf(started)
    assert.match(await ended(client(), job), /^Status: done\nPages: .*3 documents to read\.$/m)
    const whole = (await call(client(), "crawl_documents", { id: job })).text
    assert.deepStrictEqual(whole.match(/^===== .*$/gm)?.map((line) => line.replace(site().url, "")), [
      "===== /",
      "===== /a",
      "===== /b"
    ])
    const { documents } = (await call(client(), "crawl_documents", { id: job })).structured
    assert.deepStrictEqual(
      (documents as ReadonlyArray<Json>).map(({ content, title, url }) => [url, title, String(content).slice(0, 10)]),
      [["/", "start"], ["/a", "a"], ["/b", "b"]].map((
        [path, title]
      ) => [site().url + path, title, `# ${title}\n\nThe page`.slice(0, 10)])
    )
    const cut = await parts(client(), "crawl_documents", { id: job }, 250)
    assert.isAbove(cut.length, 3)
    const squashed = (text: string) => text.replaceAll(/\s+/g, "")
    assert.strictEqual(squashed(cut.join("")), squashed(whole))
    const found = (await call(client(), "crawl_documents", { id: job, query: "page b" })).text
    assert.match(found, /^===== http\S+\/b\n[^]*^--- http\S+\/b#:~:text=/m)
    const rows = (await call(client(), "crawl_ledger", { id: job })).text
    assert.match(rows, /^- stored http\S+\/, status 200, depth 0$/m)
    const ledger = (await call(client(), "crawl_ledger", { id: job })).structured
    assert.deepInclude(ledger["rows"], { url: `${site().url}/`, outcome: "stored", status: 200, depth: 0 })
    assert.strictEqual(ledger["total"], (ledger["rows"] as ReadonlyArray<Json>).length)
    const rowParts = await parts(client(), "crawl_ledger", { id: job }, 250)
    assert.strictEqual(squashed(rowParts.join("")), squashed(rows))
    const skipped = (await call(client(), "crawl_ledger", { id: job, outcome: "skipped" })).text
    assert.match(skipped, /^- skipped \(robots_disallowed\) http\S+\/private, /)
    assert.notInclude(skipped, "stored")
  })

  it("cancels a crawl, and knows no job that is not there", async () => {
    assert.match((await call(client(), "crawl_cancel", { id: job })).text, /^Status: done$/m)
    assert.strictEqual((await call(client(), "schedules", {})).text, "This key has no schedules.")
    const missing = await call(client(), "schedule_changes", { id: "0".repeat(32) })
    assert.match(missing.text, /This key has no schedule with that id/)
    for (
      const name of [
        "crawl_status",
        "crawl_wait",
        "crawl_documents",
        "crawl_records",
        "crawl_templates",
        "crawl_ledger",
        "crawl_cancel"
      ]
    ) {
      const { isError, text } = await call(client(), name, { id: "0".repeat(32) })
      assert.isTrue(isError)
      assert.match(text, /\(job_not_found\)$/, name)
    }
  })
}
