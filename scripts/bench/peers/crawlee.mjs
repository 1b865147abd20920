import { CheerioCrawler, Configuration, log, LogLevel } from "@crawlee/cheerio"
import { Readability } from "@mozilla/readability"
import { parseHTML } from "linkedom"
import TurndownService from "turndown"
import { crawlFigures } from "../support/figures.ts"

/**
 * A typical Node setup: crawlee's CheerioCrawler, Readability over linkedom, turndown; markdown, links and metadata.
 * With BENCH_READS=links it follows links and extracts only titles.
 */
const [seed, budget] = [process.argv[2], Number(process.argv[3])]
log.setLevel(LogLevel.ERROR)
const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" })
const figures = crawlFigures()
const documents = []

// Real pages have JSON that is none.
const jsonOf = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const documentOf = ({ $, body, request }) => {
  const { document } = parseHTML(body.toString())
  const metadata = Object.fromEntries(
    $("meta[name], meta[property]").toArray().map((meta) => [$(meta).attr("name") ?? $(meta).attr("property"), $(meta).attr("content")])
  )
  const links = $("a[href]").toArray().map((anchor) => ({
    url: URL.parse($(anchor).attr("href"), request.loadedUrl)?.href,
    text: $(anchor).text().trim()
  }))
  const article = new Readability(document).parse()
  return JSON.stringify({
    url: request.url,
    title: article?.title ?? $("title").text(),
    markdown: article === null ? "" : turndown.turndown(parseHTML(`<html><body>${article.content}</body></html>`).document.body),
    text: article?.textContent ?? "",
    links,
    metadata,
    jsonLd: $("script[type='application/ld+json']").toArray().map((script) => jsonOf($(script).text()))
  })
}

const crawler = new CheerioCrawler({
  maxRequestsPerCrawl: budget,
  minConcurrency: 16,
  maxConcurrency: 16,
  requestHandler: async (page) => {
    documents.push(process.env.BENCH_READS === "links" ? page.$("title").text() : documentOf(page))
    figures.onPage()
    await page.enqueueLinks({ strategy: "same-hostname" })
  }
}, new Configuration({ persistStorage: false, purgeOnStart: false }))

await crawler.run([seed])
figures.print(documents.length)
