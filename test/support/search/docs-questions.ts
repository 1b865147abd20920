import { handbook } from "../handbook.ts"

/** A page of a site of documentation. */
export interface DocsPage {
  readonly url: string
  readonly title: string
  readonly markdown: string
}

/** The sections of the documentation, each a page of its own. */
export const docsSite: ReadonlyArray<DocsPage> = [...handbook].flatMap(([file, markdown]) => {
  const name = file.replace(/^.*\//, "").replace(".md", "")
  if (name === "README") return []
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? name
  return markdown.split(/^(?=## )/m).map((section): DocsPage => {
    const heading = /^##? (.*)$/m.exec(section)?.[1] ?? title
    const slug = heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")
    return { url: `https://docs.test/${name}/${slug}`, title: heading, markdown: section }
  })
})

/** Questions as users ask them, and the end of the URL of the page that answers each. */
export const docsQuestions: ReadonlyArray<readonly [question: string, page: string]> = [
  ["How do I install the package from npm?", "index/start-with-the-package"],
  ["run it with docker", "index/start-with-the-image"],
  ["How can I scrape a site behind a login?", "options/pages-behind-a-login"],
  ["log in once and reuse the session for many crawls", "options/profiles"],
  ["Can I resume an interrupted crawl?", "command-line/ctrl-c-and-resume"],
  ["only pages that changed since the last crawl", "jobs/only-what-changed"],
  ["Does it obey robots.txt?", "politeness/politeness"],
  ["chunks with token counts for embeddings", "options/chunks-and-passages"],
  ["extract data with a JSON schema", "options/data-by-a-schema"],
  ["click a button before the page is read", "options/actions"],
  ["hide cookie consent banners", "options/consent-banners"],
  ["how old may a cached page be", "options/age-and-language"],
  ["crawl a list of URLs", "jobs/batches"],
  ["read all URLs of a sitemap", "jobs/sitemaps"],
  ["estimate the time of a crawl before it starts", "jobs/before-a-crawl-starts"],
  ["find near duplicate articles", "jobs/near-duplicates"],
  ["group the pages of a shop by their layout", "jobs/templates"],
  ["store a picture of each page of a crawl", "jobs/pictures-of-the-pages"],
  ["run a crawl every morning with cron", "jobs/schedules"],
  ["verify the signature of a webhook", "jobs/webhooks"],
  ["backup the sqlite database", "upgrade/backup-and-restore"],
  ["roll back to the older version", "upgrade/upgrade-and-roll-back"],
  ["several nodes with postgres", "nodes/more-than-one-machine"],
  ["store documents in an S3 bucket", "operating/documents-outside-of-the-job-store"],
  ["prometheus metrics and traces", "operating/log-metrics-and-traces"],
  ["use an HTTP proxy for all requests", "operating/through-a-proxy"],
  ["a browser on another machine", "operating/a-browser-elsewhere"],
  ["configure SearXNG", "operating/a-search-engine"],
  ["start the service with systemd", "operating/under-systemd-and-on-nixos"],
  ["jobs that survive a restart of the service", "operating/jobs-that-outlive-a-restart"],
  ["how do API keys share the extraction processes under load?", "operating/under-load"],
  ["exit code of the command when a page fails", "command-line/exit-codes"],
  ["shell completions", "command-line/completions-and-the-manual-page"],
  ["mirror a whole site as files", "command-line/a-copy-of-a-site"],
  ["check a site for broken links", "command-line/links-and-sitemaps"],
  ["why was this paragraph dropped from the content?", "command-line/why-content-is-kept-or-dropped"],
  ["text that is hidden by CSS", "extraction/hidden-text"],
  ["When does it use a browser to render a page?", "extraction/when-a-page-is-rendered"],
  ["pages that have their content in frames", "extraction/frames"],
  ["meta refresh redirect", "extraction/refreshes"],
  ["prompt injection in pages for language models", "security/text-for-language-models"],
  ["typescript types generated from openapi", "client/types-from-the-openapi-document"],
  ["replace a stage of the extraction with my own", "client/a-stage-of-your-own"],
  ["use pandas with the results", "python/with-pandas"],
  ["asyncio", "python/with-asyncio"],
  ["migrate from Crawl4AI", "migration/coming-from-firecrawl-crawl4ai-jina-reader"],
  ["LangChain loader", "firecrawl/langchain-s-firecrawlloader"],
  ["rate limit exceeded, when may I send the request again?", "errors/send-a-request-again"],
  ["maximum size of a page body", "errors/limits"],
  ["Claude Desktop MCP configuration", "mcp/configurations"]
]
