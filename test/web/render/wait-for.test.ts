import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { rendering, renderUrl, skipReason } from "./support/browser.ts"
import { page, startSite } from "./support/site.ts"

describe.skipIf(skipReason !== "")(`a renderer that waits for an element${skipReason}`, () => {
  layer(rendering(), { excludeTestServices: true })((it) => {
    it.effect("takes the page when the element is there, with what came with it", () =>
      Effect.gen(function*() {
        // Idle for longer than a page needs to count as settled.
        const site = yield* startSite({
          "/": page(`<div id=late></div><script>setTimeout(() => {
            late.innerHTML = "<p class=price>12</p>"
            setTimeout(() => late.append("and more"), 100)
          }, 2500)</script>`),
          "/shadow": page(`<x-late></x-late><script>setTimeout(() => {
            document.querySelector("x-late").attachShadow({ mode: "open" }).innerHTML = "<p class=price>13</p>"
          }, 2500)</script>`)
        })
        const without = yield* renderUrl(`${site.url}/`)
        assert.notInclude(without.html, "<p class=\"price\">")
        const waited = yield* renderUrl(`${site.url}/`, { waitFor: "#late > .price" })
        assert.include(waited.html, "<p class=\"price\">12</p>and more")
        assert.include(
          (yield* renderUrl(`${site.url}/shadow`, { waitFor: ".price" })).html,
          "<p class=\"price\">13</p>"
        )
      }))
  })

  layer(rendering({ renderTimeout: Duration.seconds(4) }), { excludeTestServices: true })((it) => {
    it.effect("takes the page as it is when the time for rendering is nearly over", () =>
      Effect.gen(function*() {
        const site = yield* startSite({ "/": page("<p>what there is</p>") })
        for (const waitFor of [".never", "p\" + alert(1) + \"", "p["]) {
          assert.include((yield* renderUrl(`${site.url}/`, { waitFor })).html, "what there is")
        }
      }))
  })
})
