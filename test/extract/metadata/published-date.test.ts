import { assert, describe, it } from "@effect/vitest"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import { readFacts } from "../../../src/extract/metadata/read-facts.ts"
import { pageOf } from "../markdown/page-of.ts"

const story = `<p>${"The light was lit each evening at dusk, and the keeper climbed the stairs. ".repeat(12)}</p>`

const datesOf = (head: string, body: string, address = "https://site.test/blog/keeper") => {
  const page = pageOf(`<head>${head}</head><body>${body}</body>`, address)
  const { metadata, published_date } = readFacts(page, contentOf(page))
  return [published_date, metadata.modified_date]
}

describe("the day of the last change", () => {
  const article = "<meta property=og:type content=article>"
  const changed = "<meta property='article:modified_time' content='2025-03-04'>"
  const shown =
    `<main><h1>The keeper</h1><time class=updated datetime=2025-03-04>Updated 4 March 2025</time>${story}</main>`

  it("is not the day of publication where it is declared", () => {
    assert.deepStrictEqual(datesOf(article + changed, shown), ["", "2025-03-04"])
  })

  it("stands for it where the page only shows it", () => {
    assert.deepStrictEqual(datesOf(article, shown), ["2025-03-04", ""])
  })
})

it("a front page that lists others has no day of publication", () => {
  const head =
    "<meta property='article:published_time' content='2021-05-24'><script type='application/ld+json'>{\"@type\":\"ItemList\"}</script>"
  const links = Array.from({ length: 12 }, (_, n) => `<li><a href=/${n}>The lamps of harbour ${n}</a></li>`).join("")
  assert.strictEqual(datesOf(head, `<ul>${links}</ul>`, "https://site.test/")[0], "")
  assert.strictEqual(datesOf(head, `<ul>${links}</ul>`, "https://site.test/lamps")[0], "2021-05-24")
})

describe("a day whose parts may be swapped", () => {
  const dated = (own: string, other: string) =>
    datesOf(
      "",
      `<main><h1>The keeper</h1><p>${own}</p>${story}<p>${other}</p></main>`,
      "https://site.test/blog/a-b-c-d"
    )[0]
  it("is read as another day of the page that can be read in one way", () => {
    assert.strictEqual(dated("Posted 03/04/2024", "25/12/2023"), "2024-04-03")
    assert.strictEqual(dated("Posted 03/04/2024", "12/25/2023"), "2024-03-04")
  })
  it("is read by the language where other days differ or are missing", () => {
    assert.strictEqual(dated("Posted 03/04/2024", "12/25/2023 or 25/12/2023"), "2024-03-04")
    assert.strictEqual(dated("Posted 03/04/2024", "None."), "2024-03-04")
  })
})

const post = (lines: string) => `<main><h1>The keeper</h1>${lines}${story}</main>`
const declared = (published: string, modified: string) =>
  `<title>The keeper</title><meta property="article:published_time" content="${published}">` +
  `<meta property="article:modified_time" content="${modified}">`
const title = "<title>The keeper</title>"

describe("the day of publication", () => {
  const pages: ReadonlyArray<readonly [name: string, head: string, body: string, date: string, address?: string]> = [
    [
      "is that of the page, not of an embedded post",
      title,
      post("<blockquote>Anna (@anna) <div>4 November 2023</div></blockquote><div>6 November 2023</div>"),
      "2023-11-06"
    ],
    [
      "is the declared one where only the last change is shown",
      declared("2021-11-29", "2022-01-12"),
      post("<div>12 January 2022</div>"),
      "2021-11-29"
    ],
    [
      "is the shown one, if only a meta element without a clear name has another",
      `${title}<meta name=date content=2022-01-14>`,
      post("<div>Published 12 January 2022</div>"),
      "2022-01-12"
    ],
    [
      "is in a sentence at the end, in a footer too",
      title,
      `<main><h1>The keeper</h1>${story}</main><div class=footer>This entry was posted on <b>12 January 2022</b> and is filed under lamps.</div>`,
      "2022-01-12"
    ],
    [
      "has its label in another element",
      title,
      `<main><h1>The keeper</h1>${story}</main><aside><p>Mise en ligne</p><p>12 janvier 2022</p></aside>`,
      "2022-01-12"
    ],
    [
      "is none of several with such a label",
      title,
      `<main><h1>The keeper</h1>${story}</main><aside><p>Mise en ligne 12/01/2022</p><p>Mise en ligne 13/01/2022</p></aside>`,
      ""
    ],
    [
      "has its property in a footer",
      title,
      `<main><h1>The keeper</h1>${story}<div class=footer><time itemprop=datePublished datetime=2022-01-12>12.1.</time></div></main>`,
      "2022-01-12"
    ],
    [
      "begins the text, after a place",
      title,
      `<main><h1>The keeper</h1><p>Berlin, (12.01.2022). The light was lit. ${story.slice(3)}</main>`,
      "2022-01-12"
    ],
    [
      "is not that of a video",
      title,
      post("<meta itemprop=uploadDate content=2021-01-12>"),
      ""
    ],
    [
      "is the declared one, though other pages are a day older",
      declared("2021-11-29", "2022-01-12"),
      `<main><h1>The keeper</h1>${story}<div class=date>28 November 2021</div><div class=date>29 November 2021</div></main>`,
      "2021-11-29"
    ],
    [
      "is that of the first post of a thread",
      declared("2021-11-29", "2022-01-12"),
      `<main><h1>The keeper</h1><div class=date>28 November 2021</div>${story}<div class=date>29 November 2021</div>${story}</main>`,
      "2021-11-28",
      "/thread-12.html"
    ],
    [
      "is declared as one that may be read in two ways",
      declared("2021-11-01", "2021-11-01"),
      "<html lang=de>" + post("<div>11/01/2021</div>"),
      "2021-11-01"
    ],
    [
      "is the declared one beside a labelled day of the last change",
      declared("2021-11-29", "2022-01-12"),
      post("<div>Updated 12 January 2022</div>"),
      "2021-11-29"
    ],
    [
      "is the declared one in a line with both days",
      declared("2021-11-29", "2022-01-12"),
      post("<div>12 January 2022 29 November 2021</div>"),
      "2021-11-29"
    ],
    ["is none of the days of an event", title, post("<div>27 January 2026 - 24 March 2026</div>"), "", "/keeper"],
    [
      "is not the day on which a poster joined",
      title,
      post("<dl><dt>Joined</dt><dd>May 11, 2017</dd></dl><time datetime=2020-03-18>1 minute ago</time>"),
      "2020-03-18"
    ],
    [
      "has a label below a list of other pages",
      title,
      post(
        [1, 2, 3].map((day) => `<div>0${day}.02.2022 16:28</div>`).join("") +
          "<div>a link</div>".repeat(9) + "<div>Erstellt am: 30.01.2022 18:36</div>"
      ),
      "2022-01-30"
    ],
    [
      "may stand in a box beside the article",
      title,
      `<article><aside><time datetime=2021-06-06>June 6, 2021</time></aside><h1>The keeper</h1>${story}</article>`,
      "2021-06-06"
    ],
    [
      "is none of several in such boxes",
      title,
      `<article><aside><time>June 6, 2021</time><time>June 7, 2021</time></aside><h1>The keeper</h1>${story}</article>`,
      ""
    ],
    [
      "has a label on a page that declares none",
      title,
      `<main><h1>The keeper</h1>${story}${story}<p>Aktualisiert: 30.12.2016</p></main>`,
      "2016-12-30",
      "/keeper"
    ],
    [
      "has the name of a date, before days in other lines",
      title,
      post(
        "<div>a link</div>".repeat(12) +
          `<p>Offer from 03.04.2021</p><p><span class=date>27.01.2022</span> ${
            "The oil of the lamps was whale oil. ".repeat(4)
          }</p>`
      ),
      "2022-01-27"
    ],
    [
      "is not in a sentence",
      title,
      `<main><h1>The keeper</h1>${story}<p>${"The minister has announced that a general election will take place on 4th July 2024."}</p></main>`,
      ""
    ]
  ]
  for (const [name, head, body, date, address = "/blog/keeper"] of pages) {
    it(name, () => assert.strictEqual(datesOf(head, body, `https://site.test${address}`)[0], date))
  }
})

describe("addresses of pages that are published one after another", () => {
  const paths = ["/aktuelles/keeper", "/magazin/keeper", "/uutiset/3-112", "/outdoornews/718", "/detail.php?newsid=648"]
  for (const path of paths) {
    it(path, () => {
      const head =
        `${title}<script type="application/ld+json">{"@type":"WebPage","datePublished":"2022-01-12"}</script>`
      assert.strictEqual(datesOf(head, post(""), `https://site.test${path}`)[0], "2022-01-12")
    })
  }
})

describe("a day in the address", () => {
  const addresses: ReadonlyArray<readonly [path: string, date: string]> = [
    ["/2020/08/05/keeper", "2020-08-05"],
    ["/n1/2020/0805/c1001-31812345.html", "2020-08-05"],
    ["/keepers/202008/05/c_139.htm", "2020-08-05"],
    ["/keepers/202008/t20200805_5532.html", "2020-08-05"],
    ["/keepers/2020-08-05-the-last-one", "2020-08-05"],
    ["/keepers/20201505.html", ""],
    ["/keepers/20200805123456.html", ""]
  ]
  for (const [path, date] of addresses) {
    it(path, () => assert.strictEqual(datesOf(title, post(""), `https://site.test${path}`)[0], date))
  }
})
