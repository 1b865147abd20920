import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { keys } from "../../../support/entries/service-process.ts"
import { clientFolder, isInstalled } from "../../../support/installed.ts"
import { firecrawlOverSite } from "../firecrawl-over-site.ts"
import { assertDocumented } from "./calls.ts"

interface Loaded {
  readonly pageContent: string
  readonly metadata: { readonly sourceURL?: string; readonly title?: string }
}

interface Loader {
  readonly load: () => Promise<ReadonlyArray<Loaded>>
}

type LoaderClass = new(options: {
  readonly url: string
  readonly apiUrl: string
  readonly apiKey: string
  readonly mode: "scrape" | "crawl" | "map"
  readonly params?: object
}) => Loader

const home = clientFolder("langchain")

describe.skipIf(!await isInstalled(home))("each mode of LangChain's FireCrawlLoader", { tags: "long" }, () => {
  const live = firecrawlOverSite()
  let FireCrawlLoader: LoaderClass
  beforeAll(async () => {
    const file = path.join(home, "node_modules/@langchain/community/dist/document_loaders/web/firecrawl.js")
    FireCrawlLoader = (await import(pathToFileURL(file).href) as { readonly FireCrawlLoader: LoaderClass })
      .FireCrawlLoader
  })

  const load = (mode: "scrape" | "crawl" | "map", url = live.site.url, params: object = {}) =>
    new FireCrawlLoader({ url, mode, params, apiUrl: `${live.service.url}/firecrawl`, apiKey: keys.first }).load()

  it("loads a page and a site", async () => {
    const [page] = await load("scrape", `${live.site.url}/a`)
    assert.match(page?.pageContent ?? "", /The page a speaks of the tide/)
    assert.deepInclude(page?.metadata, { sourceURL: `${live.site.url}/a`, title: "a" })
    const pages = await load("crawl", live.site.url, { limit: 3, scrapeOptions: { formats: ["html"] } })
    assert.deepStrictEqual(pages.map(({ metadata }) => metadata.title), ["start", "a", "b"])
    assert.match(pages[1]?.pageContent ?? "", /^<h1>a<\/h1>/)
    const links = await load("map")
    assert.include(links.map(({ pageContent }) => JSON.parse(pageContent) as unknown), `${live.site.url}/a`)
  })

  it("reports why a request is refused", async () => {
    const error = await load("scrape", live.site.url, { formats: ["json"] }).catch((error: Error) => error)
    assert.match((error as Error).message, /json without a schema needs a language model/)
  })

  it("does what the documentation says", () =>
    assertDocumented("LangChain's FireCrawlLoader", {
      scrape: () => load("scrape"),
      crawl: () => load("crawl", live.site.url, { limit: 1 }),
      map: () => load("map")
    }))
})
