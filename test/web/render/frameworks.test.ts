import { NodeServices } from "@effect/platform-node"
import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { browserSetting } from "../../../scripts/support/launch-browser.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { fold } from "../../../src/extract/dom/walk.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { servicesWith } from "../../../src/Gleaner.ts"
import { scraped } from "../../support/entries/pages-over.ts"
import { siteHost, skipReason } from "./support/browser.ts"
import { startSite } from "./support/site.ts"

/** `scripts/render-pages` builds the pages. Each framework shows the same text and links after its scripts have run. */
const frameworks = "react preact vue svelte lit solid alpine angularjs mithril stimulus htmx plain".split(" ")

const services = servicesWith(Extractor.layerInline).pipe(
  Layer.provide(Settings.layerWith({
    allowAddresses: [`${siteHost}/32`],
    browser: browserSetting,
    domainDelay: Duration.zero,
    renderTimeout: Duration.seconds(25),
    renderSettle: Duration.seconds(20)
  })),
  Layer.provide(NodeServices.layer)
)

describe.skipIf(skipReason !== "")(`a scrape of a page of a framework${skipReason}`, () => {
  layer(services, { excludeTestServices: true })((it) => {
    for (const framework of frameworks) {
      it.effect(
        `renders ${framework} by itself, with the text and the links that its scripts add`,
        () =>
          Effect.gen(function*() {
            const site = yield* startSite()
            const { links, text, trace } = yield* scraped(`${site.url}/${framework}-0-client.html`)
            assert.deepStrictEqual([trace.rendered, trace.warnings], [true, []])
            assert.match(trace.rendered_because, /^[a-z].{10,}/)
            assert.include(
              fold(text),
              "Each flood moves sand from the outer bank of a bend to the inner bank of the next"
            )
            assert.include(fold(text), "and then the beavers, who need nobody's permission.")
            assert.deepStrictEqual(
              links.map(({ text, url }) => [text, url.replace(site.url, "")]),
              [["Home", "/home"], ["Archive", "/archive"], ["About", "/about"], ["Contact", "/contact"]]
            )
          }),
        { tags: "long" }
      )
    }

    it.effect("shows the route that the fragment of the URL names", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/moved": (_, response) => void response.writeHead(302, { location: "/mithril-0-client.html" }).end()
        })
        const { text, url } = yield* scraped(`${site.url}/mithril-0-client.html#!/2`)
        assert.include(text, "After eleven months of work the museum")
        assert.strictEqual(url, `${site.url}/mithril-0-client.html#!/2`)
        assert.include((yield* scraped(`${site.url}/moved#!/3`)).text, "Feed it twice, a day apart")
        assert.lengthOf(site.asked.filter((path) => path === "/mithril-0-client.html"), 2)
      }))
  })
})
