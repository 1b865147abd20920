import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import type { Document } from "../../../../src/core/domain/document/Document.ts"
import type { ExplainedBlock } from "../../../../src/core/domain/document/Explanation.ts"
import type { RepeatedPart } from "../../../../src/core/domain/document/Repetition.ts"
import { type Job, JobId } from "../../../../src/core/domain/job/Job.ts"
import { newJob } from "../../../../src/crawling/stores/shared/new-job.ts"
import { options } from "../../../crawling/stores/contract/crawling.ts"
import { serverOver } from "../../../support/entries/server-over.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { json } from "../../../support/shapes.ts"
import { repeatingSite, shipping } from "../../../support/web/repeating-site.ts"

let service: RunningService
let site: Awaited<ReturnType<typeof repeatingSite>>
let id: unknown
beforeAll(async () => {
  site = await repeatingSite()
  service = await serviceOver({ browser: Option.some("off") })
  id = await crawled({ fields: ["url", "markdown", "text", "blocks", "chunks"] })
})
afterAll(async () => {
  await service.stop()
  site.stop()
})

const crawled = async (more: object = {}) => {
  const job = await json(await service.call("/v1/crawl", { json: { url: `${site.url}/kettle`, ...more } }))
  await (await service.call(`/v1/jobs/${job["id"]}/events`)).text()
  return job["id"]
}

const documents = async (query: string): Promise<ReadonlyArray<Document>> =>
  (await json(await service.call(`/v1/jobs/${id}/documents?${query}`)))["documents"] as ReadonlyArray<Document>

/** The stored markdown, from an answer without its repeated parts. */
const restored = ({ markdown, repeats = [] }: Document): string =>
  repeats.reduce((text, part) => text.slice(0, part.start) + part.markdown + text.slice(part.start), markdown)

const named = ({ markdown, of, pages }: RepeatedPart) => ({ markdown: markdown.trim(), pages, of })
const delivery = [{ markdown: "## Delivery", pages: 7, of: 7 }, { markdown: shipping, pages: 7, of: 7 }]

describe("repeats of the documents of a job", () => {
  it("are stored and answered as they are without the option, and with keep", async () => {
    const stored = await documents("")
    assert.lengthOf(stored, 8)
    for (const document of stored) {
      assert.include(document.markdown, shipping)
      assert.notProperty(document, "repeats")
    }
    assert.deepStrictEqual(await documents("repeats=keep"), stored)
  })

  it("leave stored documents as those of a scrape", async () => {
    const fields = ["url", "markdown", "text", "blocks", "chunks"]
    for (const document of await documents("")) {
      const scraped = await service.call("/v1/scrape", { json: { url: document.url, fields } })
      assert.strictEqual(await scraped.text(), JSON.stringify(document))
    }
  })

  it("are marked, in the document and in its blocks", async () => {
    const stored = await documents("")
    const marked = await documents("repeats=mark")
    assert.deepStrictEqual(
      marked.map(({ markdown, text }) => ({ markdown, text })),
      stored.map(
        ({ markdown, text }) => ({ markdown, text })
      )
    )
    for (const { blocks = [], markdown, repeats = [] } of marked) {
      assert.deepStrictEqual(repeats.map(named), delivery)
      for (const part of repeats) assert.strictEqual(markdown.slice(part.start, part.end), part.markdown)
      assert.deepStrictEqual(
        blocks.filter((block) => block.repeats !== undefined).map((block) => [block.markdown, block.repeats]),
        delivery.map(({ markdown, of, pages }) => [markdown, { pages, of }])
      )
    }
  })

  it("are dropped from markdown, text, blocks and chunks, and can be put back", async () => {
    const stored = await documents("")
    const dropped = await documents("repeats=drop")
    for (const [index, document] of dropped.entries()) {
      const { blocks = [], chunks = [], markdown, repeats = [], text } = document
      assert.deepStrictEqual(repeats.map(named), delivery)
      assert.notInclude(markdown + text + JSON.stringify([blocks, chunks]), "parcel")
      assert.notInclude(text, "Delivery")
      assert.include(text, "whoever has owned")
      assert.strictEqual(restored(document), stored[index]?.markdown)
      for (const part of [...blocks, ...chunks]) {
        assert.strictEqual(markdown.slice(part.start, part.end), part.markdown)
      }
    }
  })

  it("are the same in JSON Lines, for one URL, with fields, in CSV and in the answer with the job", async () => {
    const dropped = await documents("repeats=drop&fields=url,markdown")
    assert.deepStrictEqual(Object.keys(dropped[0] ?? {}), ["url", "markdown", "repeats"])
    const lines = await service.call(`/v1/jobs/${id}/documents?repeats=drop&fields=url,markdown`, {
      headers: { accept: "application/x-ndjson" }
    })
    assert.deepStrictEqual((await lines.text()).trim().split("\n").map((line) => JSON.parse(line)), [...dropped])
    const second = dropped.slice(1, 2)
    assert.deepStrictEqual(await documents(`repeats=drop&fields=url,markdown&url=${second[0]?.url}`), second)
    const csv = await service.call(`/v1/jobs/${id}/documents?repeats=drop&fields=markdown`, {
      headers: { accept: "text/csv" }
    })
    assert.notInclude(await csv.text(), "parcel")
    const whole = await json(await service.call(`/v1/jobs/${id}?documents=true&repeats=drop`))
    assert.deepStrictEqual(
      (whole["documents"] as ReadonlyArray<Document>).map(({ markdown }) => markdown),
      dropped.map(({ markdown }) => markdown)
    )
  })

  it("make chunks after they are dropped", async () => {
    const answers = await documents("repeats=drop&query=parcel")
    for (const { chunks, chunks_left_out } of answers) {
      assert.deepStrictEqual(chunks, [])
      assert.strictEqual(chunks_left_out, 1)
    }
    assert.lengthOf((await documents("query=parcel"))[0]?.chunks ?? [], 1)
  })

  it("are cut from the text of a job without markdown", async () => {
    const job = await crawled({ fields: ["url", "text"] })
    const answer = await json(await service.call(`/v1/jobs/${job}/documents?repeats=drop`))
    for (const { repeats, text } of answer["documents"] as ReadonlyArray<Document>) {
      assert.notInclude(text, "parcel")
      assert.isTrue(repeats?.some(({ markdown }) => markdown.includes(shipping)))
    }
  })

  it("are left out of blocks and chunks that are stored without the markdown", async () => {
    for (const field of ["blocks", "chunks"] as const) {
      const job = await crawled({ fields: ["url", "text", field] })
      const answer = await json(await service.call(`/v1/jobs/${job}/documents?repeats=drop`))
      const expected = await documents(`repeats=drop&fields=url,text,${field}`)
      const given = answer["documents"] as ReadonlyArray<Document>
      assert.deepStrictEqual(given.map((one) => one[field]), expected.map((one) => one[field]))
      assert.deepStrictEqual(given.map(({ text }) => text), expected.map(({ text }) => text))
      assert.notInclude(JSON.stringify(given.map((one) => one[field])), "parcel")
    }
  })

  it("are the same in another crawl of the site", async () => {
    const [first, other] = [id, await crawled({ fields: ["url", "markdown", "text", "blocks", "chunks"] })]
    const answer = async (job: unknown) => (await service.call(`/v1/jobs/${job}/documents?repeats=drop`)).text()
    assert.strictEqual(await answer(other), await answer(first))
  })

  it("have a note about documents of an earlier version, in both answers", async () => {
    const job: Job = { ...newJob(JobId.make("1".repeat(32)), "https://site.test/", options, 0), status: "done" }
    const server = await serverOver({
      store: {
        get: () => Effect.succeed(Option.some({ job: { ...job, notes: ["max_depth 50 became 20"] }, revision: 1 })),
        documents: () => Stream.empty
      },
      repeats: { unknownIn: () => Effect.succeed(2) }
    })
    const notesAt = async (path: string) =>
      (await json(await fetch(`${server.url}/v1/jobs/${job.id}${path}`, { headers: { "x-api-key": keys.first } })))[
        "notes"
      ]
    const note = "2 documents were stored by an earlier version, so their text is not compared"
    assert.deepStrictEqual(await notesAt("/documents?repeats=mark"), [note])
    assert.deepStrictEqual(await notesAt("?documents=true&repeats=drop"), ["max_depth 50 became 20", note])
    assert.deepStrictEqual(await notesAt("?documents=true"), ["max_depth 50 became 20"])
    await server.stop()
  })

  it("refuse another value", async () => {
    const wrong = await service.call(`/v1/jobs/${id}/documents?repeats=remove`)
    assert.strictEqual(wrong.status, 400)
    assert.include(await wrong.text(), "repeats")
  })
})

describe("POST /v1/explain with a job", () => {
  const explained = async (more: object) =>
    await service.call("/v1/explain", { json: { url: `${site.url}/violin`, ...more } })

  it("marks the blocks that pages of the host have", async () => {
    const { blocks } = await json(await explained({ job: id }))
    const marked = (blocks as ReadonlyArray<ExplainedBlock>).filter(({ repeats }) => repeats !== undefined)
    assert.deepStrictEqual(marked.map(({ repeats, text }) => [text, repeats]), [[shipping, { pages: 8, of: 8 }]])
    const { blocks: plain } = await json(await explained({}))
    assert.isTrue((plain as ReadonlyArray<ExplainedBlock>).every(({ repeats }) => repeats === undefined))
  })

  it("is not found with an unknown job", async () => {
    assert.strictEqual((await explained({ job: "0".repeat(32) })).status, 404)
    assert.strictEqual((await explained({ job: "mine" })).status, 400)
  })
})
