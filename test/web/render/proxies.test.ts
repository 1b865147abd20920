import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option, Scope } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import type { ProxySetting } from "../../../src/core/settings/proxy.ts"
import { httpProxy } from "../../support/network/proxies.ts"
import { rendering, renderUrl, siteHost, skipReason } from "./support/browser.ts"

const settingOf = (port: number): ProxySetting => ({
  protocol: "http",
  host: "127.0.0.1",
  port,
  credentials: undefined,
  resolvesNames: false
})

/** A page that its script completes with what it requests. */
const site = Effect.acquireRelease(
  Effect.callback<http.Server>((resume) => {
    const server = http.createServer((request, response) => {
      response.writeHead(200, { "content-type": "text/html", connection: "close" })
      if (request.url === "/data") return void response.end("Data through the proxy.")
      response.end(
        "<p id=told></p><script>fetch('/data').then(async (it) => (told.textContent = await it.text()))</script>"
      )
    }).listen(0, siteHost, () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.sync(() => server.close().closeAllConnections())
)

describe.skipIf(skipReason !== "")(`a rendered page and a list of proxies${skipReason}`, () => {
  it.live("goes through them, with all that it requests, and never directly", () =>
    Effect.gen(function*() {
      const { port } = (yield* site).address() as AddressInfo
      const scope = yield* Scope.make()
      const proxies = [yield* httpProxy(), yield* Scope.provide(httpProxy(), scope)]
      yield* Effect.gen(function*() {
        const page = yield* renderUrl(`http://${siteHost}:${port}/`)
        assert.include(page.html, "Data through the proxy.")
        const used = proxies.filter(({ asked }) => asked.length > 0)
        // A domain keeps its proxy.
        assert.strictEqual(used.length, 1)
        assert.isTrue(used[0]?.asked.every((target) => target === `${siteHost}:${port}`))
      }).pipe(Effect.provide(rendering({ proxies: Option.some(proxies.map(({ port }) => settingOf(port))) })))
      // None is left.
      yield* Scope.close(scope, Exit.void)
      const [, gone] = proxies
      if (gone === undefined) return assert.fail()
      const requests = proxies.flatMap(({ asked }) => asked).length
      const error = yield* Effect.flip(renderUrl(`http://${siteHost}:${port}/`)).pipe(
        Effect.provide(rendering({ proxies: Option.some([settingOf(gone.port)]) }))
      )
      assert.strictEqual((error as { readonly code?: string }).code, "fetch_failed")
      assert.strictEqual(proxies.flatMap(({ asked }) => asked).length, requests)
    }).pipe(Effect.scoped))
})
