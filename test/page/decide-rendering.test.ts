import { assert, describe, it } from "@effect/vitest"
import { PageError } from "../../src/core/domain/errors/PageError.ts"
import type { ShellVerdict } from "../../src/extract/Page.ts"
import { decideRendering, type RenderingFacts, renderingFailed } from "../../src/page/decide-rendering.ts"

const text: ShellVerdict = { isShell: false, evidence: "" }
const shell: ShellVerdict = { isShell: true, evidence: "the application in #root is empty" }
const awaited: ShellVerdict = { isShell: true, evidence: "nothing matches .price", isAwaited: true }
/** Not extracted: it has the shape of a shell of its site. */
const known = undefined

const keep = "keep"
const keepWarned = "keep, with a warning"
const render = "render"
const renderAsEvidence = "render, as evidence about the host"

const table: ReadonlyArray<readonly [RenderingFacts["shell"], RenderingFacts["browser"], string]> = [
  [text, "ready", keep],
  [text, "unproductive", keep],
  [text, "missing", keep],
  [shell, "ready", renderAsEvidence],
  [shell, "unproductive", keep],
  [shell, "missing", keepWarned],
  [awaited, "ready", render],
  [awaited, "unproductive", render],
  [awaited, "missing", keepWarned],
  [known, "ready", render],
  [known, "unproductive", keep],
  [known, "missing", keepWarned]
]

const named = (verdict: RenderingFacts["shell"]): string =>
  verdict === known ? "a known shell" : verdict === text ? "text" : verdict === shell ? "a shell" : "a missing element"

const decided = (facts: RenderingFacts): string => {
  const decision = decideRendering(facts)
  if (decision._tag === "Render") return decision.isEvidence ? renderAsEvidence : render
  return decision.warnings.length === 0 ? keep : keepWarned
}

describe("whether a page is rendered", () => {
  for (const [verdict, browser, expected] of table) {
    it(`${named(verdict)}, browser ${browser}: ${expected}`, () =>
      assert.strictEqual(decided({ shell: verdict, browser }), expected))
  }

  it("has the evidence of the page as its reason, or the other pages of the site", () => {
    assert.deepInclude(decideRendering({ shell, browser: "ready" }), { because: shell.evidence })
    assert.deepInclude(decideRendering({ shell: awaited, browser: "unproductive" }), { because: awaited.evidence })
    assert.deepInclude(decideRendering({ shell: known, browser: "ready" }), {
      because: "it looks like another page of its site, which was empty before scripts ran"
    })
  })

  it("warns that no browser is there, and why a rendering has failed", () => {
    const decision = decideRendering({ shell, browser: "missing" })
    assert.deepStrictEqual(decision._tag === "Keep" ? decision.warnings.map(({ code }) => code) : [], [
      "rendering_unavailable"
    ])
    const error = (code: "upstream_timeout" | "fetch_failed") =>
      new PageError({ url: "https://site.test/", code, detail: "The browser gave up." })
    assert.strictEqual(renderingFailed(error("upstream_timeout"), false).code, "render_timeout")
    const failure = renderingFailed(error("fetch_failed"), false)
    assert.strictEqual(failure.code, "render_failed")
    assert.include(failure.message, "The browser gave up.")
    assert.include(renderingFailed(error("fetch_failed"), true).message, "needs a browser for its actions")
  })

  it("renders every page with actions, whatever it and the pages before it look like", () => {
    for (const browser of ["ready", "unproductive"] as const) {
      assert.deepStrictEqual(decideRendering({ isActing: true, shell: undefined, browser }), {
        _tag: "Render",
        because: "actions",
        isEvidence: false
      })
    }
    const missing = decideRendering({ isActing: true, shell: undefined, browser: "missing" })
    assert.deepStrictEqual(missing._tag === "Keep" ? missing.warnings.map(({ code }) => code) : [], [
      "rendering_unavailable"
    ])
  })
})
