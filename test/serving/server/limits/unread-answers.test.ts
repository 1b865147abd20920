import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { once } from "node:events"
import * as net from "node:net"
import { crawlDefaults, type Job, JobId, noStats } from "../../../../src/core/domain/job/Job.ts"
import { memoryFor } from "../../../../src/serving/server/limits/LoadMeter.ts"
import { serverOver } from "../../../support/entries/server-over.ts"
import { keys } from "../../../support/entries/service-process.ts"

const mebibyte = 1024 * 1024
/** More than the buffers between two processes hold. */
const size = 40 * mebibyte
const large = new TextEncoder().encode(`"${"a".repeat(size - 2)}"`)
const reader = {
  read: () =>
    Effect.succeed(
      { url: "", finalUrl: "", status: 200, links: [], canonicalUrl: "", text: "", json: large, timings: [] } as never
    )
}

const job: Job = {
  id: JobId.make("1".repeat(32)),
  url: "https://example.com/",
  status: "done",
  created_at: 1,
  finished_at: 2,
  stats: noStats,
  errors: [],
  document_count: 100,
  notes: [],
  options: crawlDefaults
}

const body = JSON.stringify({ url: "https://example.com/" })
const scrapeWith = (key: string) =>
  `POST /v1/scrape HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

/** A caller who asks and reads no more than the beginning of the answer. */
const unread = async (
  url: string,
  request: string
): Promise<{ readonly socket: net.Socket; readonly status: number }> => {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname, () => socket.write(request))
  socket.on("error", () => {})
  await once(socket, "readable")
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(String(socket.read(20))) ?? []
  return { socket, status: Number(status) }
}

const scrape = (url: string, key = keys.first) =>
  fetch(`${url}/v1/scrape`, {
    method: "POST",
    // Compressed, the answer would be small.
    headers: { "x-api-key": key, "content-type": "application/json", "accept-encoding": "identity" },
    body
  })

/** The whole answer is there for whoever reads it; this caller does not. */
const given = async (response: Response) => {
  assert.deepStrictEqual([response.status, response.headers.get("content-length")], [200, String(size)])
  await response.body?.cancel()
}

describe("answers that nobody reads", () => {
  it("keep their places until they have been sent or their connections are gone", async () => {
    const server = await serverOver({ reader }, { maxScrapes: 2, unreadBytes: 100 * size })
    const slow = [await unread(server.url, scrapeWith(keys.first)), await unread(server.url, scrapeWith(keys.first))]
    assert.deepStrictEqual(slow.map(({ status }) => status), [200, 200])
    const refused = await scrape(server.url)
    assert.strictEqual(refused.status, 503)
    assert.include(await refused.text(), "2 pages in flight")
    slow[0]?.socket.destroy()
    let again = await scrape(server.url)
    while (again.status === 503) again = await scrape(server.url)
    await given(again)
    slow[1]?.socket.destroy()
    await server.stop()
  })

  it("may hold so many bytes: a key half of them, and another key is answered all the same", async () => {
    const server = await serverOver({ reader }, { unreadBytes: 2.5 * size })
    const first = await unread(server.url, scrapeWith(keys.first))
    const refused = await scrape(server.url)
    const problem = (await refused.json()) as { code: string; retry_after: number }
    assert.deepStrictEqual([refused.status, problem.code], [503, "overloaded"])
    assert.strictEqual(refused.headers.get("retry-after"), String(problem.retry_after))
    assert.match(refused.headers.get("ratelimit") ?? "", /per-key/)
    const other = await scrape(server.url, keys.second)
    await given(other)
    first.socket.destroy()
    let again = await scrape(server.url)
    while (again.status === 503) again = await scrape(server.url)
    await given(again)
    await server.stop()
  })

  it("of sixty at once only those within the bound are held", async () => {
    const server = await serverOver({ reader }, { unreadBytes: 4.5 * size })
    const sockets = await Promise.all(Array.from({ length: 60 }, () => unread(server.url, scrapeWith(keys.first))))
    assert.strictEqual(sockets.filter(({ status }) => status === 200).length, 2)
    assert.strictEqual(sockets.filter(({ status }) => status === 503).length, 58)
    for (const { socket } of sockets) socket.destroy()
    await server.stop()
  })

  it("a stream of documents waits with one piece, and is cut where its key's others leave no room", async () => {
    let made = 0
    const server = await serverOver({
      reader,
      store: {
        get: () => Effect.succeed(Option.some({ job, revision: 0 })),
        documents: (_, from = 0, to = 100) =>
          Stream.fromIterable(Array.from({ length: Math.min(to, 100) - from }, () => large)).pipe(
            Stream.tap(() => Effect.sync(() => made++))
          )
      }
    }, { unreadBytes: 2.5 * size })
    const get = `GET /v1/jobs/${job.id}/documents?limit=100 HTTP/1.1\r\nhost: x\r\nx-api-key: ${keys.first}\r\n\r\n`
    const stream = await unread(server.url, get)
    assert.strictEqual(stream.status, 200)
    assert.strictEqual((await scrape(server.url)).status, 503)
    const second = await unread(server.url, get)
    if (second.status === 200) await once(second.socket.resume(), "close")
    assert.isBelow(made, 10)
    stream.socket.destroy()
    await server.stop()
  })
})

describe("the memory that a process may hold", () => {
  it("is its container's where that has a limit, and the machine's elsewhere", () => {
    const machine = 64 * 1024 * mebibyte
    assert.strictEqual(memoryFor(512 * mebibyte, machine), 512 * mebibyte)
    assert.strictEqual(memoryFor(0, machine), machine)
    assert.strictEqual(memoryFor(2 ** 64, machine), machine)
  })
})
