import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { documentOf } from "../document-of.ts"
import { pageOf, wholeOf } from "./page-of.ts"

const markdownOf = (source: string): string => {
  const page = pageOf(`<body>${source}</body>`)
  return renderContent(page, wholeOf(page)).markdown
}

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

describe("a picture", () => {
  it("that is a link to its own file, small or large, is the picture", () => {
    assert.strictEqual(
      markdownOf("<p><a href=/a.png><img src=/a.png alt=Wall></a></p>"),
      "![Wall](https://site.test/a.png)"
    )
    assert.strictEqual(
      markdownOf(`<p>See <a href="/large/a.JPG?w=2000"><img src=/a.jpg alt=Wall></a>.</p>`),
      "See ![Wall](https://site.test/a.jpg)."
    )
    assert.include(markdownOf("<p><a href=/wall><img src=/a.png alt=Wall></a></p>"), "](https://site.test/wall)")
    assert.include(markdownOf("<p><a href=/a.png>The wall</a></p>"), "[The wall](https://site.test/a.png)")
  })

  it("of the site does not begin the content", () => {
    const rest = `<h1>Walls</h1>${story}`
    const expected = "# Walls\n\nThe keeper climbed the stairs."
    for (
      const logo of [
        "<a href=/><img src=/x.png alt=Ostrand></a>",
        "<img src=/img/logo.svg alt=Ostrand>",
        "<a href=/en><img src=/a.png alt='Ostrand logo'></a>"
      ]
    ) assert.strictEqual(markdownOf(`<div>${logo}</div>${rest}`), expected)
    assert.include(markdownOf(`<img src=/wall.png alt=Wall>${rest}`), "![Wall]")
    assert.include(markdownOf(`<img src=/catalogos.png alt=Wall>${rest}`), "![Wall]")
    assert.include(markdownOf(`<h1>Walls</h1><img src=/logo.png alt=Wall>${story}`), "![Wall]")
  })
})

describe("a picture in a heading", () => {
  const image = "<img src=/a.png>"
  const picture = "![](https://site.test/a.png)"

  it("is above its words", () => {
    assert.strictEqual(
      markdownOf(`<h2>${image} North</h2>${story}`),
      `${picture}\n\n## North\n\nThe keeper climbed the stairs.`
    )
    assert.include(markdownOf(`<ul><li><h3>${image}North</h3>${story}</li></ul>`), `- ${picture}\n\n  ### North`)
    assert.include(markdownOf(`<h2>North ${image}</h2>${story}`), `## North ${picture}`)
  })

  it("without words or a description is a picture", () => {
    assert.strictEqual(markdownOf(`${story}<h2>${image}</h2>${story}`).split("\n")[2], picture)
    assert.include(markdownOf(`${story}<h2><img src=/a.png alt=North></h2>${story}`), "## ![North]")
  })
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

describe("the title of a picture", () => {
  const titled = (attributes: string, below = "") =>
    markdownOf(`<figure><img src=/walls/north-gate_2.jpg ${attributes}>${below}</figure>`)

  it("is left out where its description, its caption or its file says it", () => {
    assert.strictEqual(titled("title='north-gate_2'"), "![](https://site.test/walls/north-gate_2.jpg)")
    assert.notInclude(titled("alt='The gate' title='The Gate'"), "\"")
    assert.notInclude(titled("title='The gate at dusk'", "<figcaption>The gate at dusk, 1907</figcaption>"), "\"")
    assert.include(titled("alt=gate title='At dusk in 1907'"), " \"At dusk in 1907\")")
  })

  it("is written once", () => {
    const image = (file: string) => `<p><img src=/${file}.jpg title='Walls of Ostrand'></p>`
    assert.lengthOf(markdownOf(image("a") + image("b")).match(/"Walls of Ostrand"/g) ?? [], 1)
  })
})

describe("a picture in a link", () => {
  const image = "<img src=/a.png alt=Wall>"

  it("is shown without it where words beside it have the same one", () => {
    const card = (href: string) =>
      `<div><a href=/w>${image}</a></div><p>2024</p><h3><a href=${href}>The wall</a></h3>${story}`
    assert.match(markdownOf(card("/w")), /^!\[Wall\]\(\S+a\.png\)\n\n2024\n\n### \[The wall\]/)
    assert.match(markdownOf(card("/x")), /^\[!\[Wall\]/)
    assert.match(
      markdownOf(`<ul><li><p><a href=/w>The wall</a></p><p><a href=/w>${image}</a></p></li></ul>`),
      /\n {2}!\[Wall\]/
    )
  })
})

describe("a GIF without a description", () => {
  it("is an ornament above and below the content", () => {
    const ornament = "<p><img src=/corner.gif></p>"
    assert.strictEqual(
      markdownOf(`${ornament}<p>North</p>${ornament}<p>South</p>${ornament}`).match(/corner/g)?.length ?? 0,
      0
    )
    assert.include(markdownOf("<p><img src=/a.gif alt=Tides></p><p>North</p>"), "![Tides]")
    assert.strictEqual(markdownOf(ornament), "![](https://site.test/corner.gif)")
  })
})

describe("a picture in two styles", () => {
  it("is that of the light one", () => {
    const twins =
      "<img src=/light.svg alt=Wall class='block dark:hidden'><img src=/dark.svg alt=Wall class='hidden dark:block'>"
    assert.strictEqual(markdownOf(`<p>${twins}</p>`), "![Wall](https://site.test/light.svg)")
  })
})

describe("a post that is written as a quote", () => {
  it("is not a quote", () => {
    const post = "<blockquote class='postcontent restore'>Climb slowly. <blockquote>Why?</blockquote></blockquote>"
    assert.strictEqual(markdownOf(post), "Climb slowly.\n\n> Why?")
  })
})

describe("a sign of a control", () => {
  it("is not a picture of the content", () => {
    for (const alt of ["Arrow Icon", "circle icon", "Image attribution tooltip", "chevron", "icon"]) {
      assert.strictEqual(markdownOf(`<p>North <img src=/up.webp alt="${alt}"></p>`), "North")
    }
    assert.include(
      markdownOf("<p><img src=/up.webp alt='Bow and arrow'> <img src=/a.png alt='Style icon Ada Vik'></p>"),
      "![Bow"
    )
  })
})

describe("a photograph", () => {
  it("is shown once, and a sign where it stands", () => {
    const slides =
      "<div><img src=/a.jpg alt=Wall></div><div><img src=/b.jpg alt=Gate></div><div><img src=/a.jpg alt=Wall></div>"
    assert.strictEqual(markdownOf(slides), "![Wall](https://site.test/a.jpg)\n\n![Gate](https://site.test/b.jpg)")
    assert.lengthOf(
      markdownOf("<p><img src=/y.svg alt=yes> a</p><p><img src=/y.svg alt=yes> b</p>").match(/yes/g) ?? [],
      2
    )
  })

  it("that counts visits is left out", () => {
    for (const src of ["https://mc.yandex.ru/watch/96", "https://www.site.test/piwik.php?idsite=1", "/img/spc.gif"]) {
      assert.strictEqual(markdownOf(`<p>North <img src="${src}"></p>`), "North")
    }
  })
})

describe("the name of an icon", () => {
  it("is not content", () => {
    const icon = "<i class=material-icons>close</i> <span class='material-symbols-outlined fill'>arrow_back</span>"
    assert.strictEqual(markdownOf(`<p>${icon} Back to the wall</p>`), "Back to the wall")
  })
})

describe("pictures beside the content", () => {
  const article = (inside: string) => documentOf(`<main><h1>Walls</h1>${inside}${story.repeat(20)}</main>`)

  it.effect("that share the page are left out", () =>
    Effect.gen(function*() {
      const link = (href: string, name: string) => `<a href="${href}"><img src=/${name}.svg alt=${name}></a>`
      const shares = link("https://twitter.com/home?status=https://site.test/", "tweet")
        + link("https://www.facebook.com/sharer/sharer.php?u=x", "post") + link("https://example.com/", "example")
      const { markdown } = yield* article(`<div>${shares}</div>`)
      assert.notMatch(markdown, /tweet|post/)
      assert.include(markdown, "example.svg")
    }))

  it.effect("are portraits in a thread", () =>
    Effect.gen(function*() {
      const data = "<script type='application/ld+json'>{\"@type\":\"DiscussionForumPosting\"}</script>"
      const portrait = "<div class=message-avatar><a href=/u/ada><img src=/ada.jpg alt=Ada></a></div>"
      assert.notInclude((yield* article(`${data}${portrait}`)).markdown, "ada.jpg")
      assert.include((yield* article(portrait)).markdown, "ada.jpg")
    }))
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
