import { assert, describe, it } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import { anchorOf, contentOf } from "../../scripts/docs/markdown.ts"
import { referenceContent } from "../../scripts/docs/reference.ts"
import { indexSections } from "../../scripts/docs/search/index-sections.ts"
import { routeSections, sectionsOf } from "../../scripts/docs/search/sections.ts"
import { Api } from "../../src/contract/api/Api.ts"
import { docsPages } from "../../src/serving/server/docs-pages.ts"
import { handbook } from "../support/handbook.ts"

/** Questions as users ask them, and the section that answers each. */
const questions: ReadonlyArray<readonly [question: string, page: string, heading: string]> = [
  ["How do I install it?", "index", "Start with the package"],
  ["run in docker", "index", "Start with the image"],
  ["export pages to a spreadsheet csv", "recipes", "The pages of a site as CSV"],
  ["How can I scrape a site behind a login?", "options", "Pages behind a login"],
  ["Can I resume an interrupted crawl?", "command-line", "Ctrl-C and --resume"],
  ["only pages that changed since last crawl", "jobs", "Only what changed"],
  ["What does error 429 rate_limited mean?", "errors", "Problems"],
  ["Does it obey robots.txt?", "politeness", "Politeness"],
  ["use it from Python", "python", "Python"],
  ["How do I take a screenshot?", "recipes", "A picture of a page"],
  ["chunks for embeddings with token counts", "options", "Chunks and passages"],
  ["extract data with a JSON schema", "options", "Data by a schema"],
  ["connect Claude via MCP", "mcp", "Claude Desktop"],
  ["claude desktop configuration", "mcp", "Claude Desktop"],
  ["replay a web archive", "recipes", "A web archive to replay"],
  ["migrate from firecrawl", "migration", "Coming from Firecrawl, Crawl4AI, Jina Reader"],
  ["how to upgrade and roll back", "upgrade", "Upgrade and roll-back"],
  ["maximum page size limit", "errors", "Limits"],
  ["backup the sqlite database", "upgrade", "Backup and restore"],
  ["several nodes with postgres", "nodes", "More than one machine"],
  ["OCR", "options", "Scans and images (OCR)"],
  ["read a scanned pdf", "options", "Scans and images (OCR)"],
  ["text of an image", "options", "Scans and images (OCR)"],
  ["slack message when a page changes", "jobs", "Messages by mail and chat"],
  ["send an email when a price changes", "jobs", "Messages by mail and chat"],
  ["how do i get started", "index", "Start with a checkout"],
  ["can it click buttons on a page", "recipes", "A list with a button to load more"],
  ["scrape a page that needs javascript", "extraction", "When a page is rendered"],
  ["why is my page empty", "errors", "When something does not work"],
  ["only crawl the blog section", "jobs", "A crawl"],
  ["ignore robots.txt", "errors", "When something does not work"],
  ["how to set the user agent", "operating", "Settings"],
  ["where are the results stored", "operating", "Documents outside of the job store"],
  ["jobs disappear after restart", "operating", "Jobs that outlive a restart"],
  ["get notified when a page changes", "jobs", "Messages by mail and chat"],
  ["run every night", "recipes", "From a cron job to a schedule"],
  ["how do I use a proxy", "operating", "Through a proxy"],
  ["scrape many urls from a file", "recipes", "The pages of a list in a file"],
  ["what does confidence mean", "extraction", "What counts as content"],
  ["how much memory does it need", "operating", "Under load"],
  ["port 8080 already in use", "errors", "When something does not work"],
  ["connect to localhost is blocked", "errors", "When something does not work"],
  ["unauthorized although I send a key", "errors", "When something does not work"],
  ["use with n8n", "firecrawl", "n8n"],
  ["how to send cookies", "options", "Pages behind a login"],
  ["find dead links", "recipes", "Broken links"],
  ["cli autocomplete bash", "command-line", "Completions and the manual page"],
  ["is there a typescript sdk", "client", "Client and library"],
  ["make an offline copy of a website", "recipes", "A copy that works without a server"],
  ["search the web", "guide", "Search the web"],
  ["language of the page german", "recipes", "A page in another language"],
  ["exclude the navigation and footer", "recipes", "Only some elements of a page"],
  ["what is a wrapper", "options", "Wrappers"],
  ["metrics for grafana", "operating", "Log, metrics and traces"],

  // One word, as it is typed into the box.
  ["slack", "jobs", "Messages by mail and chat"],
  ["mail", "jobs", "Messages by mail and chat"],
  ["email", "jobs", "Messages by mail and chat"],
  ["smtp", "jobs", "Messages by mail and chat"],
  ["vector store", "python", "Embeddings in a vector store"],
  ["vector database", "python", "Embeddings in a vector store"],
  ["sqlite vectors", "python", "Embeddings in a vector store"],
  ["pgvector", "python", "Embeddings in a vector store"],
  ["lancedb", "python", "Embeddings in a vector store"],
  ["embedding", "python", "Embeddings in a vector store"],
  ["langchain", "python", "LangChain and LlamaIndex"],
  ["llamaindex", "python", "LangChain and LlamaIndex"],
  ["parquet", "guide", "Parquet"],
  ["duckdb", "recipes", "Parquet in DuckDB"],
  ["kubernetes", "operating", "Kubernetes"],
  ["k8s", "operating", "Kubernetes"],
  ["helm chart", "operating", "Kubernetes"],
  ["nginx", "operating", "nginx"],
  ["caddy", "operating", "Caddy"],
  ["tls", "operating", "TLS with nginx or Caddy"],
  ["https", "operating", "TLS with nginx or Caddy"],
  ["ssl certificate", "operating", "TLS with nginx or Caddy"],
  ["reverse proxy", "operating", "TLS with nginx or Caddy"],
  ["rotate a key", "security", "Replace a key"],
  ["revoke an api key", "security", "Replace a key"],
  ["claude desktop", "mcp", "Claude Desktop"],
  ["function calling", "mcp", "Function calling"],
  ["tool use", "mcp", "Function calling"],
  ["captcha", "errors", "Captchas and bot checks"],
  ["cloudflare", "errors", "Captchas and bot checks"],
  ["scan", "options", "Scans and images (OCR)"],
  ["replay", "recipes", "A web archive to replay"],
  ["windows", "index", "Windows and macOS"],
  ["powershell", "index", "Windows and macOS"],
  ["macos", "index", "Windows and macOS"],
  ["load more", "recipes", "A list with a button to load more"],
  ["infinite scroll", "recipes", "A list that loads while it is scrolled"],
  ["upgrade", "upgrade", "Upgrade and roll-back"],
  ["update the docker image", "upgrade", "Upgrade and roll-back"]
]

const addressOf = (page: string): string => page === "index" ? "/docs" : `/docs/${page}`

const markdownOf = (page: string): string => handbook.get(`src/docs/${page}.md`) ?? assert.fail(page)

const search = indexSections([
  ...["index", ...docsPages.map(({ name }) => name)].flatMap((name) => sectionsOf(addressOf(name), markdownOf(name))),
  ...routeSections(referenceContent(OpenApi.fromApi(Api)).html)
])

describe("a question to the documentation", () => {
  for (const [question, page, heading] of questions) {
    it(`is answered by one of the first three results: ${question}`, () => {
      const isPage = markdownOf(page).startsWith(`# ${heading}\n`)
      const answer = isPage ? addressOf(page) : `${addressOf(page)}#${anchorOf(heading)}`
      assert.include(search(question).slice(0, 3).map(({ id }) => id), answer)
    })

    it(`is answered within two clicks from /docs: ${question}`, () => {
      // The list of pages is on every page, and the contents of a page lead to its headings.
      assert.isTrue(page === "index" || docsPages.some(({ name }) => name === page))
      const { headings } = contentOf(markdownOf(page))
      const shown = headings.filter(({ level }) => level <= 3).map(({ title }) => title)
      assert.isTrue(shown.includes(heading) || markdownOf(page).startsWith(`# ${heading}\n`))
    })
  }

  it("in other words, or with a typing error, finds the same section", () => {
    const [first] = search("webhooks")
    assert.strictEqual(first?.id, "/docs/jobs#webhooks")
    assert.strictEqual(search("webhoks")[0]?.id, first?.id)
    assert.deepStrictEqual(search("xyzzy"), [])
  })
})
