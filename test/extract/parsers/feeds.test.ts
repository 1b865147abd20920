import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { documentOf } from "../document-of.ts"

/** The extensive example of RFC 4287, section 1.1 (IETF Trust, code component). */
const atom = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title type="text">dive into mark</title>
  <subtitle type="html">A &lt;em&gt;lot&lt;/em&gt; of effort went into making this effortless</subtitle>
  <updated>2005-07-31T12:29:29Z</updated>
  <id>tag:example.org,2003:3</id>
  <link rel="alternate" type="text/html" hreflang="en" href="http://example.org/"/>
  <entry>
    <title>Atom draft-07 snapshot</title>
    <link rel="enclosure" type="audio/mpeg" length="1337" href="http://example.org/audio/ph34r_my_podcast.mp3"/>
    <link rel="alternate" type="text/html" href="http://example.org/2005/04/02/atom"/>
    <id>tag:example.org,2003:3.2397</id>
    <updated>2005-07-31T12:29:29Z</updated>
    <published>2003-12-13T08:29:29-04:00</published>
    <author><name>Mark Pilgrim</name><uri>http://example.org/</uri></author>
    <content type="xhtml" xml:lang="en" xml:base="http://diveintomark.org/">
      <div xmlns="http://www.w3.org/1999/xhtml"><p><i>[Update: The Atom draft is finished.]</i></p></div>
    </content>
  </entry>
  <entry>
    <title>Escaped</title><link href="/escaped"/><updated>2005-08-01T00:00:00Z</updated>
    <content type="html">&lt;p&gt;Fish &amp;amp; chips&lt;/p&gt;</content>
  </entry>
  <entry>
    <title>CDATA</title><link href="/cdata"/><updated>2005-08-02T00:00:00Z</updated>
    <summary type="html"><![CDATA[<p>Salt &amp; vinegar</p>]]></summary>
  </entry>
  <entry>
    <title>Text</title><link href="/text"/><updated>2005-08-03T00:00:00Z</updated>
    <content>1 &lt; 2</content>
  </entry>
</feed>`

/** The second example of JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/), with one item more. */
const jsonFeed = JSON.stringify({
  version: "https://jsonfeed.org/version/1.1",
  title: "The Record",
  home_page_url: "http://therecord.co/",
  feed_url: "http://therecord.co/feed.json",
  items: [
    {
      id: "http://therecord.co/chris-parrish",
      title: "Special #1 - Chris Parrish",
      url: "http://therecord.co/chris-parrish",
      content_text: "Chris has worked at <Adobe> and as a founder of Rogue Sheep.",
      content_html: "Chris has worked at <a href=\"http://adobe.com/\">Adobe</a> and as a founder of Rogue Sheep.",
      date_published: "2014-05-09T14:04:00-07:00",
      authors: [{ name: "Brent Simmons" }]
    },
    { id: "2", url: "http://therecord.co/2", content_text: "Only text & marks: <b>.", author: { name: "One Author" } }
  ]
})

const rss =
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Liftoff News</title><link>http://liftoff.msfc.nasa.gov/</link>
<description>Liftoff to Space Exploration.</description><language>en-us</language>
<item><title>Star City</title><link>http://liftoff.msfc.nasa.gov/news/2003/news-starcity.asp</link>
<description>How do Americans get ready? They take a crash course in &lt;a href="http://howe.iki.rssi.ru/GCTC/gctc_e.htm"&gt;Star City&lt;/a&gt;.</description>
<pubDate>Tue, 03 Jun 2003 09:39:21 GMT</pubDate></item></channel></rss>`

/** From the npm package feedparser; see feeds/README.md. */
const publicFeed = (name: string): Uint8Array => fs.readFileSync(path.join(import.meta.dirname, "feeds", name))

const base64 = (text: string): string => Buffer.from(text).toString("base64")

describe("feeds", () => {
  for (const name of ["nondefaultnamespace", "nondefaultnamespace-xhtml", "nondefaultnamespace-baseline"]) {
    it.effect(`${name}: names with a prefix are the same names`, () =>
      Effect.gen(function*() {
        const { links, markdown, records } = yield* documentOf(publicFeed(`${name}.atom`), "application/atom+xml")
        assert.strictEqual(records[0]?.type, "AtomItem")
        assert.match(String(records[0]?.fields["title"]), /^If you can read the content of this entry, /)
        assert.include(
          markdown,
          "- [Who knows an XML document from a hole in the ground?](http://plasmasturm.org/log/376/)"
        )
        assert.strictEqual(links[0]?.url, "http://example.org/tests/namespace/result.html")
      }))
  }

  it.effect("titles are read in each form that Atom has", () =>
    Effect.gen(function*() {
      // The titles are the examples of RFC 4287, section 3.1.1, and one in each other form.
      const titles = [
        ["<title type='text'>Less: &lt;</title>", "Less: <"],
        ["<title type='html'>Less: &lt;em> &amp;lt; &lt;/em></title>", "Less: <"],
        [
          "<title type='xhtml' xmlns:xhtml='http://www.w3.org/1999/xhtml'><xhtml:div>Less: <xhtml:em> &lt; </xhtml:em></xhtml:div></title>",
          "Less: <"
        ],
        [
          "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>One <b>tide</b><br/>a day</div></title>",
          "One tide a day"
        ],
        ["<title>Salt <![CDATA[& <vinegar>]]> &amp; more</title>", "Salt & <vinegar> & more"],
        ["<title type='html'><![CDATA[<i>Fish</i> &amp; chips]]></title>", "Fish & chips"],
        ["<title>The tag &lt;b&gt;</title>", "The tag <b>"]
      ] as const
      const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title type="xhtml"><div>Tides</div></title>${
        titles.map(([title]) => `<entry>${title}<link href="/a"/></entry>`).join("")
      }</feed>`
      const { records, title } = yield* documentOf(feed, "application/atom+xml")
      assert.deepStrictEqual(records.map(({ fields }) => fields["title"]), titles.map(([, text]) => text))
      assert.strictEqual(title, "Tides")
    }))

  it.effect("Atom 0.3 is read in its three modes, and types other than text are left out", () =>
    Effect.gen(function*() {
      const contents = [
        [`type="text/html" mode="base64"`, base64("<p>The tide – high</p>"), "The tide – high"],
        [`type="text/plain" mode="base64"`, base64("1 < 2"), "1 < 2"],
        [`type="image/png" mode="base64"`, base64("no text"), undefined],
        [`type="text/html" mode="escaped"`, "&lt;p>Ebb &amp;amp; flow&lt;/p>", "Ebb & flow"],
        [`type="application/xhtml+xml" mode="xml"`, "<div><p>Inline<br/>words</p></div>", "Inline words"],
        [`type="application/xhtml+xml" mode="escaped"`, "&lt;p>Escaped&lt;/p>", "Escaped"],
        ["", "Plain", "Plain"]
      ] as const
      const feed = `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title mode="base64">${
        base64("Harbour")
      }</title><tagline>Tides</tagline>${
        contents.map(([attributes, content]) =>
          `<entry><title>T</title><issued>2003-12-13T08:29:29Z</issued><content ${attributes}>${content}</content></entry>`
        ).join("")
      }</feed>`
      const { description, records, title } = yield* documentOf(feed, "application/atom+xml")
      assert.deepStrictEqual(records.map(({ fields }) => fields["text"]), contents.map(([, , text]) => text))
      assert.deepStrictEqual([title, description, records[0]?.fields["date"]], ["Harbour", "Tides", "2003-12-13"])
    }))

  it.effect("the summary is read instead of binary content of Atom 1.0", () =>
    Effect.gen(function*() {
      const { records } = yield* documentOf(
        `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>Chart</title><content type="image/png">${
          base64("no text")
        }</content><summary>A chart of tides</summary></entry></feed>`,
        "application/atom+xml"
      )
      assert.deepStrictEqual(records.map(({ fields }) => fields["text"]), ["A chart of tides"])
    }))

  it.effect("the summaries of podcasts and of Dublin Core are read where there is no description", () =>
    Effect.gen(function*() {
      const { description, records } = yield* documentOf(
        `<rss version="2.0" xmlns:itunes="i" xmlns:dc="d"><channel><title>T</title><itunes:summary>About tides</itunes:summary>
<item><title>One</title><itunes:summary><![CDATA[<p>High &amp; low</p>]]></itunes:summary></item>
<item><title>Two</title><dc:description>Springs</dc:description></item>
<item><title>Three</title><description>Neaps</description><itunes:summary>none</itunes:summary></item></channel></rss>`,
        "application/rss+xml"
      )
      assert.strictEqual(description, "About tides")
      assert.deepStrictEqual(records.map(({ fields }) => fields["text"]), ["High & low", "Springs", "Neaps"])
    }))

  it.effect("the page that a feed belongs to is its first link", () =>
    Effect.gen(function*() {
      for (
        const [feed, mediaType, name, url] of [
          [rss, "text/xml", "Liftoff News", "http://liftoff.msfc.nasa.gov/"],
          [atom, "application/atom+xml", "dive into mark", "http://example.org/"],
          [jsonFeed, "application/feed+json", "The Record", "http://therecord.co/"]
        ] as const
      ) {
        const { links, markdown } = yield* documentOf(feed, mediaType)
        assert.deepStrictEqual([links[0]?.url, links[0]?.text], [url, name])
        assert.match(markdown, new RegExp(`^# \\[${name}\\]\\(${url}\\)`))
      }
    }))

  it.effect("XHTML in an entry is read as XML: names with a prefix, empty elements, entities of HTML", () =>
    Effect.gen(function*() {
      // The summary is the example of RFC 4287, section 3.1.1.3, with its prefix declared.
      const { markdown, text } = yield* documentOf(
        `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>
<entry><title>Prefixed</title><link href="/a"/><summary type="xhtml" xmlns:xhtml="http://www.w3.org/1999/xhtml"><xhtml:div>
This is <xhtml:b>XHTML</xhtml:b> content, and &lt;b&gt; is not an element of it.</xhtml:div></summary></entry>
<entry><title>Empty</title><link href="/b"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
<p><a id="top"/>First&nbsp;words<br/>and <a href="/c">a link</a>.</p><p/><ul><li>One &amp; all</li></ul></div></content></entry></feed>`,
        "application/atom+xml"
      )
      assert.include(markdown, "This is **XHTML** content, and \\<b> is not an element of it.")
      assert.include(markdown, "and [a link](https://site.test/c).")
      assert.include(markdown, "- One & all")
      assert.match(text, /First words\nand a link\./)
    }))

  it.effect("Atom's entries are records, whatever form their content has", () =>
    Effect.gen(function*() {
      const document = yield* documentOf(atom, "application/atom+xml")
      assert.strictEqual(document.title, "dive into mark")
      assert.deepStrictEqual(
        document.records.map(({ fields, type }) => [type, fields["title"], fields["text"]]),
        [
          ["AtomItem", "Atom draft-07 snapshot", "[Update: The Atom draft is finished.]"],
          ["AtomItem", "Escaped", "Fish & chips"],
          ["AtomItem", "CDATA", "Salt & vinegar"],
          ["AtomItem", "Text", "1 < 2"]
        ]
      )
      assert.deepStrictEqual(document.records[0]?.fields, {
        title: "Atom draft-07 snapshot",
        url: "http://example.org/2005/04/02/atom",
        date: "2003-12-13",
        author: "Mark Pilgrim",
        text: "[Update: The Atom draft is finished.]"
      })
      assert.include(document.markdown, "## [Atom draft-07 snapshot](http://example.org/2005/04/02/atom)")
      assert.include(document.markdown, "*[Update: The Atom draft is finished.]*")
    }))

  it.effect("JSON Feed is read by its content, under any JSON type", () =>
    Effect.gen(function*() {
      for (const mediaType of ["application/feed+json", "application/json"]) {
        const document = yield* documentOf(jsonFeed, mediaType)
        assert.strictEqual(document.title, "The Record")
        assert.deepStrictEqual(document.records.map(({ fields }) => fields), [
          {
            title: "Special #1 - Chris Parrish",
            url: "http://therecord.co/chris-parrish",
            date: "2014-05-09",
            author: "Brent Simmons",
            text: "Chris has worked at Adobe and as a founder of Rogue Sheep."
          },
          { url: "http://therecord.co/2", author: "One Author", text: "Only text & marks: <b>." }
        ])
        assert.deepStrictEqual(document.links.map(({ url }) => url), [
          "http://therecord.co/",
          "http://therecord.co/chris-parrish",
          "http://adobe.com/",
          "http://therecord.co/2"
        ])
      }
    }))

  it.effect("RSS keeps its items' links and dates", () =>
    Effect.gen(function*() {
      const document = yield* documentOf(rss, "text/xml")
      assert.strictEqual(document.language, "en-us")
      assert.strictEqual(document.records[0]?.fields["date"], "2003-06-03")
      assert.include(document.text, "They take a crash course in Star City.")
      assert.include(document.links.map(({ url }) => url), "http://howe.iki.rssi.ru/GCTC/gctc_e.htm")
    }))

  it.effect("every URL of a sitemap is a link", () =>
    Effect.gen(function*() {
      const urls = Array.from({ length: 3000 }, (_, index) => `https://example.com/${index}`)
      const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${
        urls.map((url) => `<url><loc>${url}</loc></url>`).join("")
      }</urlset>`
      const document = yield* documentOf(sitemap, "application/xml")
      assert.deepStrictEqual(document.links.map(({ url }) => url), urls)
    }))

  it.effect("a feed that breaks off gives the entries it had until there", () =>
    Effect.gen(function*() {
      const document = yield* documentOf(atom.slice(0, atom.indexOf("<title>Text")), "application/atom+xml")
      assert.deepStrictEqual(
        document.records.slice(0, 3).map(({ fields }) => fields["title"]),
        ["Atom draft-07 snapshot", "Escaped", "CDATA"]
      )
    }))
})
