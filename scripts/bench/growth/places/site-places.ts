import { Duration, Effect, Layer, ManagedRuntime } from "effect"
import { resolveLink } from "../../../../src/core/domain/WebUrl.ts"
import { RequestContext } from "../../../../src/core/kernel/RequestContext.ts"
import { sitemapEntries } from "../../../../src/extract/works/sitemap-entries.ts"
import { Fetcher } from "../../../../src/web/fetch/Fetcher.ts"
import { rulesOf } from "../../../../src/web/robots/RobotsRules.ts"
import { fetchOver } from "../../../../test/support/entries/fetch-over.ts"
import { type FakeAnswer, fakeWeb } from "../../../../test/support/web/fake-web.ts"
import { atOnce, type Place } from "./place.ts"

/** The site's next response. All measurements share one web, so that its creation is not measured. */
let answer: FakeAnswer = {}
const site = "https://site.example/"
const web = fakeWeb({ [site]: () => answer, [`${site}next`]: "<p>The next page.</p>" })
const acquisition = ManagedRuntime.make(
  fetchOver(web, { domainDelay: Duration.zero, retries: 0 }).pipe(Layer.orDie)
)

const request = { url: new URL(site), useCache: true }

const asGrowth = RequestContext.by("growth", "interactive", Duration.minutes(10))

const fetched = (headers: Readonly<Record<string, string>>, status = 200) => () => {
  answer = { status, headers: { "content-type": "text/html", ...headers }, body: "<p>A page.</p>" }
  return acquisition.runPromise(Effect.exit(asGrowth(Fetcher.use(({ fetch }) => fetch(request)))))
}

/** A field's value is bytes without line ends (RFC 9110 section 5.5). */
const fieldValue = (fill: string): string =>
  Buffer.from(fill.replace(/[\r\n\0]/g, " "), "utf8").toString("latin1").replace(/[^\t\x20-\x7E\x80-\xFF]/g, " ")

const header = (name: string, part = "", valueOf = (fill: string): string => fill): Place => ({
  name: `${name} header${part}`,
  made: (fill) => Promise.resolve(fetched({ [name]: fieldValue(valueOf(fill)) }))
})

const names = [
  "Cache-Control",
  "Content-Disposition",
  "Content-Encoding",
  "Content-Language",
  "Content-Length",
  "Content-Type",
  "ETag",
  "Expires",
  "Age",
  "Date",
  "Last-Modified",
  "Link",
  "Refresh",
  "Set-Cookie",
  "Vary",
  "X-Robots-Tag",
  "X-Anything"
]

const urls = (fill: string): string => fill.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

const robots = (source: string): unknown => {
  const rules = rulesOf(site, source, "gleaner/1")
  return [
    rules.isAllowed(new URL(`${site}a/b`)),
    rules.isAllowed(new URL(`${site}${"a/b".repeat(100)}`)),
    rules.sitemaps
  ]
}

const sitemap = (text: string) => sitemapEntries({ url: site, base: site, text, kind: undefined, isLast: true })

export const sitePlaces: ReadonlyArray<Place> = [
  ...names.map((name) => header(name)),
  header("Content-Type", ", charset", (fill) => `text/html; charset="${fill}"`),
  header("Set-Cookie", ", attributes", (fill) => `a=${fill}; Path=/${fill}; Expires=${fill}`),
  header("Cache-Control", ", max-age", (fill) => `max-age=${fill}`),
  { name: "redirect target", made: (fill) => Promise.resolve(fetched({ location: fieldValue(`/${fill}`) }, 302)) },
  {
    name: "redirect to a host",
    made: (fill) => Promise.resolve(fetched({ location: fieldValue(`https://${fill}/`) }, 302))
  },
  {
    name: "cookie of a redirect",
    made: (fill) => Promise.resolve(fetched({ location: "/next", "set-cookie": fieldValue(`a=${fill}`) }, 302))
  },
  { name: "Retry-After header", made: (fill) => Promise.resolve(fetched({ "retry-after": fieldValue(fill) }, 404)) },
  atOnce("robots.txt", robots),
  atOnce("robots.txt path", (fill) => robots(`User-agent: *\nDisallow: /${fill}\nAllow: /${fill}$`)),
  atOnce("robots.txt user-agent", (fill) => robots(`User-agent: ${fill}\nDisallow: /`)),
  atOnce("robots.txt sitemap", (fill) => robots(`Sitemap: ${site}${fill}\nSitemap: ${fill}`)),
  atOnce("robots.txt delay", (fill) => robots(`User-agent: *\nCrawl-delay: ${fill}`)),
  atOnce(
    "address asked for by a path",
    (fill) =>
      rulesOf(site, "User-agent: *\nDisallow: /*a*b*c\nDisallow: /*?*=\nAllow: /a$", "gleaner/1").isAllowed(
        new URL(`${site}${encodeURI(fill.toWellFormed())}`)
      )
  ),
  atOnce("link", (fill) => resolveLink(fill, new URL(site))),
  atOnce("sitemap, a list", (fill) => sitemap(fill)),
  atOnce("sitemap, raw", (fill) => sitemap(`<urlset>${fill}</urlset>`)),
  atOnce("sitemap entry, raw", (fill) => sitemap(`<urlset><url>${fill}</url></urlset>`)),
  atOnce(
    "sitemap location",
    (fill) => sitemap(`<urlset><url><loc>${urls(fill)}</loc><lastmod>${urls(fill)}</lastmod></url></urlset>`)
  )
]
