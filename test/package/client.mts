// Run in a folder that has the package and nothing else, not even Effect: gleaner/client against its own service.
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type Document, gleanerClient, GleanerError, type Job } from "gleaner/client"

const site = createServer((request, response) => {
  response.setHeader("content-type", "text/html")
  if (request.url === "/robots.txt") response.statusCode = 404
  response.end(`<title>${request.url}</title><p>The page ${request.url} of the site.</p><a href="/b">b</a><a href="/c">c</a>`)
})
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
const seed = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`

const apiKey = "a-secret-of-24-characters"
const service = spawn("npx", ["gleaner", "serve"], {
  stdio: ["ignore", "pipe", "inherit"],
  detached: true,
  env: {
    ...process.env,
    GLEANER_PORT: "0",
    GLEANER_API_KEYS: `test:${apiKey}`,
    GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
    GLEANER_DOMAIN_DELAY: "0 millis",
    GLEANER_BROWSER: "off",
    GLEANER_LOG_LEVEL: "None"
  }
})
const baseUrl = await new Promise<string>((resolve) => {
  service.stdout.on("data", (line: Buffer) => {
    const found = /http:\S+/.exec(String(line))?.[0]
    if (found !== undefined) resolve(found)
  })
})

const client = gleanerClient({ baseUrl, apiKey })
const document: Document = await client.scrape({ url: seed })
const titles: Array<string> = []
const run = client.crawl({ url: seed, fields: ["title"] })
for await (const page of run) {
  const title: string = page.title
  titles.push(title)
  // @ts-expect-error: only the fields that were asked for
  if (page.text !== undefined) throw new Error("a field that was not asked for")
}
const job: Job = await run.ended()
const code = await gleanerClient({ baseUrl, apiKey: "wrong" }).health().then(
  () => "",
  (error: unknown) => error instanceof GleanerError ? error.code : ""
)
const found = JSON.stringify([document.title, titles, job.status, code])
if (service.pid !== undefined) process.kill(-service.pid)
site.close()
site.closeAllConnections()
if (found !== JSON.stringify(["/", ["/", "/b", "/c"], "done", "unauthorized"])) throw new Error(found)
