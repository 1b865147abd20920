import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { rendering, renderUrl, skipReason } from "./support/browser.ts"
import { page, script, startSite } from "./support/site.ts"

const unhurried = { renderTimeout: Duration.seconds(25), renderSettle: Duration.seconds(20) }

describe.skipIf(skipReason !== "")(`a page after another of its site${skipReason}`, () => {
  layer(rendering(unhurried), { excludeTestServices: true })((it) => {
    it.effect("shares nothing between pages but what HTTP lets a browser keep", () =>
      Effect.gen(function*() {
        let served = 0
        const site = yield* startSite({
          "/": (_, response) =>
            void response.writeHead(200, { "content-type": "text/html", "cache-control": "max-age=1000" })
              .end(page(`<p id="p"></p><b>${++served}</b><script src="/kept.js"></script>`)),
          "/kept.js": (_, response) =>
            void response.writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=1000" }).end(`
              const say = (word) => {
                document.cookie = "c=" + word
                localStorage.k = sessionStorage.k = window.name = word
              }
              p.textContent = "seen:" + document.cookie + (localStorage.k ?? "") + (sessionStorage.k ?? "") + window.name +
                (history.state ?? "") + (navigation.canGoBack ? "back" : "")
              say("loaded")
              for (const event of ["pagehide", "beforeunload", "visibilitychange"]) addEventListener(event, () => say("left"))
              indexedDB.databases().then(async (names) => {
                p.append(names.length + (await caches.keys()).length)
                p.id = "done"
                indexedDB.open("kept")
                caches.open("kept")
                history.pushState("state", "", "/#there")
              })`)
        })
        let last = 0
        for (let round = 0; round < 4; round++) {
          const { html } = yield* renderUrl(`${site.url}/`, { waitFor: "#done" })
          assert.include(html, `<p id="done">seen:0</p>`)
          const number = Number(/<b>(\d+)<\/b>/.exec(html)?.[1])
          // The page itself is requested each time; on a busy machine, sometimes twice.
          assert.isAbove(number, last)
          last = number
        }
        // All pages used one context of the browser, which caches the script.
        const asked = () => site.asked.filter((name) => name === "/kept.js").length
        assert.isBelow(asked(), 4)
        const before = asked()
        // Another owner has another context.
        yield* renderUrl(`${site.url}/`, {}, "another")
        assert.isAbove(asked(), before)
      }))

    it.effect("comes to rest with workers, and none of them lives on to the next page", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": page(`<p id="p"></p><script>
            const shared = new SharedWorker("/shared.js", { extendedLifetime: true })
            shared.port.onmessage = ({ data }) => { p.append("shared" + data) }
            const own = new Worker("/own.js")
            own.onmessage = ({ data }) => { p.append("own" + data) }
            </script>`),
          "/shared.js": script("let pages = 0; onconnect = ({ ports }) => ports[0].postMessage(++pages)"),
          "/own.js": script("postMessage(1)")
        })
        for (let round = 0; round < 2; round++) {
          const { html, warnings } = yield* renderUrl(`${site.url}/`)
          assert.match(html, /<p id="p">(?:shared1own1|own1shared1)</)
          assert.deepStrictEqual(warnings, [])
        }
      }))

    it.effect("finds nothing of one whose sessionStorage it reaches over another origin", () =>
      Effect.gen(function*() {
        let back = ""
        const other = yield* startSite({
          "/": (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end(back)
        })
        const site = yield* startSite({
          "/": page(`<p id="p"></p><script>sessionStorage.k = "kept"</script>`),
          "/away": (_, response) => void response.writeHead(302, { location: other.url }).end(),
          "/read": page(`<p id="p"></p><script>p.textContent = "seen:" + (sessionStorage.k ?? "")</script>`)
        })
        back = page(`<script>location = "${site.url}/read"</script>`)
        yield* renderUrl(`${site.url}/`)
        const { html } = yield* renderUrl(`${site.url}/away`, { waitFor: "#p" })
        assert.include(html, `<p id="p">seen:</p>`)
      }))

    it.effect("settles after a request that takes its time", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": page(`<p id="p"></p><script>fetch("/slow").then(() => { p.textContent = "answered" })</script>`),
          "/slow": (_, response) => void setTimeout(() => response.end("slow"), 300)
        })
        for (let round = 0; round < 2; round++) {
          const { html, warnings } = yield* renderUrl(`${site.url}/`)
          assert.include(html, `<p id="p">answered</p>`)
          assert.deepStrictEqual(warnings, [])
        }
      }))

    it.effect("finds in its second document what its first one has stored", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": page(`<script>
            sessionStorage.k = (sessionStorage.k ?? "") + "first"
            window.name += "named"
            location = "/second"
            </script>`),
          "/second": page(`<p id="p"></p><script>p.textContent = sessionStorage.k + window.name</script>`)
        })
        for (let round = 0; round < 4; round++) {
          const { finalUrl, html } = yield* renderUrl(`${site.url}/`, { waitFor: "#p" })
          assert.strictEqual(finalUrl, `${site.url}/second`)
          assert.include(html, `<p id="p">firstnamed</p>`)
        }
      }))
  })
})

describe.skipIf(skipReason !== "")(`a page after one that never settles${skipReason}`, () => {
  layer(rendering({ ...unhurried, renderSettle: Duration.seconds(1) }), { excludeTestServices: true })((it) => {
    it.effect("finds nothing of one whose tasks go on writing while it is left", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": page(`<p id="p"></p><script>
            p.textContent = "seen:" + document.cookie + (localStorage.k ?? "") + (sessionStorage.k ?? "") + window.name
            const write = () => { document.cookie = "c=1"; localStorage.k = sessionStorage.k = window.name = "kept" }
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => { write(); setTimeout(() => port2.postMessage(0), 5) }
            port2.postMessage(0)
            const load = () => fetch("/slow").then(write, write).then(load)
            load()
            </script>`),
          "/slow": (_, response) => void setTimeout(() => response.end("slow"), 20)
        })
        for (let round = 0; round < 4; round++) {
          assert.include((yield* renderUrl(`${site.url}/`)).html, `<p id="p">seen:</p>`)
        }
      }))
  })
})

describe.skipIf(skipReason !== "")(`a page that this service has received${skipReason}`, () => {
  layer(rendering(unhurried), { excludeTestServices: true })((it) => {
    const headers = {
      "content-type": "text/html; charset=windows-1252",
      "content-security-policy": "script-src 'self'",
      "content-encoding": "gzip",
      "content-length": "7"
    }
    const body = Buffer.from(
      `<title>T</title><p id="p">caf\xe9</p><script>p.append("inline")</script><script src="/app.js"></script>`,
      "latin1"
    )

    it.effect("is not requested again, and has its header fields", () =>
      Effect.gen(function*() {
        const site = yield* startSite({ "/app.js": script("p.append(' by script ' + document.characterSet)") })
        for (let round = 0; round < 2; round++) {
          const { finalUrl, html, status } = yield* renderUrl(`${site.url}/app#there`, { received: { headers, body } })
          assert.deepStrictEqual([finalUrl, status], [`${site.url}/app#there`, 200])
          assert.include(html, `<p id="p">café by script windows-1252</p>`)
        }
        assert.notInclude(site.asked, "/app")
      }))

    it.effect("has each line of a field that is kept in lines", () =>
      Effect.gen(function*() {
        const site = yield* startSite()
        const lines = { "content-type": "text/html", "x-robots-tag": "googlebot: noindex\nnoai" }
        const received = { headers: lines, body: Buffer.from("<p>received</p>") }
        assert.include((yield* renderUrl(`${site.url}/app`, { received })).html, "received")
        assert.deepStrictEqual(site.asked, [])
      }))

    it.effect("is requested if the browser refuses its header fields", () =>
      Effect.gen(function*() {
        const site = yield* startSite({ "/app": page("<b>from the site</b>") })
        const received = { headers: { "content-type": "text/html", "no field": "x" }, body: Buffer.from("received") }
        assert.include((yield* renderUrl(`${site.url}/app`, { received })).html, "from the site")
      }))

    it.effect("is requested where a script loads it once more", () =>
      Effect.gen(function*() {
        const site = yield* startSite({ "/app": page("<b>from the site</b>") })
        const again = Buffer.from("<p>first</p><script>location.reload()</script>")
        const received = { headers: { "content-type": "text/html" }, body: again }
        const { html, warnings } = yield* renderUrl(`${site.url}/app`, { received, waitFor: "b" })
        assert.include(html, "from the site")
        assert.deepStrictEqual(warnings, [])
        assert.deepStrictEqual(site.asked.filter((name) => name === "/app"), ["/app"])
      }))
  })
})
