import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type ListedPage, llmsTxt } from "../../../src/apps/cli/site/LlmsTxt.ts"
import { growsInProportion } from "../../support/processes/cpu-time.ts"

const page = (path: string, more: Partial<ListedPage> = {}): ListedPage => ({
  final_url: `https://example.com${path}`,
  title: `Page ${path}`,
  description: "",
  site_name: "",
  ...more
})

describe("llms.txt", () => {
  it("has the title and the summary of the site, and its pages by their folder", () => {
    const text = llmsTxt([
      page("/", { title: "Home", site_name: "Example", description: "All about\n tides." }),
      page("/docs/start", { description: "First steps." }),
      page("/about"),
      page("/docs/a(b)", { title: "A [b]" }),
      page("/blog/one", { title: "" }),
      page("/privacy"),
      page("/release-notes/1"),
      page("/release-notes/2")
    ])
    assert.strictEqual(
      text,
      `# Example

> All about tides.

## Pages

- [Home](https://example.com/)
- [Page /about](https://example.com/about)
- [/blog/one](https://example.com/blog/one)

## Docs

- [Page /docs/start](https://example.com/docs/start): First steps.
- [A \\[b\\]](https://example.com/docs/a%28b%29)

## Release notes

- [Page /release-notes/1](https://example.com/release-notes/1)
- [Page /release-notes/2](https://example.com/release-notes/2)

## Optional

- [Page /privacy](https://example.com/privacy)
`
    )
  })

  it.effect("is made in linear time, also of a site with one section", () =>
    growsInProportion(
      60_000,
      (length) => Effect.sync(() => llmsTxt(Array.from({ length }, (_, at) => page(`/docs/${at}`))))
    ))

  it("has no summary without a description, and is valid without pages", () => {
    assert.strictEqual(llmsTxt([page("/")]), "# Page /\n\n## Pages\n\n- [Page /](https://example.com/)\n")
    assert.strictEqual(llmsTxt([]), "# Empty site\n")
  })
})
