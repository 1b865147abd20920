import { afterEach, assert, describe, it } from "@effect/vitest"
import * as browsers from "@puppeteer/browsers"
import { ConfigProvider, Deferred, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { strToU8, zipSync } from "fflate"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { PUPPETEER_REVISIONS } from "puppeteer-core/internal/revisions.js"
import { browserFlags } from "../../../../src/web/render/browser/browser-flags.ts"
import { findBrowser } from "../../../../src/web/render/browser/find-browser.ts"
import { installBrowser } from "../../../../src/web/render/browser/puppeteer-browser.ts"
import { rendering, renderUrl } from "../support/browser.ts"
import { page, startSite } from "../support/site.ts"

const buildId = PUPPETEER_REVISIONS["chrome-headless-shell"]
const cleanup: Array<() => void> = []
afterEach(() => {
  for (const clean of cleanup.splice(0)) clean()
})

/** A mirror of Chrome for Testing with one answer, and an empty cache. */
const mirror = (answer: http.RequestListener) =>
  Effect.callback<{ readonly cache: string; readonly config: ConfigProvider.ConfigProvider }>((resume) => {
    const cache = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-cache-"))
    const server = http.createServer(answer).listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      const config = ConfigProvider.fromEnv({
        env: {
          PATH: "",
          PUPPETEER_CACHE_DIR: cache,
          PUPPETEER_CHROME_DOWNLOAD_BASE_URL: `http://127.0.0.1:${port}`
        }
      })
      resume(Effect.succeed({ cache, config }))
    })
    cleanup.push(() => {
      server.close()
      server.closeAllConnections()
      fs.rmSync(cache, { recursive: true })
    })
  })

/** The archive of a browser that is a shell script. */
const archive = (script: string): Uint8Array => {
  const file = browsers.computeExecutablePath({ browser: browsers.Browser.CHROMEHEADLESSSHELL, buildId, cacheDir: "/" })
  const [, , , ...inside] = file.split(path.sep)
  return zipSync({ [inside.join("/")]: [strToU8(`#!/bin/sh\n${script}\n`), { os: 3, attrs: 0o755 << 16 }] })
}

const withConfig = (config: ConfigProvider.ConfigProvider) =>
  Effect.provideService(ConfigProvider.ConfigProvider, config)

describe.skipIf(process.platform === "win32")("puppeteer's browser", () => {
  it.effect("is downloaded, unpacked and started once, and found behind the system's", () =>
    Effect.gen(function*() {
      let asked: string | undefined
      const { cache, config } = yield* mirror((request, response) => {
        asked = request.url
        response.end(archive("echo Chrome for Testing"))
      })
      const file = yield* installBrowser().pipe(withConfig(config))
      assert.include(asked ?? "", `/${buildId}/`)
      assert.isTrue(file.startsWith(cache))
      const found = (places: ReadonlyArray<string>) =>
        findBrowser({ browser: Option.none() }, places).pipe(withConfig(config))
      assert.deepStrictEqual(yield* found([]), { _tag: "Found", origin: "puppeteer", path: file })
      const system = yield* found([process.execPath])
      assert.strictEqual(system._tag === "Found" && system.origin, "system")
      asked = undefined
      assert.strictEqual(yield* installBrowser().pipe(withConfig(config)), file)
      assert.isUndefined(asked)
    }))

  it.effect("of which a broken archive came is downloaded again the next time", () =>
    Effect.gen(function*() {
      const whole = archive("echo Chrome for Testing")
      const answers = [whole.subarray(0, whole.length - 30), whole]
      const { config } = yield* mirror((_, response) => void response.end(answers.shift()))
      const { detail } = yield* Effect.flip(installBrowser()).pipe(withConfig(config))
      assert.match(detail, /^Chrome [\d.]+ could not be downloaded: /)
      assert.isTrue(fs.existsSync(yield* installBrowser().pipe(withConfig(config))))
    }))

  it.effect("that does not start says so in its own words", () =>
    Effect.gen(function*() {
      const { config } = yield* mirror((_, response) =>
        void response.end(archive("echo libnss3.so: cannot open shared object file >&2; exit 127"))
      )
      const { detail } = yield* Effect.flip(installBrowser()).pipe(withConfig(config))
      assert.match(detail, /does not start: libnss3\.so: cannot open shared object file\. Install Chromium/)
    }))

  it.effect("whose download stops is given up", () =>
    Effect.gen(function*() {
      const isRequested = yield* Deferred.make<void>()
      const { config } = yield* mirror((_, response) => {
        response.writeHead(200, { "content-length": "1000" })
        response.write("a beginning")
        Deferred.doneUnsafe(isRequested, Effect.void)
      })
      const install = yield* Effect.forkChild(Effect.flip(installBrowser()).pipe(withConfig(config)))
      yield* Deferred.await(isRequested)
      yield* TestClock.adjust("3 minutes")
      assert.match((yield* Fiber.join(install)).detail, /^The download of Chrome stopped after \d+ bytes\. /)
    }))
})

const found = await Effect.runPromise(findBrowser({ browser: Option.none() }))
const noSystem = found._tag === "Found" && found.origin === "system" ? "" : " (skipped: the system has no browser)"

// The other tests use the browser of npm. This one uses a browser of the system.
it.live.skipIf(noSystem !== "")(`a browser of the system renders a page${noSystem}`, () =>
  Effect.gen(function*() {
    const site = yield* startSite({ "/": page("<p id=x></p><script>x.textContent = 'rendered'</script>") })
    assert.include((yield* renderUrl(`${site.url}/`)).html, "rendered")
  }).pipe(Effect.provide(rendering({ browser: Option.none() }))))

describe("browserFlags", () => {
  it("keep the sandbox on for everyone but root, for whom the browser has none", () => {
    assert.notInclude(browserFlags({ userAgent: "a", isRoot: false }), "--no-sandbox")
    assert.include(browserFlags({ userAgent: "a", isRoot: true }), "--no-sandbox")
  })

  it("leave no host to be reached, and no name to be resolved, past the proxy", () => {
    const flags = browserFlags({ userAgent: "a", isRoot: false })
    assert.includeMembers([...flags], [
      "--proxy-bypass-list=<-loopback>",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
      "--disable-quic",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp"
    ])
  })
})
