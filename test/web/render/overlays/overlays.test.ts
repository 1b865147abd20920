import { NodeDns } from "@effect/platform-node"
import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Logger } from "effect"
import { browserSetting } from "../../../../scripts/support/launch-browser.ts"
import { RequestContext } from "../../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { HttpTransport } from "../../../../src/web/net/HttpTransport.ts"
import { BrowserPool } from "../../../../src/web/render/browser/BrowserPool.ts"
import { EgressProxy } from "../../../../src/web/render/browser/EgressProxy.ts"
import { Camera } from "../../../../src/web/render/Camera.ts"
import { LoadsPictures } from "../../../../src/web/render/LoadsPictures.ts"
import { siteHost, skipReason } from "../support/browser.ts"
import { startSite } from "../support/site.ts"
import { contentPages, plainBanners } from "./plain-banners.ts"
import { type Banner, vendorBanners } from "./vendor-banners.ts"

const filler = "Words that stand in the page from the start, so that nothing more is waited for. "

const content =
  `<div id="root"><header><nav><a href="/">Tides</a> <a href="/privacy">Privacy</a></nav><h1>Tides</h1></header><main><p>${
    filler.repeat(60)
  }</p></main></div>`

/** With the scripts of the banner after the page, as sites have them. */
const bannerPage = ({ body = "", css, html }: Banner) =>
  `<!doctype html><html lang="en"><style>body{margin:0}${css}</style><body ${body}>${content}${html}`

const barePage = `<!doctype html><html lang="en"><style>body{margin:0}</style><body>${content}`

const camera = Camera.layerNoDeps.pipe(
  Layer.provide(BrowserPool.layerNoDeps),
  Layer.provide(EgressProxy.layerOverDialer),
  Layer.provide(HttpTransport.layerResolver),
  Layer.provide(NodeDns.layer),
  Layer.provide(Layer.succeed(LoadsPictures, true)),
  Layer.provide(Logger.layer([])),
  Layer.provide(Settings.layerWith({
    allowAddresses: [`${siteHost}/32`],
    renderTimeout: Duration.seconds(15),
    renderConcurrency: 5,
    browser: browserSetting
  }))
)

const size = { width: 800, height: 600, format: "png" } as const

const pictureOf = Effect.fnUntraced(function*(url: string, hide_overlays: boolean, full_page = false) {
  const { take } = yield* Camera
  const { bytes } = yield* take({ url: new URL(url), options: { ...size, full_page, hide_overlays } }).pipe(
    RequestContext.by("test", "interactive", Duration.seconds(30))
  )
  return Buffer.from(bytes)
})

const banners = { ...vendorBanners, ...plainBanners }

const site = startSite({
  "/": barePage,
  ...Object.fromEntries(Object.entries(banners).map(([name, banner]) => [`/${name}`, bannerPage(banner)])),
  ...Object.fromEntries(Object.entries(contentPages).map(([name, html]) => [`/${name}`, `<!doctype html>${html}`]))
})

/** One of each kind. The others differ in names. */
const examples = new Set(["onetrust", "trustarcFrame", "lockedModal", "nestedShadow", "modalDialog", "consentWall"])

/** The page without a banner. Each of its pictures is the same. */
const barePicture = Effect.runSync(Effect.cached(Effect.flatMap(site, ({ url }) => pictureOf(url, true))))

describe.skipIf(skipReason !== "")(`hide_overlays${skipReason}`, { concurrent: true }, () => {
  layer(camera, { excludeTestServices: true })((it) => {
    for (const name of Object.keys(banners)) {
      it.effect(`leaves the page without the overlay: ${name}`, () =>
        Effect.gen(function*() {
          const { url } = yield* site
          const bare = yield* barePicture
          const shown = yield* pictureOf(`${url}/${name}`, false)
          assert.isFalse(shown.equals(bare), "the overlay shows without the option")
          assert.isTrue((yield* pictureOf(`${url}/${name}`, true)).equals(bare), "the picture is that of the bare page")
        }), { tags: examples.has(name) ? [] : "long" })
    }
    for (const name of Object.keys(contentPages)) {
      it.effect(`hides no content: ${name}`, () =>
        Effect.gen(function*() {
          const { url } = yield* site
          const shown = yield* pictureOf(`${url}/${name}`, false)
          assert.isTrue((yield* pictureOf(`${url}/${name}`, true)).equals(shown))
        }), { tags: examples.has(name) ? [] : "long" })
    }
    it.effect("lets a locked page be captured to its end", () =>
      Effect.gen(function*() {
        const { url } = yield* site
        const bare = yield* pictureOf(url, true, true)
        assert.isTrue((yield* pictureOf(`${url}/lockedModal`, true, true)).equals(bare))
      }))
  })
})
