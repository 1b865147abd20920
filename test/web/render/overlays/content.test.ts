import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { rendering, renderUrl, skipReason } from "../support/browser.ts"
import { page, startSite } from "../support/site.ts"

const bar = "position:fixed;bottom:0;left:0;right:0;z-index:9"
const banner = `<div style="${bar}"><p>We use cookies on this website.</p><button>Accept all</button></div>`
const inShadow = `<div id="host"></div><script>host.attachShadow({ mode: "open" }).innerHTML =
  '<p style="${bar}">Our cookies improve your experience. <button>Reject all</button></p>'</script>`

/** Builds overlays in overlays, changes back what is hidden, and replaces what a script of ours could call. */
const fighting = `<div id="all"></div><script>
  const deep = (n) => n === 0 ? "We use cookies. <button>Accept</button>" : '<div style="position:fixed;inset:0">' + deep(n - 1) + '</div>'
  all.innerHTML = Array.from({ length: 200 }, () => deep(60)).join("")
  for (const name of ["elementFromPoint", "querySelectorAll"]) Document.prototype[name] = () => { for (;;); }
  Element.prototype.checkVisibility = () => { for (;;); }
  globalThis.getComputedStyle = () => { for (;;); }
  new MutationObserver((changes) => { for (const { target } of changes) if (target.style?.display === "none") target.style.display = "" })
    .observe(all, { subtree: true, attributes: true, attributeFilter: ["style"] })
</script>`

const wide = `<script>document.body.append(...Array.from({ length: 15000 }, (_, n) => {
  const one = document.createElement("div"); one.style = "position:absolute;z-index:99;inset:0"
  one.innerHTML = "<b>cookies</b><button>x" + n + "</button>"; return one }))</script>`

const site = startSite({
  "/bar": page(`<h1>Tides</h1>${banner}`),
  "/shadow": page(`<h1>Tides</h1>${inShadow}`),
  "/fighting": page(`<h1>Tides</h1>${fighting}`),
  "/wide": page(`<h1>Tides</h1>${wide}`)
})

describe.skipIf(skipReason !== "")(`hide_overlays of a rendered page${skipReason}`, () => {
  layer(rendering({ renderTimeout: Duration.seconds(15), maxBody: 64 * 1024 * 1024 }), {
    excludeTestServices: true
  })(
    (it) => {
      for (const path of ["/bar", "/shadow"]) {
        it.effect(`keeps the text of a banner out of the page: ${path}`, () =>
          Effect.gen(function*() {
            const { url } = yield* site
            assert.match((yield* renderUrl(url + path)).html, /cookies/)
            const { html } = yield* renderUrl(url + path, { hidesOverlays: true })
            assert.match(html, /<h1>Tides.*Words that stand/s)
            // The script that makes one names it.
            assert.notMatch(html.replaceAll(/<script.*?<\/script>/gs, ""), /cookies/)
          }))
      }

      for (const path of ["/fighting", "/wide"]) {
        it.effect(`ends on a hostile page: ${path}`, () =>
          Effect.gen(function*() {
            const { url } = yield* site
            const { html } = yield* renderUrl(url + path, { hidesOverlays: true })
            assert.match(html, /<h1>Tides/)
          }), { tags: "long" })
      }
    }
  )
})
