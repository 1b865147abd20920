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
  ["send an email when a price changes", "jobs", "Messages by mail and chat"]
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
