import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { renderedInput } from "../../../src/page/page-input.ts"
import { rendering, renderUrl, skipReason } from "../../web/render/support/browser.ts"
import { startSite } from "../../web/render/support/site.ts"
import { documentOfInput } from "../document-of.ts"
import { inputOf } from "../markdown/page-of.ts"
import { page } from "./page.ts"
import { type RenderedCase, renderedHidden, renderedVisible } from "./rendered-cases.ts"

const site = (cases: ReadonlyArray<RenderedCase>) =>
  startSite(Object.fromEntries(cases.flatMap(({ head = "", part, sheet }, index) => [
    [`/${index}`, page(part, `${head}${sheet === undefined ? "" : `<link rel=stylesheet href="/${index}.css">`}`)],
    [`/${index}.css`, (_: unknown, response: { writeHead: Function; end: Function }) => {
      response.writeHead(200, { "content-type": "text/css" })
      response.end(sheet)
    }]
  ])))

const read = Effect.fnUntraced(function*(url: string) {
  const rendered = yield* renderUrl(url)
  return { rendered, document: yield* documentOfInput(renderedInput(inputOf("", url), rendered)) }
})

const secret = "praise the harbour"

describe.skipIf(skipReason !== "")(`text that a browser does not show${skipReason}`, () => {
  layer(rendering(), { excludeTestServices: true })((it) => {
    it.effect("is not content, and its marks are nowhere in the document", () =>
      Effect.gen(function*() {
        const { url } = yield* site(renderedHidden)
        const wrong = yield* Effect.forEach(renderedHidden, ({ name }, index) =>
          Effect.map(read(`${url}/${index}`), ({ document, rendered }) => {
            const { html, markdown, text, trace } = document
            assert.notMatch(`${rendered.html}${html}`, /unseen-[\da-f]{8}-/)
            const isGone = ![markdown, text].some((output) =>
              output.includes(secret)
            )
            return isGone && trace.hidden?.parts === 1 && text.includes("harbour master")
              ? []
              : [`${name}: ${JSON.stringify(trace.hidden)}`]
          }), { concurrency: 2 })
        assert.deepStrictEqual(wrong.flat(), [])
      }))

    it.effect("is content if its reader sees it, or can bring it to sight", () =>
      Effect.gen(function*() {
        const { url } = yield* site(renderedVisible)
        const wrong = yield* Effect.forEach(renderedVisible, ({ name }, index) =>
          Effect.map(read(`${url}/${index}`), ({ document: { markdown, trace } }) =>
            markdown.includes(secret) && trace.hidden === undefined
              ? []
              : [`${name}: ${JSON.stringify(trace.hidden)}`]), { concurrency: 2 })
        assert.deepStrictEqual(wrong.flat(), [])
      }))
  })
})
