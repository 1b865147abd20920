import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { crawlOf, servicesOver } from "../../../test/support/entries/crawl-over.ts"
import { whileTimePasses } from "../../../test/support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../../test/support/web/fake-web.ts"
import { numbersFrom, report } from "../support/report.ts"

/**
 * A crawl over many domains of skewed size at a second's delay, in virtual time, the whole service but sockets and a
 * browser: how much of what politeness allows it takes. `npm run bench -- broad [domains, 1000] [pages of the largest,
 * 60] [slow: every so manieth, 40]`.
 */
const [domains = 0, largest = 0, slowEvery = 0] = numbersFrom(1000, 60, 40)
const seed = "https://hub.example/"
/** Milliseconds of an answer, and of a slow one. */
const [quick, slow] = [300, 5000]
const delay = 1000

const sizeOf = (domain: number): number => Math.max(1, Math.round(largest / (domain + 1) ** 0.5))
const takesOf = (domain: number): number => domain % slowEvery === slowEvery - 1 ? slow : quick
const urlOf = (domain: number, page: number): string => `https://site-${domain}.example/${page}`

const html = (name: string, links: ReadonlyArray<string>): string =>
  `<!doctype html><title>${name}</title><h1>${name}</h1><p>This is ${name}, and there is no other page like it.</p>${
    links.map((link) => `<a href="${link}">${link}</a>`).join(" ")
  }`

const pages: Record<string, FakePage> = {
  [seed]: html("the hub", Array.from({ length: domains }, (_, domain) => urlOf(domain, 0)))
}
let count = 1
for (let domain = 0; domain < domains; domain++) {
  const all = Array.from({ length: sizeOf(domain) }, (_, page) => urlOf(domain, page))
  count += all.length
  for (const [page, url] of all.entries()) {
    const body = html(`page ${page} of site ${domain}`, page === 0 ? all : [])
    pages[url] = { headers: { "content-type": "text/html" }, body, takes: takesOf(domain) }
  }
}

const web = fakeWeb(pages)
const started = performance.now()
const { job } = await Effect.runPromise(
  whileTimePasses(
    crawlOf(seed, { scope: "any", max_pages: count, max_depth: 5 }).pipe(
      Effect.provide(servicesOver(web, { domainDelay: Duration.millis(delay), maxPages: count }))
    ),
    "2 hours"
  ).pipe(Effect.provide(TestClock.layer()), Effect.scoped)
)

/** Pages that were begun by then, against those that one request at a time and the delay allow. */
const log = web.pages()
const begin = Math.min(...log.filter(({ url }) => url !== seed).map(({ startedAt }) => startedAt))
const allowed = (at: number): number =>
  Array.from({ length: domains }, (_, domain) => domain).reduce((sum, domain) => {
    const gap = Math.max(delay, takesOf(domain))
    return sum + Math.min(sizeOf(domain), 1 + Math.floor((at - begin) / gap))
  }, 0)
const end = Math.max(...log.map(({ startedAt }) => startedAt))
report(
  [2, 5, 10, 20, 30, 60, 120, (end - begin) / 1000].filter((second) => begin + second * 1000 <= end).map((second) => {
    const at = begin + second * 1000
    const begun = log.filter(({ startedAt, url }) => url !== seed && startedAt <= at).length
    return { "seconds": second, "pages begun": begun, "politeness allows": allowed(at), "share": begun / allowed(at) }
  })
)
console.log(
  `${job.stats.stored} of ${count} pages in ${((end - begin) / 1000).toFixed(0)} virtual seconds, ${
    ((performance.now() - started) / 1000).toFixed(0)
  } real ones`
)
