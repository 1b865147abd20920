import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { type Json, json } from "../../../support/shapes.ts"

/**
 * Header fields of a page behind a login: all that once let it pass from one key to another, and what a careless site
 * says.
 */
const careless: Readonly<Record<string, http.OutgoingHttpHeaders>> = {
  "private": { "cache-control": "private, max-age=300" },
  "max-age": { "cache-control": "max-age=300" },
  "public": { "cache-control": "public, max-age=300, s-maxage=300" },
  "heuristic": { "last-modified": "Thu, 01 Jan 2015 00:00:00 GMT", "etag": "\"a\"" },
  "vary-cookie": { "cache-control": "max-age=300", "vary": "Cookie" },
  "vary-lower": { "cache-control": "max-age=300", "vary": "accept-encoding,cookie" },
  "stale": { "cache-control": "max-age=0, stale-while-revalidate=300, stale-if-error=300", "etag": "\"a\"" },
  "no-cache": { "cache-control": "no-cache", "etag": "\"a\"" },
  "quoted": { "cache-control": "max-age=300, extension=\"x, public\"" },
  "expires": { "expires": new Date(Date.now() + 300_000).toUTCString() }
}

/**
 * For each name: `/login/NAME` starts a session and leads to `/account/NAME`, which shows that session's secret.
 * `/visit/NAME` needs no login: it makes each visitor a page of its own, with a cookie.
 */
const startSite = async () => {
  let sessions = 0
  const server = http.createServer((request, response) => {
    const [, kind, name = ""] = (request.url ?? "").split("/")
    const fields = careless[name]
    if (fields === undefined) return void response.writeHead(404).end()
    const cookie = `sid=session-${++sessions}; Path=/`
    if (kind === "login") {
      return void response.writeHead(302, { ...fields, location: `/account/${name}`, "set-cookie": cookie }).end()
    }
    const secret = kind === "visit" ? `session-${sessions}` : /session-\d+/.exec(request.headers.cookie ?? "")?.[0]
    response.writeHead(200, {
      ...fields,
      "content-type": "text/html",
      ...(kind === "visit" ? { "set-cookie": cookie } : {})
    })
    response.end(
      `<main><h1>Account</h1><p>${secret === undefined ? "Please log in first." : `Secret of ${secret}.`}</p>`
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      })
  }
}

describe("two keys and one cache", () => {
  let service: RunningService
  let site: Awaited<ReturnType<typeof startSite>>
  beforeAll(async () => {
    site = await startSite()
    service = await serviceOver()
  })
  afterAll(async () => {
    await service.stop()
    await site.close()
  })

  const secretsIn = (text: string): ReadonlyArray<string> => text.match(/session-\d+/g) ?? []
  const scraped = async (path: string, key: string) => {
    const response = await service.call("/v1/scrape", { json: { url: site.url + path }, key })
    assert.strictEqual(response.status, 200)
    return secretsIn(await response.text())
  }
  const crawled = async (path: string, key: string) => {
    const job = await json(await service.call("/v1/crawl", { json: { url: site.url + path, max_pages: 1 }, key }))
    await (await service.call(`/v1/jobs/${job["id"]}/events`, { key })).text()
    return secretsIn(await (await service.call(`/v1/jobs/${job["id"]}/documents`, { key })).text())
  }

  for (const name of Object.keys(careless)) {
    it(`the page behind a login is never the other key's: ${name}`, async () => {
      const own = await scraped(`/login/${name}`, keys.first)
      assert.isAbove(own.length, 0)
      const others = [
        ...await scraped(`/account/${name}`, keys.second),
        ...await crawled(`/account/${name}`, keys.second),
        ...await scraped(`/login/${name}`, keys.second),
        ...await crawled(`/login/${name}`, keys.second)
      ]
      assert.deepStrictEqual(others.filter((secret) => own.includes(secret)), [])
    })

    it(`a private answer is not shared where both ask at the same time: ${name}`, async () => {
      const answers = await Promise.all(
        [keys.first, keys.second, keys.first, keys.second].map(async (key) => ({
          key,
          secrets: await scraped(`/login/${name}`, key)
        }))
      )
      const of = (key: string) => answers.filter((answer) => answer.key === key).flatMap(({ secrets }) => secrets)
      assert.deepStrictEqual(of(keys.second).filter((secret) => of(keys.first).includes(secret)), [])
    })
  }

  for (const name of Object.keys(careless).filter((name) => name !== "public")) {
    it(`a page that is made for each visitor stays its own: ${name}`, async () => {
      const own = await scraped(`/visit/${name}`, keys.first)
      const others = [...await scraped(`/visit/${name}`, keys.second), ...await crawled(`/visit/${name}`, keys.second)]
      assert.deepStrictEqual(others.filter((secret) => own.includes(secret)), [])
    })
  }

  it("another key's job is not there", async () => {
    const job: Json = await json(
      await service.call("/v1/crawl", { json: { url: `${site.url}/login/private`, max_pages: 1 }, key: keys.first })
    )
    for (const path of ["", "/events", "/documents"]) {
      const response = await service.call(`/v1/jobs/${job["id"]}${path}`, { key: keys.second })
      assert.strictEqual(response.status, 404, path)
    }
  })
})
