import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type * as http from "node:http"
import { credentialsOf } from "../../../src/core/domain/SiteCredentials.ts"
import { rendering, renderUrl, skipReason } from "./support/browser.ts"
import { page, startSite } from "./support/site.ts"

const secrets = ["token-of-header", "token-of-cookie"]

const given = (url: string) =>
  credentialsOf(url, {
    headers: Redacted.make({ "X-Token": "token-of-header", Authorization: "Basic token-of-header" }),
    cookies: Redacted.make({ sid: "token-of-cookie" })
  })

/** Two sites on one host. Each records which of its URLs got a secret. */
const sites = Effect.fnUntraced(function*(pages: (other: string) => Readonly<Record<string, string>>) {
  const received: Array<string> = []
  const cookies = new Map<string, string | undefined>()
  const answering = (bodies: Readonly<Record<string, string>>, name: string) =>
    Object.fromEntries(
      Object.entries(bodies).map(([path, body]) => [
        path,
        (request: http.IncomingMessage, response: http.ServerResponse) => {
          cookies.set(`${name}${request.url}`, request.headers.cookie)
          if (secrets.some((secret) => JSON.stringify(request.headers).includes(secret))) {
            received.push(`${name}${request.url}`)
          }
          const headers = { "access-control-allow-origin": "*", "set-cookie": "own=1" }
          const location = body.slice(2).replace("<referer>", request.headers.referer ?? "")
          if (body.startsWith("->")) return response.writeHead(302, { ...headers, location }).end()
          const type = path.endsWith(".js") ? "text/javascript" : "text/html"
          return response.writeHead(200, { ...headers, "content-type": type }).end(body)
        }
      ])
    )
  const other = yield* startSite(
    answering(
      { "/": page("<p>other"), "/x.js": "1", "/data": "x", "/frame": "<p>f", "/back": "-><referer>private" },
      "other"
    )
  )
  const site = yield* startSite(answering(pages(other.url), "site"))
  return { site, other, received, cookies, asked: () => [...site.asked, ...other.asked] }
})

describe.skipIf(skipReason !== "")(`credentials in the browser${skipReason}`, () => {
  layer(rendering(), { excludeTestServices: true })((it) => {
    it.effect(
      "go with each request to their origin, beside the cookies of the site, and with none to another",
      () =>
        Effect.gen(function*() {
          const { cookies, other, site, received } = yield* sites((other) => ({
            "/": page(`<iframe src="/frame"></iframe><iframe src="${other}/frame"></iframe><p id="seen"></p>
            <script src="/own.js"></script><script src="${other}/x.js"></script>
            <script>
              seen.textContent = "cookies: " + document.cookie
              fetch("/data"); fetch("${other}/data"); fetch("/hop")
            </script>`),
            "/own.js": "1",
            "/data": "x",
            "/frame": "<p>f",
            "/hop": `->${other}/data?hop`
          }))
          const { html } = yield* renderUrl(`${site.url}/`, { credentials: given(site.url) })
          assert.sameMembers(received, ["/", "/own.js", "/data", "/frame", "/hop"].map((path) => `site${path}`))
          assert.strictEqual(cookies.get("site/own.js"), "sid=token-of-cookie; own=1")
          assert.includeMembers(other.asked, ["/x.js", "/data"])
          // The scripts of the page see the cookie of the site alone.
          assert.include(html, "cookies: own=1")
        })
    )

    it.effect(
      "stop when the page leads to another origin, and stay stopped when it leads back",
      () =>
        Effect.gen(function*() {
          const { site, received } = yield* sites((other) => ({ "/": `->${other}/`, "/private": page("<p>private") }))
          const { site: back, received: receivedBack } = yield* sites((other) => ({
            "/": page(`<script>location = "${other}/back"</script>`),
            "/private": page("<p>private")
          }))
          yield* renderUrl(`${site.url}/`, { credentials: given(site.url) })
          assert.deepStrictEqual(received, ["site/"])
          yield* renderUrl(`${back.url}/`, { credentials: given(back.url) })
          assert.include(back.asked, "/private")
          assert.deepStrictEqual(receivedBack, ["site/"])
        })
    )

    it.effect("are gone with the page: the next rendering in the same browser has none", () =>
      Effect.gen(function*() {
        const { cookies, site, received } = yield* sites(() => ({ "/": page("<p>x"), "/next": page("<p>y") }))
        yield* renderUrl(`${site.url}/`, { credentials: given(site.url) })
        yield* renderUrl(`${site.url}/next`)
        assert.deepStrictEqual(received, ["site/"])
        assert.isUndefined(cookies.get("site/next"))
      }))
  })
})

describe("credentials without a browser", () => {
  it("are none for a request without headers and cookies", () =>
    assert.isUndefined(credentialsOf("https://a.test", {})))
})
