import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Scope } from "effect"
import { fileTypeFromBuffer } from "file-type"
import type { Document } from "../../../src/contract/client/index.ts"
import { gleanerClient } from "../../../src/contract/client/index.ts"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { polled } from "../../support/polled.ts"
import { startReceiver, type WebhookReceiver } from "../../support/web/webhook-receiver.ts"
import { siteHost, skipReason } from "./support/browser.ts"
import { page, startSite } from "./support/site.ts"

const scope = Scope.makeUnsafe()
const inScope = <A>(effect: Effect.Effect<A, never, Scope.Scope>) => Effect.runPromise(Scope.provide(effect, scope))

const words = (subject: string) => `<p>${`The ${subject} comes in twice a day, and goes out as often. `.repeat(6)}</p>`

/** Its text comes from a script. */
const shell = `<!doctype html><title>Late</title><div id="app"></div><a href="/gone">gone</a>
  <script>setTimeout(() => { app.innerHTML = ${JSON.stringify(`<h1>Late</h1>${words("late tide")}`)} }, 20)</script>`

const banner = `<style>.b{position:fixed;bottom:0;left:0;right:0;background:#222;padding:30px}</style>
  <div class="b">We use cookies on this website. <button>Accept all</button></div>`

let site: Effect.Success<ReturnType<typeof startSite>>
let service: RunningService
let receiver: WebhookReceiver
let answers = 0
let color = "navy"
/** The site refuses browsers. */
let isClosed = false

const clientOf = (key = keys.first) => gleanerClient({ baseUrl: service.url, apiKey: key })

beforeAll(async () => {
  site = await inScope(startSite({
    "/robots.txt": (_, response) => void response.end("User-agent: *\nDisallow: /private"),
    "/": page(
      `<h1>Tides</h1>${words("tide")}<a href="/shell">late</a> <a href="/copy">copy</a> <a href="/file.json">file</a>`
    ),
    "/shell": shell,
    "/banner": page(`<h1>Banner</h1>${words("ebb")}${banner}`),
    "/copy": page(
      `<h1>Tides</h1>${words("tide")}<a href="/shell">late</a> <a href="/copy">copy</a> <a href="/file.json">file</a>`
    ),
    "/tall": page(`<div style="height: 60000px; background: teal"></div>`),
    "/look": (request, response) => {
      // Only a browser sends it.
      if (isClosed && request.headers["upgrade-insecure-requests"] !== undefined) {
        return void response.writeHead(500, { "content-type": "text/html" }).end("closed")
      }
      if (request.headers["if-none-match"] === "\"1\"") return void response.writeHead(304).end()
      response.writeHead(200, { "content-type": "text/html", etag: "\"1\"" }).end(
        page(`<link rel="stylesheet" href="/look.css"><h1>Look</h1>${words("sea")}<div id="box"></div>`)
      )
    },
    "/look.css": (_, response) =>
      void response.writeHead(200, { "content-type": "text/css", "cache-control": "no-store" })
        .end(`body { margin: 0 } #box { position: fixed; inset: 0 0 auto 0; height: 50px; background: ${color} }`),
    "/once": (_, response) =>
      void response.writeHead(answers++ === 0 ? 200 : 500, { "content-type": "text/html" }).end(page(words("once"))),
    "/none": (_, response) => void response.writeHead(404, { "content-type": "text/html" }).end(words("404"))
  }))
  receiver = await startReceiver()
  service = await serviceOver({
    allowAddresses: [`${siteHost}/32`],
    webhookAddresses: ["127.0.0.0/8"],
    webhookPause: Duration.millis(50)
  })
})
afterAll(async () => {
  receiver.close()
  await service.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const batch = async (urls: ReadonlyArray<string>, options: object = {}) => {
  const job = await clientOf().batch({ urls: urls.map((path) => site.url + path), pictures: {}, ...options }).ended()
  const documents: Array<Document> = []
  for await (const document of clientOf().documents(job.id)) documents.push(document)
  return { job, documents }
}

/** Runs a schedule of one page. The row has what is said about the change of the page. */
const run = async (id: string) => {
  const { schedules } = clientOf()
  const { job_id, n } = await schedules.run(id)
  const job = await clientOf().jobs.follow(job_id).ended()
  await polled(
    async () => (await schedules.runs(id)).runs.find((run) => run.n === n)?.status,
    (status) => status !== "running"
  )
  const { ledger: [row] } = await clientOf().jobs.ledger(job_id)
  const change = row?.picture_change
  return { job, row: [row?.change, row?.code, change === undefined ? undefined : change.toFixed(2)] }
}

describe.skipIf(skipReason !== "")(`pictures of a job${skipReason}`, () => {
  it("are kept with the documents, also of a page that was rendered, which is rendered once", async () => {
    const before = site.asked.filter((path) => path === "/shell").length
    const { documents, job } = await batch(["/", "/shell", "/none"], { pictures: { width: 320, height: 200 } })
    assert.deepStrictEqual(
      documents.map(({ picture }) => picture?.url),
      [0, 1].map((n) => `/v1/jobs/${job.id}/pictures/${n}`)
    )
    assert.strictEqual(documents[1]?.trace.rendered, true)
    assert.include(documents[1]?.text, "late tide")
    assert.strictEqual(site.asked.filter((path) => path === "/shell").length, before + 1)
    for (const [n, { picture }] of documents.entries()) {
      const { bytes, content_type } = await clientOf().jobs.picture(job.id, n)
      assert.deepStrictEqual([content_type, picture?.media_type], ["image/webp", "image/webp"])
      assert.deepStrictEqual([picture?.width, picture?.height, picture?.bytes], [320, 200, bytes.length])
      assert.strictEqual((await fileTypeFromBuffer(bytes))?.mime, "image/webp")
    }
  })

  it("are of no page that is not stored, and of no other key", async () => {
    const job = await clientOf().crawl({ url: `${site.url}/`, pictures: { width: 320, height: 200, format: "jpeg" } })
      .ended()
    const { documents } = await clientOf().jobs.documents(job.id)
    const { ledger } = await clientOf().jobs.ledger(job.id)
    assert.include(ledger.map(({ outcome }) => outcome), "duplicate")
    assert.deepStrictEqual(documents.map(({ picture }) => picture?.media_type), documents.map(() => "image/jpeg"))
    const path = `/v1/jobs/${job.id}/pictures/`
    const codeOf = async (
      response: Response
    ) => [response.status, (await response.json() as { readonly code: string }).code]
    assert.deepStrictEqual(await codeOf(await service.call(`${path}0`, { key: keys.second })), [404, "job_not_found"])
    for (const n of [documents.length, "01x", -1, "9".repeat(30)]) {
      assert.deepStrictEqual(await codeOf(await service.call(path + n)), [404, "picture_not_found"], `${n}`)
    }
    const first = await service.call(`${path}0`)
    const tag = first.headers.get("etag") ?? ""
    assert.deepStrictEqual([first.status, first.headers.get("cache-control")], [200, "private, no-cache"])
    assert.strictEqual((await service.call(`${path}0`, { headers: { "if-none-match": tag } })).status, 304)
    await service.call(`/v1/jobs/${job.id}?purge=true`, { method: "DELETE" })
    assert.deepStrictEqual(await codeOf(await service.call(`${path}0`)), [404, "job_not_found"])
  })

  it("show no consent banner, unless the job says so", async () => {
    const size = { width: 320, height: 200, format: "png" }
    const shot = async (options: object) => {
      const { job } = await batch(["/banner"], { pictures: size, ...options })
      return Buffer.from((await clientOf().jobs.picture(job.id, 0)).bytes)
    }
    const hidden = await shot({})
    assert.isTrue(hidden.equals(await shot({ hide_overlays: true })))
    assert.isFalse(hidden.equals(await shot({ hide_overlays: false })))
  })

  it("are missing with a warning where the site refuses the browser", async () => {
    const { documents, job } = await batch(["/once"])
    assert.deepStrictEqual(documents.map(({ picture, trace }) => [picture, trace.warnings.map(({ code }) => code)]), [
      [undefined, ["picture_failed"]]
    ])
    assert.strictEqual(job.stats.stored, 1)
    assert.strictEqual((await service.call(`/v1/jobs/${job.id}/pictures/0`)).status, 404)
  })

  it("come with the fields that a job asks for", async () => {
    const { documents } = await batch(["/"], { fields: ["title"], pictures: { width: 64, height: 64 } })
    assert.deepStrictEqual(documents.map((document) => Object.keys(document).toSorted()), [["picture", "title"]])
  })

  it(
    "are compared from run to run of a schedule with on: picture, also of a page that the site calls unchanged",
    async () => {
      color = "navy"
      const { schedules } = clientOf()
      const on = ["picture"] as const
      const made = await schedules.create({
        name: "Look",
        every_seconds: 86_400,
        paused: true,
        job: { url: `${site.url}/look`, max_pages: 1, pictures: { width: 200, height: 200 } },
        notify: [{ slack: receiver.url }],
        on
      })
      const row = async () => (await run(made.id)).row
      const sent = receiver.arrived.length
      assert.deepStrictEqual(await row(), [undefined, "", undefined])
      assert.deepStrictEqual(await row(), ["same", "unchanged", undefined])
      color = "gold"
      assert.deepStrictEqual(await row(), ["changed", "", "0.25"])
      assert.deepStrictEqual(await row(), ["same", "unchanged", undefined])
      // The change of a quarter of the picture is too small to count.
      await schedules.change(made.id, { threshold: 0.3 })
      color = "navy"
      assert.deepStrictEqual(await row(), ["same", "unchanged", undefined])
      await receiver.until((arrived) => arrived.length > sent)
      assert.deepStrictEqual(
        receiver.arrived.slice(sent).map(({ body }) => /\d+ % of its picture has changed/.exec(body)?.[0] ?? body),
        ["25 % of its picture has changed"]
      )
      const { changes } = await schedules.changes(made.id, { details: true })
      assert.deepStrictEqual(changes.map(({ page }) => page.picture_change?.toFixed(2)), ["0.25"])
      await schedules.delete(made.id)
    }
  )

  it("are taken anew of an unchanged page that has none to compare with, and a failure is told", async () => {
    color = "navy"
    const { schedules } = clientOf()
    const job = { url: `${site.url}/look`, max_pages: 1 }
    const notify = [{ slack: receiver.url }]
    const made = await schedules.create({ name: "Look again", every_seconds: 86_400, paused: true, job, notify })
    await run(made.id)
    const change = (width: number) =>
      schedules.change(made.id, { on: ["picture"], job: { ...job, pictures: { width, height: 200 } } })
    await change(200)
    const first = await run(made.id)
    assert.deepStrictEqual(first.row, ["same", "", undefined])
    assert.strictEqual((await clientOf().jobs.documents(first.job.id)).documents[0]?.picture?.width, 200)
    isClosed = true
    color = "gold"
    const refused = await run(made.id)
    assert.deepStrictEqual(refused.row, ["same", "unchanged", undefined])
    assert.deepStrictEqual(refused.job.errors.map(({ code, url }) => [code, url]), [["picture_failed", job.url]])
    isClosed = false
    assert.deepStrictEqual((await run(made.id)).row, ["changed", "", "0.25"])
    // Another window has other pixels.
    await change(100)
    assert.deepStrictEqual((await run(made.id)).row, ["same", "", undefined])
    assert.deepStrictEqual((await run(made.id)).row, ["same", "unchanged", undefined])
    await schedules.delete(made.id)
  })

  it("of a page that is higher than a picture can be are cut", async () => {
    const { bytes } = await clientOf().screenshot({ url: `${site.url}/tall`, full_page: true, format: "webp" })
    assert.isAbove(bytes.length, 1000)
  })
})
