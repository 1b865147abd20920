import { Duration, Effect, Layer } from "effect"
import type { Document } from "../../../src/core/domain/document/Document.ts"
import type { OptionsOf } from "../../../src/core/domain/options/RouteOptions.ts"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { extractorHere } from "../../../src/extract/stages/extractor-over-stages.ts"
import { GleanerNoDeps } from "../../../src/Gleaner.ts"
import { Discoverer } from "../../../src/page/Discoverer.ts"
import { PageReader } from "../../../src/page/PageReader.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"
import type { FakeBrowser } from "../web/fake-browser.ts"
import type { FakeWeb } from "../web/fake-web.ts"

type Overrides = Parameters<typeof Settings.layerWith>[0]

/** The services over a fake web and a fake browser, or none. */
export const pagesOver = (web: FakeWeb, browser?: Pick<FakeBrowser, "layer">, settings: Overrides = {}) =>
  GleanerNoDeps.pipe(
    Layer.provide(Layer.mergeAll(web.layer, browser?.layer ?? Renderer.layerDisabled, extractorHere)),
    Layer.provide(Settings.layerWith({ domainDelay: Duration.zero, ...settings }))
  )

const byAnybody = RequestContext.by("caller", "interactive", Duration.minutes(5))

/** The Document that a caller would be sent. */
export const scraped = (url: string, options: OptionsOf<"scrape"> = {}) =>
  Effect.gen(function*() {
    const { read } = yield* PageReader
    const page = yield* byAnybody(read({ ...options, url }, "document"))
    return JSON.parse(new TextDecoder().decode(page.json)) as Document
  })

export const discovered = (url: string, internalOnly = false) =>
  Effect.flatMap(
    Discoverer,
    ({ discover }) => Effect.map(byAnybody(discover({ url, internal_only: internalOnly })), ({ result }) => result)
  )

/** A page that shows nothing until its script has run. */
export const shell = (links = "") =>
  `<!doctype html><html lang=en><title>App</title><body>${links}<div id="root"></div><script src="/app.js"></script>`

/** HTML after the script has run. */
export const run = (text: string, links = "") =>
  `<!doctype html><html lang=en><title>App</title><body><div id="root"><main><h1>${text}</h1><p>${
    `All that the script has to say of ${text}. `.repeat(12)
  }</p>${links}</main></div>`
