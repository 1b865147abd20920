import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import * as fault from "../../../src/core/domain/errors/page-errors.ts"
import { rendering, renderUrl, skipReason } from "./support/browser.ts"
import { type Attack, attacks, button, click, examples } from "./support/page-attacks.ts"
import { page, startSite } from "./support/site.ts"
import { setTraps } from "./support/traps.ts"

const costsItself = (name: string) => `cost only themselves: ${name}`

/** Renders the page of an attack. */
const outlive = ({ actions = click, html, shows = "still here", why }: Attack) =>
  Effect.gen(function*() {
    const traps = yield* setTraps
    const trap = `http://127.0.0.1:${traps.port}`
    const site = yield* startSite({
      "/": page(html(trap)),
      "/next": page("the next page"),
      "/never": () => {},
      "/odd": ({ url = "" }, response) =>
        void response.writeHead(Number(url.split("?")[1]), { "content-type": "text/html" }).end(
          page(`<form action="${trap}/get"><button id=c>go</button></form><p>still here</p>`)
        ),
      "/leave": (_, response) => void response.writeHead(307, { location: `${trap}/after` }).end(),
      "/file": (_, response) =>
        void response.writeHead(200, {
          "content-type": "application/octet-stream",
          "content-disposition": "attachment"
        }).end("x")
    })
    const rendered = yield* renderUrl(`${site.url}/`, { actions })
    assert.include(rendered.html, shows)
    if (why !== undefined) {
      const failed = rendered.warnings.filter(({ code }) => code === "action_failed")
      assert.lengthOf(failed, 1, JSON.stringify(rendered.warnings))
      assert.match(failed[0]?.message ?? "", why)
    }
    assert.deepStrictEqual(traps.caught, [])
  })

describe.skipIf(skipReason !== "")(`actions on hostile pages${skipReason}`, { concurrent: true }, () => {
  const short = {
    actionTimeout: Duration.seconds(3),
    actionsTimeout: Duration.seconds(12),
    renderTimeout: Duration.minutes(2),
    renderConcurrency: 5
  }
  layer(rendering(short), { excludeTestServices: true })((it) => {
    for (const [name, attack] of Object.entries(attacks)) {
      if (attack.hangs === true) continue
      it.effect(costsItself(name), () => outlive(attack), { tags: examples.has(name) ? [] : "long" })
    }

    it.effect("go only where the page may go", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": page(`<a id=b href="/private">go</a><p>still here</p>`),
          "/private": page("never seen"),
          "/frames": page(`<iframe name=inner></iframe><a id=b target=inner href="/private">go</a><p>still here</p>`)
        })
        const visited: Array<string> = []
        const mayVisit = (url: URL) => {
          visited.push(url.pathname)
          return url.pathname === "/private" ? Effect.fail(fault.robotsDisallowed(url, "gleaner")) : Effect.void
        }
        const rendered = yield* renderUrl(`${site.url}/`, { actions: [...click, ...click], mayVisit })
        assert.include(rendered.html, "still here")
        assert.match(rendered.warnings[0]?.message ?? "", /^Step 1 of actions, click "#b", failed: .*robots\.txt/)
        assert.include(rendered.warnings[0]?.message, "The one step after it did not run.")
        assert.deepStrictEqual(visited, ["/private"])
        const framed = yield* renderUrl(`${site.url}/frames`, { actions: click, mayVisit })
        assert.notInclude(framed.html, "never seen")
        assert.notInclude(site.asked, "/private")
      }))

    it.effect("type no text on a page of another origin", () =>
      Effect.gen(function*() {
        const typed: Array<string> = []
        const other = yield* startSite({
          "/": page(`<input id=t oninput="fetch('/got?' + this.value)">`),
          "/got": (request, response) => {
            typed.push(request.url ?? "")
            response.end()
          }
        })
        const site = yield* startSite({ "/": page(`<a id=b href="${other.url}/">go</a>`) })
        const rendered = yield* renderUrl(`${site.url}/`, { actions: [...click, { type: ["#t", "secret"] }] })
        assert.strictEqual(rendered.finalUrl, `${other.url}/`)
        assert.match(rendered.warnings[0]?.message ?? "", /Step 2 .*another origin, where no text is typed/)
        assert.notInclude(JSON.stringify(rendered.warnings), "secret")
        assert.deepStrictEqual(typed, [])
      }))

    it.effect("leave nothing for the next page, of the same key or of another", () =>
      Effect.gen(function*() {
        const cookies: Array<string | undefined> = []
        const site = yield* startSite({
          "/": (request, response) => {
            cookies.push(request.headers.cookie)
            response.writeHead(200, { "content-type": "text/html" }).end(
              page(`<button id=b>go</button><p id=was></p><script>
              was.textContent = "was: " + [document.cookie, localStorage.x, sessionStorage.x, window.name, history.length].join()
              b.onclick = async () => {
                document.cookie = "x=1;path=/"; localStorage.x = 1; sessionStorage.x = 1; window.name = "x"
                history.pushState(1, "", "?1"); indexedDB.open("x"); await caches.open("x").catch(() => 0)
                was.textContent = "done"
              }</script>`)
            )
          }
        })
        const visit = (owner: string, more: object = {}) => renderUrl(`${site.url}/`, more, owner)
        const fresh = /was: [^<]*/.exec((yield* visit("first")).html)?.[0]
        for (const owner of ["first", "second"]) {
          assert.include((yield* visit(owner, { actions: click })).html, "done")
          for (const next of ["first", "second"]) {
            assert.include((yield* visit(next)).html, fresh ?? "none")
            assert.include((yield* visit(next, { actions: [{ hover: "#b" }] })).html, "was: ,,,,")
          }
        }
        assert.deepStrictEqual(cookies.filter((cookie) => cookie !== undefined), [])
      }), { tags: "long" })
  })

  // Only what hangs reaches the limit.
  layer(rendering({ ...short, renderTimeout: Duration.seconds(30) }), { excludeTestServices: true })((it) => {
    for (const [name, attack] of Object.entries(attacks)) {
      if (attack.hangs === true) it.effect(costsItself(name), () => outlive(attack), { tags: "long" })
    }

    it.effect("end in time on a page that never rests", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": page(`${button("while (true) {}")}`),
          "/busy": page(
            `<p>still here</p><p id=n></p><script>setInterval(() => { n.textContent = Math.random() }, 5)</script>`
          )
        })
        const stuck = yield* Effect.result(renderUrl(`${site.url}/`, { actions: click }))
        // A browser that does not even end the page in time is replaced.
        assert.include(["upstream_timeout", "fetch_failed"], stuck._tag === "Failure" ? stuck.failure.code : "")
        const rendered = yield* renderUrl(`${site.url}/busy`, {
          actions: Array.from({ length: 50 }, () => ({ press: "a" }))
        })
        assert.include(rendered.html, "still here")
        assert.match(rendered.warnings.at(-1)?.message ?? "", /the time of the page is over/)
      }), { tags: "long" })
  })
})
