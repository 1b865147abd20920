import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "./document-of.ts"

const text = "The words of this page are long enough to be its content, as in a page of the web."

/** Property names that each plain object of JavaScript inherits. */
const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => /^[a-z]/i.test(name))

describe("a name of a page that objects have by themselves", () => {
  it.effect("is a language of code like any other", () =>
    Effect.gen(function*() {
      const { markdown } = yield* documentOf(
        `<main><p>${text}</p><pre><code class="language-constructor">x = 1\ny = 2</code></pre></main>`
      )
      assert.include(markdown, "```constructor\nx = 1")
    }))

  it.effect("is a property with one value in microdata and RDFa", () =>
    Effect.gen(function*() {
      for (const name of names) {
        const { metadata, records } = yield* documentOf(
          `<main><p>${text}</p><div itemscope itemtype="https://schema.org/Product"><b itemprop="${name}">one</b></div>` +
            `<div vocab="https://schema.org/" typeof="Product"><b property="${name}">two</b></div></main>`
        )
        assert.deepStrictEqual(metadata.microdata, [{ "@type": "Product", [name]: "one" }])
        assert.deepStrictEqual(records.map(({ fields }) => fields[name]), ["one", "two"])
      }
    }))

  it.effect("is a role and an element that mean nothing", () =>
    Effect.gen(function*() {
      for (const name of names) {
        const page = (tag: string, role: string) =>
          Effect.map(documentOf(`<main><p>${text}</p><${tag} role="${role}"><p>${text} More.</p></${tag}></main>`), (
            { markdown }
          ) => markdown)
        assert.strictEqual(yield* page(name, name), yield* page("unknown", "unknown"))
      }
    }))
})
