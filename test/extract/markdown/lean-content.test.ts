import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"
import { markdownOf } from "./markdown-of.ts"

const story = "<p>The keeper climbed the stairs.</p>"

describe("a heading", () => {
  it("that another one follows stays", () => {
    assert.include(
      markdownOf(`${story}<h2>North</h2><h2>South</h2>${story}`),
      "climbed the stairs.\n\n## North\n\n## South\n\n"
    )
    assert.include(markdownOf(`${story}<h4>Result</h4><h2>South</h2>${story}`), "\n\n#### Result\n\n## South")
  })

  it("at the end is a paragraph", () => {
    assert.include(markdownOf(`${story}<h2>The end</h2>`), "\n\nThe end")
  })

  it("with a smaller heading, a list or a picture below it stays", () => {
    assert.include(markdownOf(`${story}<h2>North</h2><h3>Pier</h3>${story}`), "## North")
    assert.include(markdownOf(`${story}<h2>North</h2><ul><li>Pier</li></ul>`), "## North")
    assert.include(markdownOf(`${story}<h2>North</h2><img src=/a.jpg alt=wall>`), "## North")
  })

  it("that is the first line stays", () => {
    assert.strictEqual(markdownOf("<h1>Ostrand</h1>"), "# Ostrand")
  })

  it("has no button beside its words, and is a button that is all of it", () => {
    assert.include(
      markdownOf(`${story}<h2>Crate lamps <button>Copy item path</button></h2>${story}`),
      "## Crate lamps\n"
    )
    assert.include(markdownOf(`${story}<h2><button>Opening hours</button></h2>${story}`), "## Opening hours\n")
  })

  it("of a remark is its bold title", () => {
    const note = "<div class='alert alert-info'><h4 class=alert-heading>Note:</h4><p>The stairs are steep.</p></div>"
    assert.include(markdownOf(`${story}${note}`), "> **Note:**\n>\n> The stairs are steep.")
  })

  it("of more than 140 characters is a paragraph", () => {
    const long = "The light was lit each evening at dusk. ".repeat(4).trim()
    assert.include(markdownOf(`${story}<h2>${long}</h2>${story}`), `\n\n${long}\n\n`)
    assert.include(markdownOf(`${story}<h2>${long.slice(0, 120)}</h2>${story}`), "\n\n## The light")
  })
})

describe("a heading in a list item", () => {
  it("is bold in a list with numbers", () => {
    assert.strictEqual(markdownOf("<ol><li><h2>Climb</h2><p>Slowly.</p></li></ol>"), "1. **Climb**\n\n   Slowly.")
    assert.strictEqual(
      markdownOf("<ol><li><h2><a href=/s>South</a></h2></li></ol>"),
      "1. **[South](https://site.test/s)**"
    )
    assert.strictEqual(markdownOf("<ul><li><h3>North</h3><p>A tower.</p></li></ul>"), "- ### North\n\n  A tower.")
  })

  it("is a heading of the page where the list only lays out sections", () => {
    const section = (name: string) =>
      `<li><section><h2>${name}</h2>${story}<table><tr><th>a<th>b<tr><td>1<td>2</table></section></li>`
    assert.strictEqual(
      markdownOf(`<ul>${section("Fields")}${section("Methods")}</ul>`),
      ["Fields", "Methods"].map((name) =>
        `## ${name}\n\nThe keeper climbed the stairs.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |`
      ).join("\n\n")
    )
  })
})

describe("a space between two kept parts", () => {
  it.effect("stays, whatever element it is in", () =>
    Effect.gen(function*() {
      const line =
        "<p><b>Like this article about walls and towers?</b><span> </span><a href=/s>Subscribe to our letter</a></p>"
      const { markdown } = yield* documentOf(`<main><h1>Walls</h1>${story.repeat(9)}${line}${story.repeat(9)}</main>`)
      assert.include(markdown, "towers?** [Subscribe")
    }))
})

describe("a label in a headline", () => {
  it("is a line above it", () => {
    const heading = "<h1><span class=kicker>Harbour</span> <span>The keeper climbs the stairs</span></h1>"
    assert.include(markdownOf(`${heading}${story}`), "Harbour\n\n# The keeper climbs the stairs\n\n")
    assert.include(markdownOf(`<h1><span class=kicker>Harbour</span></h1>${story}`), "# Harbour")
    assert.include(
      markdownOf(`<h1>The keeper <span class=label>new</span> climbs the stairs</h1>${story}`),
      "# The keeper new climbs"
    )
  })
})

describe("a column", () => {
  it("without a filled cell is left out, and one with a header stays", () => {
    const row = (name: string, text: string) =>
      `<tr><td>${name}</td><td></td><td> <br></td><td>${text}</td><td></td></tr>`
    const head = "<tr><th>Name</th><th></th><th></th><th>Height</th><th>Notes</th></tr>"
    assert.strictEqual(
      markdownOf(`<table>${head}${row("North", "12 m")}${row("South", "9 m")}</table>`),
      "| Name | Height | Notes |\n| --- | --- | --- |\n| North | 12 m |  |\n| South | 9 m |  |"
    )
  })
})

describe("a rule", () => {
  it("is between two parts, and not at an edge or below a heading", () => {
    const said = "The keeper climbed the stairs."
    assert.strictEqual(markdownOf(`<hr>${story}<hr>${story}<hr>`), `${said}\n\n---\n\n${said}`)
    assert.strictEqual(markdownOf(`<h2>North</h2><hr>${story}`), `## North\n\n${said}`)
    assert.strictEqual(markdownOf(`<ol><li>${story}<hr></li><li>${story}</li></ol>`), `1. ${said}\n2. ${said}`)
  })
})

describe("a post that is written as a quote", () => {
  it("is not a quote", () => {
    const post = "<blockquote class='postcontent restore'>Climb slowly. <blockquote>Why?</blockquote></blockquote>"
    assert.strictEqual(markdownOf(post), "Climb slowly.\n\n> Why?")
  })
})

describe("a link", () => {
  const link = "<a href=/wall>The wall</a>"

  it("that is the next line after the same link is left out", () => {
    assert.strictEqual(markdownOf(`<p>${link}</p><p>${link}</p>`), "[The wall](https://site.test/wall)")
  })

  it("with other words, another address or text between stays", () => {
    const count = (source: string): number => markdownOf(source).match(/\]\(/g)?.length ?? 0
    assert.strictEqual(count(`<p>${link}</p><p><a href=/wall>It holds</a></p>`), 2)
    assert.strictEqual(count(`<p>${link}</p><p><a href=/gate>The wall</a></p>`), 2)
    assert.strictEqual(count(`<p>${link}</p><p>See ${link}</p>`), 2)
    assert.strictEqual(count(`<p>${link}</p>${story}<p>${link}</p>`), 2)
  })

  it("has its title only where that says more than its text and its address", () => {
    const titled = (text: string, href: string, title: string) =>
      markdownOf(`<p>See <a href="${href}" title="${title}">${text}</a>.</p>`)
    assert.strictEqual(
      titled("Post", "/bilder", "Öffnet in einem neuen Fenster"),
      "See [Post](https://site.test/bilder)."
    )
    assert.strictEqual(
      titled("HTTP", "/http", "Hypertext Transfer Protocol"),
      "See [HTTP](https://site.test/http \"Hypertext Transfer Protocol\")."
    )
    assert.strictEqual(titled("The wall", "/w", "Permalink to the wall"), "See [The wall](https://site.test/w).")
    assert.strictEqual(
      titled("towers", "/wiki/Tower_(building)", "Tower (building)"),
      "See [towers](https://site.test/wiki/Tower_%28building%29)."
    )
    assert.strictEqual(
      titled("塔", "/wiki/%E5%8C%97%E5%A1%94", "北塔"),
      "See [塔](https://site.test/wiki/%E5%8C%97%E5%A1%94)."
    )
    assert.include(titled("50%", "/a%zz", "half"), "\"half\"")
  })
})
