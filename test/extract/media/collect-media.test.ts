import { assert, describe, it } from "@effect/vitest"
import { firstByTag } from "../../../src/extract/dom/walk.ts"
import { collectMedia } from "../../../src/extract/media/collect-media.ts"
import { pageOf, wholeOf } from "../markdown/page-of.ts"

const mediaOf = (html: string) => {
  const page = pageOf(html)
  return collectMedia(page, wholeOf(page))
}
const imagesOf = (html: string): ReadonlyArray<string> =>
  mediaOf(html).images.map(({ url }) => url.replace("https://site.test/", "/"))
const tableOf = (html: string) => mediaOf(html).tables[0] ?? assert.fail("no table found")

describe("the images of the content", () => {
  it("an image has the caption of its figure", () => {
    const source =
      `<figure><div><img src="a.png"></div><figcaption>The <b>wall</b></figcaption></figure><img src="b.png">`
    assert.deepStrictEqual(mediaOf(source).images.map(({ caption }) => caption), ["The wall", ""])
  })

  it("carry their address, alternative text and title, each address once", () => {
    assert.deepStrictEqual(mediaOf("<img src=/a.png alt=' the\nalt ' title=T><img src=/a.png alt=again>").images, [
      { url: "https://site.test/a.png", alt: "the alt", title: "T", caption: "" }
    ])
  })

  it("are given in their best candidate", () => {
    assert.deepStrictEqual(imagesOf("<img src=/s.png srcset='/m.png 640w, /l.png 1280w, /s.png 320w'>"), ["/l.png"])
    assert.deepStrictEqual(imagesOf("<img src=/1.png srcset='/1.png, /3.png 3x, /2.png 2x'>"), ["/3.png"])
    assert.deepStrictEqual(imagesOf("<img srcset='/a,w_1.png 1x,/a,w_2.png 2x'>"), ["/a,w_2.png"])
    assert.deepStrictEqual(
      imagesOf(
        "<picture><source srcset='/p.webp 900w'><source media='(max-width: 9px)' srcset='/n.webp 999w'><img src=/p.png></picture>"
      ),
      [
        "/p.webp"
      ]
    )
  })

  it("are found behind lazy loaders", () => {
    for (const name of ["data-src", "data-original", "data-lazy-src"]) {
      assert.deepStrictEqual(imagesOf(`<img src="data:image/gif;base64,R0" ${name}="/real.png">`), ["/real.png"])
    }
    assert.deepStrictEqual(imagesOf("<img src='/img/blank.gif' data-src='/real.png'>"), ["/real.png"])
    assert.deepStrictEqual(imagesOf("<img data-srcset='/a.png 1w, /b.png 2w'>"), ["/b.png"])
    assert.deepStrictEqual(imagesOf("<img src='data:,'><noscript><img src=/real.png></noscript>"), ["/real.png"])
    assert.deepStrictEqual(imagesOf("<img src=/shown.png><noscript><img src=/twin.png></noscript>"), ["/shown.png"])
  })

  it("are none that track, that are drawn inline, or that have no address", () => {
    assert.deepStrictEqual(
      imagesOf(
        "<img src=/1.gif width=1 height=1><img src=/2.gif height=0><img src='https://www.facebook.com/tr?id=1'><img src='data:image/png;base64,AA'>" +
          "<img><img src=''><img src='javascript:1'><img src='blob:x'><img src=/3.gif style='width:1px;height:1px'>"
      ),
      []
    )
  })

  it("are only those of the selection, with the bare ones that stand among its paragraphs", () => {
    const page = pageOf(
      "<body><header><img src=/logo.png></header><p>Kept</p><figure><img src=/figure.png></figure><p>Kept</p><nav>Menu <img src=/menu.png></nav>"
    )
    const dropped = new Set(["header", "figure", "nav"])
    const selection = {
      ...wholeOf(page),
      isDropped: (node: { readonly nodeType: number }) =>
        "tag" in node && typeof node.tag === "string" && dropped.has(node.tag)
    }
    assert.isDefined(firstByTag(page.html.body, "nav"))
    assert.deepStrictEqual(collectMedia(page, selection).images.map(({ url }) => url), ["https://site.test/figure.png"])
  })
})

describe("the tables of the content", () => {
  it("have a caption, headers and rows as wide as the widest", () => {
    assert.deepStrictEqual(
      tableOf(
        "<table><caption> Cap <b>tion</b></caption><thead><tr><th>A<th>B<th>C</thead><tr><td>1<td>2<tr><td>3<td>4<td>5</table>"
      ),
      { caption: "Cap tion", headers: ["A", "B", "C"], rows: [["1", "2", ""], ["3", "4", "5"]] }
    )
  })

  it("have their spans expanded", () => {
    assert.deepStrictEqual(
      tableOf("<table><tr><th colspan=2>AB<th>C<tr><td rowspan=2>x<td>1<td>2<tr><td colspan=2>34</table>"),
      { caption: "", headers: ["AB", "AB", "C"], rows: [["x", "1", "2"], ["x", "34", "34"]] }
    )
  })

  it("infer headers from th, from bold first rows, from marked ones, and from words above numbers", () => {
    const headersOf = (rows: string) => tableOf(`<table>${rows}</table>`).headers
    assert.deepStrictEqual(headersOf("<tr><th>A<th>B<tr><td>1<td>2"), ["A", "B"])
    assert.deepStrictEqual(headersOf("<tr><td><b>A</b><td><strong>B</strong><tr><td>x<td>y"), ["A", "B"])
    assert.deepStrictEqual(headersOf("<tr class=table-header><td>A<td>B<tr><td>x<td>y"), ["A", "B"])
    assert.deepStrictEqual(headersOf("<tr><td>Name<td>Points<tr><td>Ann<td>12<tr><td>Bob<td>1,034"), ["Name", "Points"])
    assert.deepStrictEqual(headersOf("<tr><td scope=col>A<td scope=col>B<tr><td>x<td>y"), ["A", "B"])
    assert.deepStrictEqual(headersOf("<tr><th scope=row>A<th scope=row>B<tr><td>x<td>y"), [])
    assert.deepStrictEqual(headersOf("<tr><td style='font-weight: 700'>A<td class=col-head>B<tr><td>x<td>y"), [
      "A",
      "B"
    ])
    assert.deepStrictEqual(headersOf("<thead><tr><th><th></thead><tr><td>x<td>y<tr><td>z<td>w"), [])
    assert.deepStrictEqual(headersOf("<tr><td>a<td>b<tr><td>c<td>d"), [])
    assert.deepStrictEqual(headersOf("<tr><td>Weight<td>3 kg<tr><td>Colour<td>red<tr><td>Price<td>12"), [])
  })

  it("join the rows of a grouped header", () => {
    assert.deepStrictEqual(
      tableOf(
        "<table><thead><tr><th rowspan=2>Year<th colspan=2>Sales<tr><th>North<th>South</thead><tr><td>2025<td>1<td>2</table>"
      ),
      { caption: "", headers: ["Year", "Sales North", "Sales South"], rows: [["2025", "1", "2"]] }
    )
  })

  it("are not the tables that arrange a page", () => {
    const layouts = [
      "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
      "<table><tr><td>only one cell</table>",
      "<table><tr><td>a<tr><td>b<tr><td>c</table>",
      `<table><tr><td><h2>Title</h2><p>Text</p><td><form></form><tr><td><nav>x</nav><td>${"word ".repeat(300)}</table>`
    ]
    for (const html of layouts) assert.deepStrictEqual(mediaOf(html).tables, [], html)
    for (const border of [0, 1]) {
      const inner = "<table><tr><th>A<th>B<tr><td>1<td>2</table>"
      const { tables } = mediaOf(`<table border=${border}><tr><td>menu<td>${inner}</table>`)
      assert.deepStrictEqual(tables.map(({ headers }) => headers), [["A", "B"]])
    }
  })

  it("of hostile spans stay small", () => {
    const started = tableOf(`<table>${"<tr><td colspan=1000 rowspan=65534>x<td>y".repeat(2000)}</table>`)
    assert.isAtMost(started.rows.length * (started.rows[0]?.length ?? 0), 1_100_000)
    const { headers, rows } = tableOf("<table><tr><th colspan=99999>A<th>B<tr><td rowspan=99999>1<td>2</table>")
    assert.deepStrictEqual({ headers, rows }, { headers: ["A", "A", "B"], rows: [["1", "2", ""]] })
  })
})

describe("the media of a page", () => {
  const found = (html: string) =>
    mediaOf(html).media.map(({ type, url }) => `${type} ${url.replace("https://site.test/", "/")}`)

  it("are its videos, audio and frames, each address once, with title and poster", () => {
    assert.deepStrictEqual(
      mediaOf(
        "<base href='https://site.test/'><iframe src='https://www.youtube.com/embed/1' title=' The\ntide '></iframe>" +
          "<video src=film.mp4 poster=/still.png aria-label=Film>none</video><audio src=/sound.ogg></audio><video src=/film.mp4></video>"
      ).media,
      [
        { type: "video", url: "https://site.test/film.mp4", title: "Film", poster: "https://site.test/still.png" },
        { type: "audio", url: "https://site.test/sound.ogg", title: "", poster: "" },
        { type: "embed", url: "https://www.youtube.com/embed/1", title: "The tide", poster: "" }
      ]
    )
  })

  it("have the address of their first source, or the one that a script loads late", () => {
    assert.deepStrictEqual(
      found(
        "<video><source src=/a.webm><source src=/a.mp4></video><video src='blob:x'><source src=/b.mp4></video><video data-src=/c.mp4></video>" +
          "<audio><source data-src=/d.mp3></audio><iframe data-src=/e></iframe><iframe src=about:blank data-lazy-src=/f></iframe>"
      ),
      ["video /a.webm", "video /b.mp4", "video /c.mp4", "audio /d.mp3", "embed /e", "embed /f"]
    )
  })

  it("are objects and embeds too, by the type of their data", () => {
    assert.deepStrictEqual(
      found(
        "<object data=/a.pdf></object><object data=/b.mp4 type=video/mp4><embed src=/c.swf></object><embed src=/d.mp3 type=Audio/mpeg>"
      ),
      ["embed /a.pdf", "video /b.mp4", "embed /c.swf", "audio /d.mp3"]
    )
  })

  it("are none with another scheme, hidden, tiny, for ads or checks, or in menus and footers", () => {
    assert.deepStrictEqual(
      found(
        "<video src='javascript:1'></video><video src='blob:x'></video><video src='data:video/mp4,x'></video><video></video><video src=''></video>" +
          "<iframe src=/1 width=0 height=0></iframe><iframe src=/2 style='display: none'></iframe><div hidden><iframe src=/3></iframe></div>" +
          "<iframe src='https://ads.doubleclick.net/4'></iframe><iframe src='https://www.google.com/recaptcha/api2/anchor'></iframe>" +
          "<noscript><iframe src='/5'></iframe></noscript><footer><iframe src=/6></iframe></footer><nav><audio src=/7></audio></nav>" +
          "<template><video src=/8></video></template>"
      ),
      []
    )
  })

  it("are of the elements that the caller includes, where it names some", () => {
    const page = pageOf("<article><video src=/a.mp4></video></article><video src=/b.mp4></video>")
    const included = [firstByTag(page.html.body, "article") ?? assert.fail("no article")]
    assert.deepStrictEqual(collectMedia({ ...page, included }, wholeOf(page)).media.map(({ url }) => url), [
      "https://site.test/a.mp4"
    ])
  })

  it("are bounded in number and length", () => {
    const many = Array.from(
      { length: 5000 },
      (_, index) => `<iframe src=/${index} title='${"t".repeat(999)}'></iframe>`
    )
    const { media } = mediaOf(many.join(""))
    assert.deepStrictEqual([media.length, media[0]?.title.length], [200, 500])
    assert.deepStrictEqual(found(`<video src='/${"x".repeat(9000)}'></video>`), [])
  })

  it("are found where misnested tags have moved elements", () => {
    assert.deepStrictEqual(found("<table><video src=/a.mp4></video><tr><td><iframe src=/b></iframe></table>"), [
      "video /a.mp4",
      "embed /b"
    ])
  })
})

describe("images without an img", () => {
  it("are posters, and pictures whose img a script adds", () => {
    assert.deepStrictEqual(
      mediaOf(
        "<p>x</p><video poster=/still.png title=Film></video><picture><source srcset='/a.webp 1x, /b.webp 2x'><source srcset=/c.png></picture>" +
          "<video poster='data:,'></video>"
      ).images,
      [
        { url: "https://site.test/still.png", alt: "", title: "Film", caption: "" },
        { url: "https://site.test/b.webp", alt: "", title: "", caption: "" }
      ]
    )
  })
})
