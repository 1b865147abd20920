import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"
import { keys } from "../../../support/entries/service-process.ts"
import { type Json, json } from "../../../support/shapes.ts"

const live = serviceOverSite({ retries: 0, browser: Option.some("off") })
const { crawl, crawled, ended, get } = live
let job: Json
beforeAll(async () => {
  job = await ended((await crawled({ max_depth: 1 }))["id"])
})

/** Every item of a list, `limit` at a time, each answer's cursor followed. */
const all = async (path: string, name: string, limit: number): Promise<ReadonlyArray<Json>> => {
  const items: Array<Json> = []
  const separator = path.includes("?") ? "&" : "?"
  for (let after = "";;) {
    const page = await get(`${path}${separator}limit=${limit}${after}`)
    const part = page[name] as ReadonlyArray<Json>
    assert.isAtMost(part.length, limit)
    items.push(...part)
    assert.strictEqual(page["next_cursor"] === null, !page["has_more"])
    if (!page["has_more"]) {
      assert.strictEqual(page["total"], items.length)
      return items
    }
    after = `&after=${page["next_cursor"]}`
  }
}

interface ServerEvent {
  readonly id?: string
  readonly event: string
  readonly data: Json
}

const parseEvents = (text: string): ReadonlyArray<ServerEvent> =>
  text.split("\n\n").filter((block) => block !== "" && !block.startsWith(":")).map((block) => {
    const fields = Object.fromEntries(block.split("\n").map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []))
    return { ...fields, data: JSON.parse(fields["data"]) }
  })

const events = async (id: unknown, lastEventId?: string): Promise<ReadonlyArray<ServerEvent>> => {
  const headers = lastEventId === undefined ? {} : { "last-event-id": lastEventId }
  const response = await live.service.call(`/v1/jobs/${id}/events`, { headers })
  assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
  return parseEvents(await response.text())
}

describe("GET /v1/jobs", () => {
  it("lists this key's jobs, the newest first, the same by cursor whatever the limit", async () => {
    const second = { key: keys.second }
    const made: Array<unknown> = []
    for (let count = 0; count < 5; count++) made.unshift((await crawled({ max_pages: 1 }, second))["id"])
    await crawl({ max_pages: 1 })
    const listed = (await get("/v1/jobs", second)) as { jobs: ReadonlyArray<Json>; total: number }
    assert.deepStrictEqual(listed.jobs.map(({ id }) => id), made)
    assert.strictEqual(listed.total, 5)
    const first = await get("/v1/jobs?limit=2", second)
    // A job that comes in between moves nothing.
    await crawl({ max_pages: 1 }, second)
    const rest = await get(`/v1/jobs?limit=3&after=${first["next_cursor"]}`, second)
    const ids = [first, rest].flatMap((page) => (page["jobs"] as ReadonlyArray<Json>).map(({ id }) => id))
    assert.deepStrictEqual(ids, made)
    assert.isFalse(rest["has_more"])
  })
})

describe("GET /v1/jobs/{id}/documents", () => {
  it("gives the documents of documents=true in their order, some at a time or as JSON Lines", async () => {
    const whole = (await get(`/v1/jobs/${job["id"]}?documents=true`))["documents"] as ReadonlyArray<Json>
    assert.isAtLeast(whole.length, 8)
    for (const limit of [1, 3, 1000]) {
      assert.deepStrictEqual(await all(`/v1/jobs/${job["id"]}/documents`, "documents", limit), whole)
    }
    for (const type of ["application/x-ndjson", "application/jsonl", "text/plain;q=0.5, application/x-ndjson;q=0.9"]) {
      const response = await live.service.call(`/v1/jobs/${job["id"]}/documents`, { headers: { accept: type } })
      assert.include(type, response.headers.get("content-type") ?? "none")
      assert.isNull(response.headers.get("link"))
      const lines = (await response.text()).split("\n")
      assert.strictEqual(lines.pop(), "")
      assert.deepStrictEqual(lines.map((line) => JSON.parse(line) as Json), whole)
    }
  })

  it("prefers JSON when JSON Lines is refused, ranks lower or is as good as any", async () => {
    const accepted = [
      "application/x-ndjson;q=0, */*",
      "*/*",
      "application/json, application/x-ndjson;q=0.5"
    ]
    for (const accept of accepted) {
      const response = await live.service.call(`/v1/jobs/${job["id"]}/documents`, { headers: { accept } })
      assert.strictEqual(response.headers.get("content-type"), "application/json", accept)
    }
  })

  it("refuses who takes neither, and says by what its form was chosen", async () => {
    const path = `/v1/jobs/${job["id"]}/documents`
    for (const accept of ["text/markdown", "application/json;q=0"]) {
      const response = await live.service.call(path, { headers: { accept } })
      const problem = await json(response)
      assert.deepStrictEqual([response.status, problem["code"]], [406, "not_acceptable"])
      assert.include(String(problem["detail"]), "send one of application/json, application/x-ndjson, application/jsonl")
    }
    const response = await live.service.call(path, { headers: { accept: "application/x-ndjson" } })
    await response.text()
    assert.match(response.headers.get("vary") ?? "", /Accept\b(?!-)/)
  })

  it("JSON Lines of a running job follow it to its end", async () => {
    const started = await json(
      await live.service.call("/v1/crawl", { json: { url: `${live.site.url}/`, max_pages: 6 } })
    )
    const path = `/v1/jobs/${started["id"]}/documents`
    const lines = (await (await live.service.call(path, { headers: { accept: "application/x-ndjson" } })).text())
      .trimEnd().split("\n")
    const ended = await get(`/v1/jobs/${started["id"]}`)
    assert.strictEqual(ended["status"], "done")
    assert.strictEqual(lines.length, ended["document_count"])
  })

  it("JSON Lines with a limit name what follows in a Link header", async () => {
    const lines: Array<string> = []
    let path: string | undefined = `/v1/jobs/${job["id"]}/documents?limit=4`
    while (path !== undefined) {
      const response: Response = await live.service.call(path, { headers: { accept: "application/x-ndjson" } })
      lines.push(...(await response.text()).trimEnd().split("\n"))
      path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1]
    }
    assert.strictEqual(lines.length, job["document_count"])
    assert.strictEqual(new Set(lines).size, lines.length)
  })

  it("a running job has more, even where it has nothing yet", async () => {
    const running = await json(await live.service.call("/v1/crawl", { json: { url: `${live.site.url}/slow` } }))
    const page = await get(`/v1/jobs/${running["id"]}/documents`)
    assert.deepInclude(page, { documents: [], has_more: true, total: 0 })
    assert.deepEqual(await get(`/v1/jobs/${running["id"]}/documents?after=${page["next_cursor"]}`), page)
    await live.service.call(`/v1/jobs/${running["id"]}`, { method: "DELETE" })
    assert.deepInclude(await get(`/v1/jobs/${running["id"]}/documents`), { has_more: false, next_cursor: null })
  })

  it("a cursor of another job's longer list is a 400 that names it", async () => {
    const after = Buffer.from("documents:1000").toString("base64url")
    const problem = await get(`/v1/jobs/${job["id"]}/documents?after=${after}`)
    assert.strictEqual(problem["status"], 400)
    assert.strictEqual((problem["errors"] as ReadonlyArray<Json>)[0]?.["parameter"], "after")
  })
})

describe("GET /v1/jobs/{id}/ledger", () => {
  it("has one row for every URL, which adds up to the counters and says why a page is missing", async () => {
    const rows = await all(`/v1/jobs/${job["id"]}/ledger`, "ledger", 3)
    assert.strictEqual(new Set(rows.map(({ url }) => url)).size, rows.length)
    const stats = job["stats"] as Record<string, number>
    for (
      const [outcome, counter] of [["stored", "stored"], ["duplicate", "duplicates"], ["failed", "failed"], [
        "skipped",
        "skipped"
      ]] as const
    ) {
      const own = await all(`/v1/jobs/${job["id"]}/ledger?outcome=${outcome}`, "ledger", 2)
      assert.strictEqual(own.length, stats[counter], outcome)
      assert.deepStrictEqual(own, rows.filter((row) => row["outcome"] === outcome))
    }
    assert.deepInclude(rows[0], {
      url: `${live.site.url}/`,
      outcome: "stored",
      depth: 0,
      found_on: "",
      status: 200,
      code: ""
    })
    const missing = rows.find(({ url }) => url === `${live.site.url}/missing`)
    assert.deepInclude(missing, { outcome: "failed", code: "http_status", status: 404, found_on: `${live.site.url}/` })
  })
})

describe("GET /v1/jobs/{id}/events", () => {
  it("tells every page once in the order of the ledger, the last counters, and ends at the final status", async () => {
    const live = await crawled({ max_pages: 8 })
    const told = await events(live["id"])
    const ended = await get(`/v1/jobs/${live["id"]}`)
    const { ledger: pages } = (await get(`/v1/jobs/${live["id"]}/ledger`)) as { ledger: ReadonlyArray<Json> }
    const ledger = told.filter(({ event }) => event === "page")
    assert.deepStrictEqual(ledger.map(({ data }) => data), pages)
    assert.deepStrictEqual(ledger.map(({ id }) => id), pages.map((_, index) => String(index + 1)))
    assert.deepStrictEqual(told.findLast(({ event }) => event === "stats")?.data, ended["stats"])
    assert.deepStrictEqual(told.at(-1), {
      id: "end",
      event: "status",
      data: { status: "done", finished_at: ended["finished_at"] }
    })
  })

  it("Last-Event-ID continues exactly behind any event; behind the last there is nothing more", async () => {
    const whole = (await events(job["id"])).filter(({ event }) => event === "page")
    for (const seen of [0, 1, Math.floor(whole.length / 2), whole.length]) {
      const rest = (await events(job["id"], String(seen))).filter(({ event }) => event === "page")
      assert.deepStrictEqual(rest, whole.slice(seen))
    }
    const headers = { "last-event-id": "end" }
    assert.strictEqual((await live.service.call(`/v1/jobs/${job["id"]}/events`, { headers })).status, 204)
    for (const wrong of [String(whole.length + 1), "-1", "x"]) {
      const response = await live.service.call(`/v1/jobs/${job["id"]}/events`, { headers: { "last-event-id": wrong } })
      assert.strictEqual(response.status, 400, wrong)
      const [error] = (await json(response))["errors"] as ReadonlyArray<Json>
      assert.strictEqual(error?.["header"], "last-event-id")
    }
  })

  it("a cancelled job ends its events", async () => {
    const running = await json(await live.service.call("/v1/crawl", { json: { url: `${live.site.url}/slow` } }))
    const told = events(running["id"])
    await live.service.call(`/v1/jobs/${running["id"]}`, { method: "DELETE" })
    assert.deepInclude((await told).at(-1)?.data, { status: "cancelled" })
  })
})

describe("Idempotency-Key", () => {
  const key = (value: string) => ({ headers: { "idempotency-key": value } })

  it("the same key with the same crawl gives the same job, spelled out or not; with another crawl a 422", async () => {
    const made = await crawled({ max_pages: 2 }, key("a"))
    const again = await crawl({ max_pages: 2, scope: "domain" }, key("a"))
    assert.strictEqual(again.status, 202)
    assert.strictEqual(again.headers.get("location"), `/v1/jobs/${made["id"]}`)
    assert.strictEqual((await json(again))["id"], made["id"])
    const other = await crawl({ max_pages: 3 }, key("a"))
    assert.strictEqual(other.status, 422)
    assert.strictEqual((await json(other))["code"], "idempotency_key_reused")
    assert.notStrictEqual((await crawled({ max_pages: 2 }, { ...key("a"), key: keys.second }))["id"], made["id"])
    assert.strictEqual((await crawl({}, key("two words"))).status, 400)
  })

  it("twins at the same moment start one job", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => crawled({ max_pages: 1 }, key("twins"))))
    assert.strictEqual(new Set(answers.map(({ id }) => id)).size, 1)
  })
})

describe("every route of a job", () => {
  const routes = (id: unknown) =>
    [
      ["GET", "/v1/jobs"],
      ["GET", `/v1/jobs/${id}`],
      ["DELETE", `/v1/jobs/${id}`],
      ["GET", `/v1/jobs/${id}/documents`],
      [
        "GET",
        `/v1/jobs/${id}/ledger`
      ],
      ["GET", `/v1/jobs/${id}/events`],
      ["HEAD", `/v1/jobs/${id}`]
    ] as const

  it("needs a key, says the limits of the key, and is not found with another", async () => {
    for (const [method, path] of routes(job["id"])) {
      assert.strictEqual((await fetch(live.service.url + path, { method })).status, 401, path)
      const response = await live.service.call(path, { method })
      await response.arrayBuffer()
      assert.strictEqual(response.status, 200, path)
      assert.match(response.headers.get("ratelimit-policy") ?? "", /q=100000;w=60/, path)
      assert.match(response.headers.get("ratelimit") ?? "", /r=\d+;t=\d+/, path)
      if (path !== "/v1/jobs") {
        assert.strictEqual((await live.service.call(path, { method, key: keys.second })).status, 404)
      }
    }
  })
})

describe("polling a job", () => {
  it("no counter but pending ever goes backwards, crawled stays within max_pages, counts and documents agree", async () => {
    const max_pages = 12
    const { id } = await crawled({ max_pages, dedup: true })
    const polls: Array<Json> = []
    do polls.push(await get(`/v1/jobs/${id}`))
    while (polls.at(-1)?.["finished_at"] === null)
    const order = ["queued", "running", "done"]
    for (const [index, poll] of polls.entries()) {
      const stats = poll["stats"] as Record<string, number>
      const before = (polls[index - 1] ?? poll)["stats"] as Record<string, number>
      for (const name of ["crawled", "stored", "failed", "skipped", "duplicates"]) {
        assert.isAtLeast(stats[name] ?? -1, before[name] ?? 0, name)
      }
      assert.isAtMost(stats["crawled"] ?? Infinity, max_pages)
      assert.strictEqual(poll["document_count"], stats["stored"])
      const earlier = String((polls[index - 1] ?? poll)["status"])
      assert.isAtLeast(order.indexOf(String(poll["status"])), order.indexOf(earlier))
    }
    assert.deepInclude(polls.at(-1)?.["stats"], { pending: 0 })
  })
})
