import { assert, describe, it } from "@effect/vitest"
import type { Link } from "../../../src/core/domain/document/Document.ts"
import { collectLinks } from "../../../src/extract/links/collect-links.ts"
import { pageOf } from "../markdown/page-of.ts"

const linksOf = (html: string, url?: string): ReadonlyArray<Link> => collectLinks(pageOf(html, url))
const urlsOf = (html: string, url?: string): ReadonlyArray<string> => linksOf(html, url).map((link) => link.url)
const textOf = (html: string): string => linksOf(html)[0]?.text ?? assert.fail("no link found")

describe("the links of a page", () => {
  it("are the distinct canonical http and https addresses in document order", () => {
    assert.deepStrictEqual(
      urlsOf(
        "<a href=/b>b</a><a href='/a#one'>a</a><a href='HTTPS://SITE.test/a#two'>a</a><a href=' /c\n'>c</a><a href='//other.test'>o</a>" +
          "<a href='mailto:x@y.test'>m</a><a href='javascript:1'>j</a><a href='data:,x'>d</a><a href='http://'>broken</a><a>none</a>"
      ),
      ["https://site.test/b", "https://site.test/a", "https://site.test/c", "https://other.test/"]
    )
  })

  it("come from anchors, areas and link rel next and prev, and from no other link element", () => {
    assert.deepStrictEqual(
      urlsOf(
        "<link rel='next' href=/2><link rel='PREV' href=/0><link rel=stylesheet href=/s.css><link rel=alternate href=/feed><map><area href=/area></map>"
      ),
      ["https://site.test/2", "https://site.test/0", "https://site.test/area"]
    )
  })

  it("come from frames, with their label and not their text for other browsers", () => {
    assert.deepStrictEqual(
      linksOf(
        "<iframe src=/player title='The player'>Your browser has no frames.</iframe><iframe src=about:blank data-src=/late></iframe>" +
          "<iframe srcdoc='<p>x'></iframe><iframe src='javascript:1'></iframe><iframe src='https://ads.test/1'></iframe>"
      ),
      [
        { url: "https://site.test/player", text: "The player", internal: true, nofollow: false },
        { url: "https://site.test/late", text: "", internal: true, nofollow: false },
        { url: "https://ads.test/1", text: "", internal: false, nofollow: false }
      ]
    )
    assert.deepStrictEqual(urlsOf("<frameset cols='*,*'><frame src=menu.html><frame src=main.html></frameset>"), [
      "https://site.test/dir/menu.html",
      "https://site.test/dir/main.html"
    ])
  })

  it("come from documents that the page embeds, and not from its pictures, films and plug-ins", () => {
    assert.deepStrictEqual(
      linksOf(
        "<object data=/a.pdf title=Viewer>No viewer.</object><embed src=/b type=text/html><a href=/a.pdf>The paper</a>"
      ),
      [
        { url: "https://site.test/a.pdf", text: "The paper", internal: true, nofollow: false },
        { url: "https://site.test/b", text: "", internal: true, nofollow: false }
      ]
    )
    assert.deepStrictEqual(
      urlsOf(
        "<object data=/a.swf></object><object data=/b type=image/svg+xml></object><object classid=x data=/c></object><embed src=/d.MP4?x><embed>"
      ),
      []
    )
  })

  describe("come from a refresh", () => {
    // By the rules of the HTML standard, "shared declarative refresh steps".
    const cases: ReadonlyArray<readonly [content: string, path: string | undefined]> = [
      ["0;url=/next", "/next"],
      ["5; URL = '/next'", "/next"],
      ["5, \"/next\" and more", "/next"],
      ["0 /next", "/next"],
      [".5;url=/next", "/next"],
      ["1.5;/next", "/next"],
      ["0;url='/next", "/next"],
      ["0;url=next page", "/dir/next%20page"],
      ["300", undefined],
      ["300;", undefined],
      ["0;url=", undefined],
      ["url=/next", undefined],
      ["0;url=javascript:alert(1)", undefined],
      ["0;url=data:text/html,x", undefined],
      [`0;url=/${"x".repeat(10_000)}`, undefined],
      [" ".repeat(100_000), undefined],
      [`0${" ".repeat(100_000)}/next`, undefined]
    ]
    for (const [content, path] of cases) {
      it(JSON.stringify(content.slice(0, 40)), () => {
        const expected = path === undefined ? [] : [`https://site.test${path}`]
        assert.deepStrictEqual(
          urlsOf(`<meta http-equiv=Refresh content="${content.replaceAll("\"", "&quot;")}">`),
          expected
        )
        const page = pageOf("<base href='https://other.test/'>")
        const refreshing = { ...page, input: { ...page.input, headers: { refresh: content } } }
        assert.deepStrictEqual(collectLinks(refreshing).map(({ url }) => url), expected)
      })
    }
  })

  it("are resolved against the base of the page, and are internal by its own address", () => {
    const [relative, own] = linksOf(
      "<base target=_blank><base href='https://cdn.elsewhere.test/x/'><a href=y>y</a><a href='https://www.site.test/'>w</a>"
    )
    assert.deepStrictEqual(relative, {
      url: "https://cdn.elsewhere.test/x/y",
      text: "y",
      internal: false,
      nofollow: false
    })
    assert.strictEqual(own?.internal, true)
  })

  it("tell sites apart by registrable domain, public suffixes of hosters included", () => {
    const html = "<a href='https://a.b.example.co.uk/'>1</a><a href='https://other.co.uk/'>2</a>"
    assert.deepStrictEqual(linksOf(html, "https://example.co.uk/").map((link) => link.internal), [true, false])
    assert.deepStrictEqual(
      linksOf("<a href='https://two.github.io/'>x</a>", "https://one.github.io/").map((link) => link.internal),
      [false]
    )
    assert.deepStrictEqual(
      linksOf("<a href='http://127.0.0.1:81/'>x</a><a href='http://127.0.0.2/'>y</a>", "http://127.0.0.1:80/")
        .map((link) => link.internal),
      [true, false]
    )
  })

  it("are nofollow only where every occurrence is", () => {
    const html =
      "<a rel=nofollow href=/a>a</a><a rel='noopener UGC' href=/b>b</a><a rel=sponsored href=/c>c</a><a href=/a>a</a>" +
      "<a rel=nofollowed href=/d>d</a>"
    assert.deepStrictEqual(linksOf(html).map((link) => link.nofollow), [false, true, true, false])
  })

  it("are named by their text, white space folded and blocks apart", () => {
    assert.strictEqual(textOf("<a href=/x>\n  two\t<b>wo</b>rds&nbsp;here </a>"), "two words here")
    assert.strictEqual(textOf("<a href=/x><div>Title</div><p>Text</p></a>"), "Title Text")
    assert.strictEqual(textOf("<a href=/x><style>a{}</style><svg><title>t</title></svg>seen</a>"), "seen")
    assert.isAtMost(textOf(`<a href=/x>${"long ".repeat(10_000)}</a>`).length, 500)
  })

  it("without text are named by the alternative text of their images, else by their label or title", () => {
    assert.strictEqual(textOf("<a href=/x title=t><img alt='One'> <img alt='two'></a>"), "One two")
    assert.strictEqual(textOf("<a href=/x><img alt='Logo'>Home</a>"), "Home")
    assert.strictEqual(textOf("<a href=/x aria-label='Label' title='Title'><img></a>"), "Label")
    assert.strictEqual(textOf("<a href=/x title='Title'></a>"), "Title")
    assert.strictEqual(textOf("<map><area href=/x alt='Area'></map>"), "Area")
  })

  it("take their name from the first occurrence that has one", () => {
    assert.strictEqual(textOf("<a href=/x><img></a><a href=/x>Named</a><a href=/x>Later</a>"), "Named")
  })
})
