import { assert, describe, it } from "@effect/vitest"
import { gleanerClient } from "../../../src/contract/client/index.ts"

const id = "0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6"

/** A client of a service that answers the requests for documents in turn as it is told, and then as the last time. */
const clientOf = (bodies: ReadonlyArray<string>, job: object) => {
  const asked: Array<string> = []
  const client = gleanerClient({
    baseUrl: "http://service.example",
    apiKey: "k",
    fetch: (input) => {
      const url = new URL(String(input))
      asked.push(url.pathname + url.search)
      if (!url.pathname.endsWith("/documents")) return Promise.resolve(Response.json(job))
      if (url.searchParams.has("limit")) {
        return Promise.resolve(Response.json({ documents: [{ url: "a" }], next_cursor: "second" }))
      }
      const nth = asked.filter((path) => path.includes("/documents") && !path.includes("limit=")).length
      return Promise.resolve(new Response(bodies[Math.min(nth, bodies.length) - 1]))
    }
  })
  return { asked, client }
}

describe("the ledger of a job", () => {
  it("goes on after the error pages of a proxy, and gives each row once", async () => {
    const badGateway = () => new Response("<h1>Bad Gateway</h1>", { status: 502 })
    const rows = (ledger: ReadonlyArray<object>, next_cursor: string | null) => () =>
      Response.json({ ledger, next_cursor })
    const answers = [badGateway, rows([{ url: "a" }], "second"), badGateway, badGateway, rows([{ url: "b" }], null)]
    const client = gleanerClient({
      baseUrl: "http://service.example",
      fetch: () => Promise.resolve(answers.shift()?.() ?? assert.fail("asked too often"))
    })
    const urls: Array<unknown> = []
    for await (const { url } of client.ledger(id)) urls.push(url)
    assert.deepStrictEqual(urls, ["a", "b"])
  })
})

describe("the documents of a job", () => {
  it("go on when an answer ends in the middle of one in good order", async () => {
    const { client } = clientOf([`{"url":"a"}\n{"url":"b`, `{"url":"b"}\n`], { status: "done", document_count: 2 })
    const urls: Array<unknown> = []
    for await (const { url } of client.documents(id)) urls.push(url)
    assert.deepStrictEqual(urls, ["a", "b"])
  })

  it("are not asked for again and again at once when they never come", async () => {
    const { asked, client } = clientOf([""], { status: "done", document_count: 2 })
    const end = new AbortController()
    const reading = (async () => {
      for await (const _ of client.documents(id, { signal: end.signal })) assert.fail("there is none")
    })()
    setTimeout(() => end.abort(new Error("enough")), 100)
    const error = await reading.catch((error: unknown) => error)
    assert.include(String(error), "enough")
    // Two requests, then a wait of at least 125 ms.
    assert.isAtMost(asked.length, 2)
  })
})
