import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"
import { markdownOf } from "./markdown-of.ts"

const story = "<p>The keeper climbed the stairs.</p>"

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
