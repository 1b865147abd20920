import { assert, describe, it } from "@effect/vitest"
import { mainHeading } from "../../../src/extract/content/blocks/main-heading.ts"
import { pageSignals } from "../../../src/extract/content/blocks/page-signals.ts"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import { foldedText } from "../../../src/extract/dom/walk.ts"
import { pageOf } from "../markdown/page-of.ts"
import { markedBlocks } from "./marked-blocks.ts"

const headingOf = (body: string, head: string, address = "https://site.test/dir/page.html"): string => {
  const page = pageOf(`<head>${head}</head>`, address)
  const { blocks, kept } = markedBlocks(body)
  const found = mainHeading(blocks, kept, pageSignals(page.html, page.url), page.url)
  return found === undefined ? "" : foldedText(found)
}

const text = "<p kept>The light was lit each evening at dusk, and the keeper climbed the stairs to wind its clock.</p>"

describe("the heading above the content", () => {
  it("is the only one that the page has, though its title says something else", () => {
    assert.strictEqual(headingOf(`<h1>The last keeper</h1>${text}`, "<title>App</title>"), "The last keeper")
  })

  it("is the one that says the title, of several", () => {
    const title = "<title>The last keeper - Coast News</title>"
    assert.strictEqual(headingOf(`<h1>The last keeper</h1><h1>Weather</h1>${text}`, title), "The last keeper")
  })

  it("is the one that the title begins with, where the site gives all its pages one shared title", () => {
    const titles = "<title>Trending repositories</title><meta property=og:title content='Build software together'>"
    assert.strictEqual(headingOf(`<h1>Trending</h1><h1>Sign in</h1>${text}`, titles), "Trending")
  })

  it("is never the site's name alone", () => {
    const title = "<title>How do I wind a clock? - Keepers' Forum</title>"
    assert.strictEqual(headingOf(`<h1>Keepers' Forum</h1><h2 kept>How do I?</h2>${text}`, title), "")
    assert.strictEqual(headingOf(`<h1>Site</h1>${text}`, "<title>The last keeper</title>"), "")
    const named = "<title>The last keeper</title><meta property=og:site_name content='Coast News'>"
    assert.strictEqual(headingOf(`<h1>Coast News</h1>${text}`, named), "")
  })

  it("is not the one that the title ends with, where the rest of the title is another heading", () => {
    const title = "<title>What Is Ownership? - The Rust Book</title>"
    assert.strictEqual(
      headingOf(`<h1>The Rust Book</h1><h2 kept>What Is Ownership?</h2>${text}`, title, "https://site.test/a/b"),
      ""
    )
    assert.strictEqual(
      headingOf(`<h1>The Rust Book</h1><h2 kept>Overview</h2>${text}`, "<title>The Rust Book</title>"),
      "The Rust Book"
    )
  })

  it("is none that stands in a menu, or below all that is kept", () => {
    assert.strictEqual(headingOf(`<nav><h1>The last keeper</h1></nav>${text}<h1>More</h1>`, "<title>x</title>"), "")
  })

  it("is a line of the markdown, and of the text only where the content shows it", () => {
    const source = `<html lang=en><title>App</title><main><h1>The last keeper</h1>${
      text.replace(" kept", "").repeat(3)
    }</main>`
    const { markdown } = contentOf(pageOf(source))
    assert.include(markdown, "# The last keeper\n")
  })
})
