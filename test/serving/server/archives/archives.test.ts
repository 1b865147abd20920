import { assert, describe, it } from "@effect/vitest"
import { WARCParser } from "warcio"
import { gleanerClient } from "../../../../src/contract/client/index.ts"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"
import { keys } from "../../../support/entries/service-process.ts"
import { readWacz } from "../../../support/read-wacz.ts"
import type { Json } from "../../../support/shapes.ts"
import { skipReason } from "../../../web/render/support/browser.ts"

const over = serviceOverSite()
const { crawled, ended } = over

const bytesOf = async (path: string) => {
  const answer = await over.service.call(path)
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

const waczOf = async (id: unknown) => readWacz((await bytesOf(`/v1/jobs/${String(id)}/wacz`)).bytes)

const jobWith = async (more: Json) => (await ended((await crawled(more))["id"]))["id"]

const pathOf = (url: string): string => url.replace(over.site.url, "")

describe("the archive of a job", () => {
  it("has the responses as the site sent them, and lists the pages", async () => {
    const id = await jobWith({ archive: true, max_pages: 3 })
    const { dataPackage, pages, records } = await waczOf(id)
    assert.strictEqual(dataPackage["title"], `${over.site.url}/`)
    assert.lengthOf(pages, 3)
    for (const { title, ts, url } of pages) {
      assert.isAbove(title.length, 0)
      const record = records.find((record) => record.url === url) ?? assert.fail(url)
      const sent = await fetch(url)
      assert.strictEqual(record.text, await sent.text())
      assert.deepInclude(record, { type: "response", status: 200, mime: "text/html" })
      assert.strictEqual(record.header("WARC-Date")?.slice(0, 19), new Date(ts).toISOString().slice(0, 19))
    }
  })

  it("is a download of its type, as WACZ and as WARC, also from the client", async () => {
    const id = await jobWith({ archive: true, max_pages: 1 })
    const wacz = await bytesOf(`/v1/jobs/${String(id)}/wacz`)
    assert.strictEqual(wacz.answer.headers.get("content-type"), "application/wacz")
    assert.strictEqual(wacz.answer.headers.get("content-disposition"), `attachment; filename="${String(id)}.wacz"`)
    const warc = await bytesOf(`/v1/jobs/${String(id)}/warc`)
    assert.strictEqual(warc.answer.headers.get("content-type"), "application/gzip")
    const types: Array<string | null> = []
    for await (const record of new WARCParser([warc.bytes])) types.push(record.warcType)
    assert.deepStrictEqual(types, ["warcinfo", "response"])
    const client = gleanerClient({ baseUrl: over.service.url, apiKey: keys.first })
    const parts: Array<Uint8Array> = []
    for await (const part of client.jobs.wacz(String(id))) parts.push(part)
    assert.lengthOf((await readWacz(Buffer.concat(parts))).records, 1)
    const none = await over.service.call(`/v1/jobs/${String(id)}/wacz`, { key: keys.second })
    assert.strictEqual(none.status, 404)
  })

  it("has the markdown of its pages where no responses were stored", async () => {
    const { all, pages, records } = await waczOf(await jobWith({ max_pages: 2 }))
    assert.lengthOf(pages, 2)
    assert.deepStrictEqual(records, [])
    const conversions = all.filter(({ type }) => type === "conversion")
    assert.deepStrictEqual(conversions.map(({ url }) => url), pages.map(({ url }) => url))
    for (const { text } of conversions) assert.isAbove(text.length, 20)
  })

  it("has a revisit of each page that has not changed since another job", async () => {
    const since = await jobWith({ archive: true, max_pages: 3 })
    const before = await waczOf(since)
    const { pages, records } = await waczOf(await jobWith({ archive: true, max_pages: 3, since }))
    assert.sameMembers(pages.map(({ url }) => url), before.pages.map(({ url }) => url))
    assert.lengthOf(records, 3)
    for (const { header, type, url } of records) {
      assert.strictEqual(type, "revisit")
      assert.match(header("WARC-Profile") ?? "", /\/revisit\/server-not-modified$/)
      assert.strictEqual(header("WARC-Refers-To-Target-URI"), url)
      assert.strictEqual(header("WARC-Refers-To-Date"), before.pages.find((page) => page.url === url)?.ts)
    }
  })

  it("has redirects and their target", async () => {
    const { records } = await waczOf(await jobWith({ url: `${over.site.url}/hop/1`, archive: true, max_pages: 1 }))
    assert.deepStrictEqual(
      records.map(({ status, url }) => [pathOf(url), status]).toSorted(),
      [["/articles/tide", 200], ["/hop/0", 302], ["/hop/1", 302]]
    )
  })

  it.skipIf(skipReason !== "")("has what the browser loaded for a rendered page, and no cookies", async () => {
    const cookies = { session: "secret-value" }
    const { all, records } = await waczOf(
      await jobWith({ url: `${over.site.url}/live`, archive: true, max_pages: 1, cookies })
    )
    assert.isAtLeast(records.filter(({ url }) => pathOf(url) === "/live").length, 1)
    assert.notInclude(JSON.stringify(all), "secret-value")
  })
})
