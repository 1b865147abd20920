import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { withoutTracking } from "../../../src/core/domain/job/tracking-parameters.ts"
import {
  canonical,
  isSameSite,
  parseRequestUrl,
  registrableDomain,
  resolveLink,
  withScheme
} from "../../../src/core/domain/WebUrl.ts"

describe("parseRequestUrl", () => {
  const accepted: ReadonlyArray<readonly [input: string, href: string]> = [
    ["example.com", "https://example.com/"],
    ["example.com:8080/a?b#c", "https://example.com:8080/a?b#c"],
    ["localhost:3000", "https://localhost:3000/"],
    ["  example.com/a \n", "https://example.com/a"],
    ["HTTP://Example.COM/A", "http://example.com/A"],
    ["//example.com/a", "https://example.com/a"],
    ["bücher.de", "https://xn--bcher-kva.de/"],
    ["[2001:db8::1]:81/", "https://[2001:db8::1]:81/"],
    ["127.0.0.1:8080/a", "https://127.0.0.1:8080/a"],
    ["Localhost/a", "https://localhost/a"],
    ["例え。jp/a", "https://xn--r8jz45g.jp/a"],
    ["example.com./a", "https://example.com./a"],
    ["http://intranet/a", "http://intranet/a"],
    ["http://my_host:81/", "http://my_host:81/"],
    ["example.com/?next=http://other.example/", "https://example.com/?next=http://other.example/"]
  ]
  for (const [input, href] of accepted) {
    it(`takes ${JSON.stringify(input)} for ${href}`, () => {
      assert.strictEqual(Result.getOrThrow(parseRequestUrl(input)).href, href)
    })
  }

  const refused: ReadonlyArray<readonly [input: string, fault: RegExp]> = [
    ["", /is not a URL/],
    ["https://", /is not a URL/],
    ["https://exa mple.com", /is not a URL/],
    ["https://example.com:99999", /is not a URL/],
    ["ftp://example.com/a", /has the scheme ftp/],
    ["file:///etc/passwd", /has the scheme file/],
    ["https://me:secret@example.com/", /user name or password/],
    ["me@example.com", /user name or password/],
    ["mailto:me@example.com", /user name or password/],
    ["javascript:alert(1)", /is not a URL/],
    ["title", /is not a URL/],
    ["title.", /is not a URL/],
    ["title:8080/a.html", /is not a URL/],
    ["title?a.b", /is not a URL/],
    ["12345", /is not a URL/],
    ["*", /is not a URL/],
    ["a".repeat(5000), /is not a URL/],
    ["*.example.com", /is not a URL/],
    [`https://${"a".repeat(64)}.example`, /is not a URL/],
    [`https://${"a.".repeat(200)}example`, /is not a URL/]
  ]
  for (const [input, fault] of refused) {
    it(`refuses ${JSON.stringify(input)}`, () => {
      const parsed = parseRequestUrl(input)
      assert.isTrue(Result.isFailure(parsed))
      if (Result.isFailure(parsed)) assert.match(parsed.failure, fault)
    })
  }

  it("puts https:// before what has no scheme of its own, and nothing else", () => {
    assert.strictEqual(withScheme(" example.com/a "), "https://example.com/a")
    assert.strictEqual(withScheme("http://example.com"), "http://example.com")
    assert.strictEqual(withScheme("gopher://example.com"), "gopher://example.com")
  })
})

describe("the canonical form", () => {
  const cases: ReadonlyArray<readonly [url: string, canonical: string]> = [
    ["HTTPS://EXAMPLE.com:443/A", "https://example.com/A"],
    ["http://example.com:443/", "http://example.com:443/"],
    ["http://example.com", "http://example.com/"],
    ["http://example.com/a/./b/../c", "http://example.com/a/c"],
    ["http://example.com/a/%2e%2E/b", "http://example.com/b"],
    ["http://example.com/a#b", "http://example.com/a"],
    ["http://example.com/a?b#c?d#e", "http://example.com/a?b"],
    ["http://example.com/%7euser/%c3%a9", "http://example.com/~user/%C3%A9"],
    ["http://example.com/é ü", "http://example.com/%C3%A9%20%C3%BC"],
    ["http://example.com/a%2fb", "http://example.com/a%2Fb"],
    ["http://example.com/?b=2&a=1&a=%41", "http://example.com/?b=2&a=1&a=A"],
    ["http://example.com/?q=a+b&q=a%20b&q=a%2bb", "http://example.com/?q=a+b&q=a%20b&q=a%2Bb"],
    ["http://example.com/100%/%zz/%u2019", "http://example.com/100%/%zz/%u2019"],
    ["http://example.com/%%41/%4%31/%%7A", "http://example.com/%%41/%4%31/%z"],
    ["http://example.com/a/", "http://example.com/a/"],
    ["http://例え.jp/", "http://xn--r8jz45g.jp/"],
    ["http://0x7f.1/", "http://127.0.0.1/"],
    ["http://example.com\\a", "http://example.com/a"],
    ["http://exam\tple.com/\na", "http://example.com/a"]
  ]
  for (const [url, expected] of cases) {
    it(`of ${JSON.stringify(url)} is ${expected}`, () => assert.strictEqual(canonical(new URL(url)), expected))
  }

  /** URLs of all sorts: made of what may matter to a parser, or of anything. */
  const anyUrl = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.array(fc.constantFrom(..."%%%2e3714afzAF./?#&=+;:@ é\\~"), { maxLength: 30 }).map((chars) =>
      `http://h.example/${chars.join("")}`
    ),
    fc.string({ unit: "binary" }).map((text) => `http://h.example/${text}`)
  ).filter((url) => URL.canParse(url))

  it("of a canonical URL is itself", () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const once = canonical(new URL(url))
        assert.strictEqual(canonical(new URL(once)), once)
      }),
      { numRuns: 2000 }
    )
  })

  it("asks for the same resource: it decodes to the same octets", () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const given = new URL(url)
        given.hash = ""
        assert.strictEqual(decoded(canonical(given)), decoded(given.href))
      }),
      { numRuns: 2000 }
    )
  })
})

/** Every encoded unreserved character decoded, once: what RFC 3986 section 2.3 calls equivalent. */
const decoded = (href: string): string =>
  href.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const char = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w\-.~]/.test(char) ? char : encoded.toLowerCase()
  })

describe("resolveLink", () => {
  const base = "https://example.com/a/b?c"

  /** Links of all sorts, most of them as pages write them. */
  const anyHref = fc.tuple(
    fc.constantFrom("", "/", "/", "//", "https://", "http://", "https://a-b.example", "http://1.2.3", "https://a..b"),
    fc.array(
      fc.oneof(
        fc.constantFrom("a", "z", "A", "7", "-", "_", ".", "~", "/", "?", "=", "&", "#", "+", ",", ":", ";", "!", "$"),
        fc.constantFrom(
          "*",
          "(",
          ")",
          "%",
          "@",
          "\\",
          " ",
          "é",
          "'",
          "|",
          "%2e",
          "xn--",
          "/..",
          "0x7f",
          "\t",
          "a.example"
        )
      ),
      { maxLength: 12 }
    )
  ).map(([start, rest]) => start + rest.join(""))

  it("gives what the URL parser makes of any link", () => {
    const bases = ["https://example.com/a/b?c", "http://me:secret@h.example:8080/", "https://[::1]/x"]
    fc.assert(
      fc.property(anyHref, fc.constantFrom(...bases), (href, base) => {
        const url = URL.parse(href.trim(), base)
        const isWeb = url !== null && /^https?:$/.test(url.protocol)
        if (isWeb) url.username = url.password = ""
        assert.strictEqual(resolveLink(href, new URL(base)), isWeb ? canonical(url) : undefined)
      }),
      { numRuns: 20_000 }
    )
  })

  const links: ReadonlyArray<readonly [href: string, url: string | undefined]> = [
    ["d", "https://example.com/a/d"],
    ["/d#e", "https://example.com/d"],
    ["?f", "https://example.com/a/b?f"],
    ["#top", "https://example.com/a/b?c"],
    ["", "https://example.com/a/b?c"],
    [" //other.example/ ", "https://other.example/"],
    ["https://me:secret@other.example/@me", "https://other.example/@me"],
    ["mailto:me@example.com", undefined],
    ["javascript:void(0)", undefined],
    ["data:text/html,a", undefined],
    ["ftp://example.com/", undefined],
    ["http://", undefined],
    ["http://a b/", undefined],
    [`/${"a".repeat(8192)}`, undefined]
  ]
  for (const [href, url] of links) {
    it(`${JSON.stringify(href.slice(0, 100))} is ${url ?? "no link"}`, () =>
      assert.strictEqual(resolveLink(href, base), url))
  }

  it("never throws, and gives canonical http(s) URLs", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl()), (href) => {
        const url = resolveLink(href, base)
        if (url === undefined) return
        assert.match(url, /^https?:\/\/[^/]/)
        assert.strictEqual(resolveLink(url, base), url)
      }),
      { numRuns: 2000 }
    )
  })
})

describe("same site", () => {
  const domains: ReadonlyArray<readonly [host: string, domain: string]> = [
    ["www.example.co.uk", "example.co.uk"],
    ["a.b.example.com", "example.com"],
    ["me.github.io", "me.github.io"],
    ["github.io", "github.io"],
    ["localhost", "localhost"],
    ["127.0.0.1", "127.0.0.1"],
    ["[::1]", "[::1]"],
    ["example.com", "example.com"]
  ]
  for (const [host, domain] of domains) {
    it(`${host} is of ${domain}`, () => {
      assert.strictEqual(registrableDomain(host), domain)
      assert.strictEqual(registrableDomain(host), domain)
    })
  }

  it("is about the registrable domain, whatever scheme and port", () => {
    const same = (a: string, b: string) => isSameSite(new URL(a), new URL(b))
    assert.isTrue(same("https://www.example.com/", "http://shop.example.com:8080/a"))
    assert.isFalse(same("https://me.github.io/", "https://you.github.io/"))
    assert.isFalse(same("http://127.0.0.1/", "http://127.0.0.2/"))
  })
})

describe("withoutTracking", () => {
  const trackingCases: ReadonlyArray<readonly [url: string, without: string]> = [
    ["https://example.com/?utm_source=a&id=1&utm_campaign=b&page=2", "https://example.com/?id=1&page=2"],
    ["https://example.com/?gclid=a", "https://example.com/"],
    ["https://example.com/a?fbclid&b", "https://example.com/a?b"],
    ["https://example.com/a?b=2&a=1&&b=", "https://example.com/a?b=2&a=1&&b="],
    ["https://example.com/?next=utm_source&mygclid=1", "https://example.com/?next=utm_source&mygclid=1"],
    ["https://example.com/utm_source=a", "https://example.com/utm_source=a"],
    ["https://example.com/a?", "https://example.com/a?"]
  ]
  for (const [url, without] of trackingCases) {
    it(`${url} is ${without}`, () => assert.strictEqual(withoutTracking(url), without))
  }

  it("keeps all other parameters in their order, wherever tracking ones stand between them", () => {
    const other = fc.constantFrom("a=1", "b", "c=utm_x", "d=%26", "")
    const tracking = fc.constantFrom("utm_medium=x", "gclid=1", "mc_eid")
    fc.assert(fc.property(fc.array(fc.oneof(other, tracking)), (parameters) => {
      const kept = parameters.filter((parameter) => !/^(?:utm_|gclid|mc_eid)/.test(parameter))
      const url = (list: ReadonlyArray<string>) => `https://example.com/p${list.length > 0 ? "?" : ""}${list.join("&")}`
      assert.strictEqual(withoutTracking(url(parameters)), url(kept))
    }))
  })
})
