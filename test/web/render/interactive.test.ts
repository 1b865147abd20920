import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { forms } from "./interactive/forms.ts"
import type { InteractivePage } from "./interactive/InteractivePage.ts"
import { lists } from "./interactive/lists.ts"
import { widgets } from "./interactive/widgets.ts"
import { rendering, renderUrl, skipReason } from "./support/browser.ts"
import { page, startSite } from "./support/site.ts"

const pages: Readonly<Record<string, InteractivePage>> = { ...lists, ...forms, ...widgets }

const answersOf = (name: string, { html, routes = {} }: InteractivePage) => ({
  [`/${name}`]: page(html),
  ...Object.fromEntries(Object.entries(routes).map(([path, answer]) => [`/${name}${path}`, answer]))
})

const textOf = (html: string): string =>
  html.replace(/<(script|style)[^]*?<\/\1>/g, "").replace(/<[^>]*>/g, " ").replace(/&amp;/g, "&").replace(/\s+/g, " ")

/** One of each kind of step. */
const examples = new Set(["load-more", "nested-scroller", "login", "form-with-validation", "tabs", "frames"])

/** `GLEANER_TEST_BROWSER` names another browser than that of the packages. */
describe.skipIf(skipReason !== "")(`the pages of an interactive site${skipReason}`, { concurrent: true }, () => {
  layer(rendering({ renderTimeout: Duration.seconds(20), renderConcurrency: 5 }), { excludeTestServices: true })(
    (it) => {
      for (const [name, expected] of Object.entries(pages)) {
        const { actions, counts = {}, hides = [], shows } = expected
        it.effect(name, () =>
          Effect.gen(function*() {
            const site = yield* startSite(answersOf(name, expected))
            const rendered = yield* renderUrl(`${site.url}/${name}`, { actions })
            assert.deepStrictEqual(rendered.warnings, [])
            assert.lengthOf(rendered.actions?.steps ?? [], actions.length)
            const text = textOf(rendered.html)
            let at = 0
            for (const words of shows) {
              const next = text.indexOf(words, at)
              assert.isAtLeast(next, at, `${words} in ${text.slice(0, 2000)}`)
              at = next + 1
            }
            for (const words of hides) assert.notInclude(text, words)
            for (const [words, count] of Object.entries(counts)) assert.lengthOf(text.split(words), count + 1)
          }), { tags: examples.has(name) ? [] : "long" })
      }
    }
  )
})
