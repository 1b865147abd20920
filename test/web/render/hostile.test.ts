import { assert, describe, layer } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import type { ServerResponse } from "node:http"
import { rendering, renderUrl, siteHost, skipReason } from "./support/browser.ts"
import { page, startSite } from "./support/site.ts"
import { setTraps } from "./support/traps.ts"

/** All kinds of network access of a page, to a port of this machine. */
const attacks = (port: number): string =>
  `<p id="log">tried</p>
  <img src="http://127.0.0.1:${port}/img"><iframe src="http://127.0.0.1:${port}/frame"></iframe>
  <iframe src="file:///etc/passwd" id="file"></iframe><object data="file:///etc/passwd"></object>
  <link rel="dns-prefetch" href="//rebind.example"><link rel="preconnect" href="http://127.0.0.1:${port}">
  <link rel="prefetch" href="http://127.0.0.1:${port}/prefetch"><link rel="stylesheet" href="http://[::1]:${port}/css">
  <script src="http://localhost:${port}/script"></script>
  <script type="speculationrules">{"prerender":[{"urls":["http://127.0.0.1:${port}/prerender"]}]}</script>
  <a id="download" href="http://127.0.0.1:${port}/file" download>d</a>
  <form id="form" method="post" target="other" action="http://127.0.0.1:${port}/form"></form>
  <script>
  const t = (f) => { try { const r = f(); if (r && r.catch) r.catch(() => {}) } catch {} }
  for (const host of ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "x.localhost"]) {
    t(() => fetch("http://" + host + ":${port}/fetch", { mode: "no-cors" }))
    t(() => new WebSocket("ws://" + host + ":${port}/ws"))
    t(() => new EventSource("http://" + host + ":${port}/events"))
  }
  t(() => fetch("http://169.254.169.254/latest/meta-data/", { mode: "no-cors" }))
  t(() => fetch("https://127.0.0.1:${port}/tls", { mode: "no-cors" }))
  t(() => fetch("file:///etc/passwd").then(r => r.text()).then(x => { log.textContent = "leak:" + x }))
  t(() => navigator.sendBeacon("http://127.0.0.1:${port}/beacon", "x"))
  t(() => new WebTransport("https://127.0.0.1:${port}/quic"))
  t(() => navigator.serviceWorker.register("/worker.js"))
  t(() => new Worker("/worker.js"))
  t(() => new SharedWorker("/worker.js"))
  t(() => window.open("http://127.0.0.1:${port}/popup"))
  t(() => window.open("file:///etc/passwd"))
  t(() => download.click())
  t(() => form.submit())
  t(() => alert("stop")); t(() => confirm("stop")); t(() => prompt("stop")); t(() => print())
  t(() => { const f = document.createElement("iframe"); document.body.append(f)
    const P = (f.contentWindow || window).RTCPeerConnection || window.RTCPeerConnection
    const peer = new P({ iceServers: [{ urls: "stun:127.0.0.1:${port}" },
      { urls: "turn:127.0.0.1:${port}?transport=tcp", username: "u", credential: "c" },
      { urls: "turn:127.0.0.1:${port}?transport=udp", username: "u", credential: "c" }] })
    peer.createDataChannel("x"); peer.createOffer().then(o => peer.setLocalDescription(o)) })
  onbeforeunload = () => "stay"
  t(() => fetch("/ran"))
  </script>`

const worker = (port: number): string =>
  `const go = () => { fetch("http://127.0.0.1:${port}/worker", { mode: "no-cors" }).catch(() => {});
    try { new WebSocket("ws://127.0.0.1:${port}/") } catch {} }; go(); oninstall = go; onfetch = () => {}`

describe.skipIf(skipReason !== "")(`a hostile page${skipReason}`, () => {
  layer(
    rendering({
      renderTimeout: Duration.seconds(4),
      renderSettle: Duration.seconds(1),
      renderBytes: 4 * 1024 * 1024,
      renderRequests: 60
    }),
    { excludeTestServices: true }
  )((it) => {
    /** Twice the longest rendering: another page may use the context first. */
    const bound = 10_000

    const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.gen(function*() {
        const started = yield* Clock.currentTimeMillis
        const result = yield* effect
        return { result, took: (yield* Clock.currentTimeMillis) - started }
      })

    /** Checks that the page ends within its limit, with or without a result, and that the next one is rendered. */
    const survives = (url: string, site: string) =>
      Effect.gen(function*() {
        const { result, took } = yield* timed(Effect.result(renderUrl(url)))
        // The time of the next page, which does not wait, shows how slow the machine is.
        const next = yield* timed(renderUrl(`${site}/good`))
        assert.include(next.result.html, "all is well")
        assert.isBelow(took, bound + 2 * next.took)
        return result
      })

    it.effect("reaches no address that is not public", () =>
      Effect.gen(function*() {
        const traps = yield* setTraps
        const site = yield* startSite({
          "/": page(attacks(traps.port)),
          "/worker.js": (_, response) =>
            void response.writeHead(200, { "content-type": "text/javascript" }).end(worker(traps.port)),
          "/good": page("all is well")
        })
        const result = yield* survives(`${site.url}/`, site.url)
        assert.deepStrictEqual(traps.caught, [])
        assert.includeMembers(site.asked, ["/ran", "/worker.js"])
        if (result._tag === "Failure") assert.strictEqual(result.failure.code, "address_blocked")
        else {
          assert.include(result.success.html, ">tried</p>")
          assert.notInclude(result.success.html, "root:")
        }
      }))

    it.effect(
      "is not followed to an address that is not public, by redirect or by script",
      () =>
        Effect.gen(function*() {
          const traps = yield* setTraps
          const site = yield* startSite({
            "/redirect": (_, response) =>
              void response.writeHead(302, { location: `http://127.0.0.1:${traps.port}/` }).end(),
            "/script": page(`<script>location = "http://localhost:${traps.port}/"</script>`),
            "/file": page(`<p>stays</p><script>location = "file:///etc/passwd"</script>`),
            "/good": page("all is well")
          })
          const redirected = yield* survives(`${site.url}/redirect`, site.url)
          assert.isTrue(redirected._tag === "Failure" && redirected.failure.code === "address_blocked")
          yield* survives(`${site.url}/script`, site.url)
          const file = yield* survives(`${site.url}/file`, site.url)
          if (file._tag === "Success") assert.notInclude(file.success.html, "root:")
          assert.deepStrictEqual(traps.caught, [])
        })
    )

    const nuisances: Readonly<Record<string, string>> = {
      "loops for ever": "<p>x</p><script>while (true) {}</script>",
      "loops for ever once loaded": "<p>x</p><script>onload = () => setTimeout(() => { while (true) {} }, 50)</script>",
      "makes a million nodes":
        `<script>for (let i = 0; i < 1e6; i++) document.body.append(document.createElement("i"))</script>`,
      "asks without end": `<p>x</p><script>setInterval(() => fetch("/data.json?" + Math.random()), 1)</script>`,
      "fills its memory": "<script>const a = []; for (;;) a.push(new Array(1e6).fill({}))</script>",
      "reloads itself": "<p>x</p><script>location.reload()</script>",
      "nests without end":
        "<script>let e = document.body; for (let i = 0; i < 20000; i++) e = e.appendChild(document.createElement('b')); e.textContent = 'deep'</script>"
    }
    it.effect(
      `ends in its bound, and the next page renders: one that ${Object.keys(nuisances).join(", ")}`,
      () =>
        Effect.forEach(Object.values(nuisances), (source) =>
          Effect.gen(function*() {
            const site = yield* startSite({ "/": page(source), "/good": page("all is well") })
            yield* survives(`${site.url}/`, site.url)
            assert.isBelow(site.asked.length, 100)
          }).pipe(Effect.scoped), { concurrency: 2 }),
      { tags: "long" }
    )

    it.effect("may not transfer more than its budget", () =>
      Effect.gen(function*() {
        let sent = 0
        const site = yield* startSite({
          "/": page(
            `<p>x</p><a id="a" href="/endless" download></a><script>fetch("/endless").then(r => r.text()); a.click()</script>`
          ),
          "/endless": (_, response) => {
            const chunk = Buffer.alloc(64 * 1024)
            const more = () => {
              while (!response.destroyed && response.write(chunk)) sent += chunk.length
            }
            response.writeHead(200, { "content-type": "application/octet-stream" })
            response.on("drain", more)
            more()
          },
          "/good": page("all is well")
        })
        const result = yield* survives(`${site.url}/`, site.url)
        assert.isBelow(sent, 32 * 1024 * 1024)
        assert.deepInclude(
          result._tag === "Success" ? result.success.warnings.map(({ code }) => code) : [],
          "render_budget"
        )
      }))

    it.effect(
      "is read all the same when it logs without measure, or asks for a password",
      () =>
        Effect.gen(function*() {
          const site = yield* startSite({
            "/logs": page(
              `<b id="b"></b><script>for (let i = 0; i < 30000; i++) console.log("y".repeat(10000)); b.textContent = "done"</script>`
            ),
            "/asks": page(
              `<b id="b"></b><script>fetch("/closed").then(({ status }) => { b.textContent = "done " + status })</script>`
            ),
            "/closed": (_, response) => void response.writeHead(401, { "www-authenticate": "Basic realm=x" }).end()
          })
          const logs = yield* renderUrl(`${site.url}/logs`)
          const asks = yield* renderUrl(`${site.url}/asks`)
          assert.include(logs.html, "<b id=\"b\">done</b>")
          assert.include(asks.html, "<b id=\"b\">done 401</b>")
          assert.deepStrictEqual(asks.warnings, [])
        })
    )

    it.effect("costs the next page of its visitor nothing when a stream of it goes on", () =>
      Effect.gen(function*() {
        let stream: ServerResponse | undefined
        const site = yield* startSite({
          "/": page(`<p>well</p><script>new EventSource("/stream")</script>`),
          "/stream": (_, response) => {
            response.writeHead(200, { "content-type": "text/event-stream" }).write(": begun\n\n")
            stream = response
          }
        })
        yield* renderUrl(`${site.url}/`)
        stream?.write(Buffer.alloc(8 * 1024 * 1024))
        assert.include((yield* renderUrl(`${site.url}/`)).html, "<p>well</p>")
      }))

    it.effect(
      "cannot have a name point elsewhere between the look-up and the connection",
      () =>
        Effect.gen(function*() {
          const traps = yield* setTraps
          // The browser resolves no names: the gate dials the address that it has checked.
          const site = yield* startSite({ "/good": page("all is well") })
          const result = yield* survives(`http://localhost:${traps.port}/`, site.url)
          assert.isTrue(result._tag === "Failure" && result.failure.code === "address_blocked")
          assert.notStrictEqual(siteHost, "127.0.0.1")
          assert.deepStrictEqual(traps.caught, [])
        })
    )
  })
})
