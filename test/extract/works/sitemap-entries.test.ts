import { assert, describe, it } from "@effect/vitest"
import { sitemapEntries } from "../../../src/extract/works/sitemap-entries.ts"

const site = "https://example.com"

const lastmodOf = (text: string): number | undefined => {
  const entry = `<url><loc>${site}/a</loc>${text === "" ? "" : `<lastmod>${text}</lastmod>`}</url>`
  const part = { url: site, base: site, text: `<urlset>${entry}</urlset>`, kind: undefined, isLast: true }
  const { lastmods, urls } = sitemapEntries(part)
  assert.deepStrictEqual([urls, lastmods.length], [[`${site}/a`], 1])
  return lastmods[0]
}

describe("the date of a sitemap's entry", () => {
  it("is its lastmod, with any zone", () => {
    assert.strictEqual(lastmodOf("2026-11-22T10:30:00Z"), Date.UTC(2026, 10, 22, 10, 30))
    assert.strictEqual(lastmodOf(" 2026-11-22T10:30:00.5+02:00 "), Date.UTC(2026, 10, 22, 8, 30, 0, 500))
    assert.strictEqual(lastmodOf("2026-11-22T10:30-0500"), Date.UTC(2026, 10, 22, 15, 30))
  })

  it("is the end of a day without a time, wherever the site is", () => {
    assert.strictEqual(lastmodOf("2026-11-22"), Date.UTC(2026, 10, 23, 11, 59, 59))
  })

  it("is none without a zone, a day or sense", () => {
    for (const text of ["", "2026", "2026-11", "2026-11-22T10:30", "2026-13-45", "yesterday"]) {
      assert.isUndefined(lastmodOf(text), text)
    }
  })

  it("stays with its URL where others are left out", () => {
    const text =
      `<urlset><url><loc>mailto:a@b.c</loc><lastmod>2026-01-01</lastmod></url><url><loc>${site}/b</loc></url>` +
      `<url><loc>${site}/c</loc><lastmod>2026-11-22T00:00:00Z</lastmod></url></urlset>`
    const { lastmods, urls } = sitemapEntries({ url: site, base: site, text, kind: undefined, isLast: true })
    assert.deepStrictEqual([urls, lastmods], [[`${site}/b`, `${site}/c`], [undefined, Date.UTC(2026, 10, 22)]])
  })
})
