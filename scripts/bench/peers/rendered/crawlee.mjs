import { Configuration, log, LogLevel, PuppeteerCrawler } from "@crawlee/puppeteer"
import { Readability } from "@mozilla/readability"
import { parseHTML } from "linkedom"
import puppeteer from "puppeteer-core"
import TurndownService from "turndown"

/** A typical Node setup for pages that need a browser: crawlee's PuppeteerCrawler, Readability over linkedom, turndown. */
const [seed, pages] = [process.argv[2], Number(process.argv[3])]
log.setLevel(LogLevel.ERROR)
const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" })
const documents = []
const crawler = new PuppeteerCrawler({
  maxRequestsPerCrawl: pages,
  minConcurrency: 2,
  maxConcurrency: 2,
  launchContext: {
    launcher: puppeteer,
    launchOptions: { executablePath: process.env.BENCH_BROWSER, headless: "shell", args: ["--no-sandbox"] }
  },
  requestHandler: async ({ enqueueLinks, page, request }) => {
    await page.waitForNetworkIdle()
    const article = new Readability(parseHTML(await page.content()).document).parse()
    const { document } = parseHTML(`<html><body>${article?.content ?? ""}</body></html>`)
    documents.push({ url: request.url, title: article?.title, markdown: turndown.turndown(document.body) })
    await enqueueLinks({ strategy: "same-hostname" })
  }
}, new Configuration({ persistStorage: false, purgeOnStart: false }))
await crawler.run([seed])
console.log(documents.filter(({ markdown }) => markdown.length > 1000).length)
process.exit(0)
