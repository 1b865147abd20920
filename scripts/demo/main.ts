import { spawn } from "node:child_process"
import { builtCommand } from "../../test/support/processes/built-command.ts"
import { startFixtureSite } from "../../test/support/web/fixture-site.ts"
import { type Client, startedService } from "./started-service.ts"

/**
 * A small site and the service as the package has it, both on loopback. Everything goes through the HTTP API, as from a
 * user's program.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const heading = (line: string): void => say(`\n## ${line}`)

let wrong = 0
const expect = (what: string, actual: unknown, expected: unknown): void => {
  if (actual === expected) return
  wrong++
  say(`  NOT AS EXPECTED: ${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`)
}

interface Page {
  readonly title: string
  readonly author: string
  readonly published_date: string
  readonly language: string
  readonly status: number
  readonly markdown: string
  readonly text: string
  readonly final_url: string
  readonly tables: ReadonlyArray<
    {
      readonly caption: string
      readonly headers: ReadonlyArray<string>
      readonly rows: ReadonlyArray<ReadonlyArray<string>>
    }
  >
  readonly records: ReadonlyArray<{ readonly source: string; readonly fields: Readonly<Record<string, unknown>> }>
  readonly trace: {
    readonly rendered: boolean
    readonly redirects: ReadonlyArray<{ readonly status: number; readonly location: string }>
    readonly warnings: ReadonlyArray<{ readonly code: string; readonly message: string }>
    readonly stages: ReadonlyArray<{ readonly name: string; readonly elapsed_ms: number }>
  }
}

const indent = (text: string, lines: number): string =>
  text.split("\n").slice(0, lines).map((line) => `  | ${line}`).join("\n")

const scrapes = async (client: Client, site: string): Promise<void> => {
  const scrape = async (pathname: string): Promise<Page> =>
    (await client.post("/v1/scrape", { url: site + pathname })).body as Page

  heading("An article")
  const article = await scrape("/articles/lighthouse")
  say(`  ${article.title} / ${article.author} / ${article.published_date} / ${article.language}`)
  say(indent(article.markdown, 8))
  say(`  ${article.trace.stages.map(({ elapsed_ms, name }) => `${name} ${elapsed_ms.toFixed(1)} ms`).join(", ")}`)
  expect("the author", article.author, "Mairi Sinclair")

  heading("A page with a table")
  const [table] = (await scrape("/articles/tide")).tables
  say(`  ${table?.caption}: ${table?.headers.join(" | ")}`)
  for (const row of table?.rows ?? []) say(`    ${row.join(" | ")}`)
  expect("the rows", table?.rows.length, 3)

  heading("A listing with records")
  const shop = await scrape("/shop")
  for (const { fields, source } of shop.records) {
    say(`  ${source}: ${fields["title"] ?? fields["name"]} ${fields["price"] ?? ""}`)
  }
  expect("the cards found", shop.records.filter(({ source }) => source === "repeated").length, 5)

  heading("A page in Shift_JIS")
  const japanese = await scrape("/ja/sakura")
  say(indent(japanese.text, 3))
  expect("the language", japanese.language, "ja")

  heading("A redirect chain")
  const redirected = await scrape("/hop/2")
  for (const { location, status } of redirected.trace.redirects) say(`  ${status} -> ${location}`)
  expect("the hops", redirected.trace.redirects.length, 3)

  heading("A page that needs JavaScript")
  const live = await scrape("/live")
  say(`  rendered: ${live.trace.rendered}`)
  say(
    live.trace.rendered ? indent(live.text, 5) : `  ${live.trace.warnings.map(({ message }) => message).join("\n  ")}`
  )
  const health = (await client.get("/v1/health")).body as { capabilities: { rendering: boolean } }
  expect("rendered", live.trace.rendered, health.capabilities.rendering)

  heading("Failed pages have a reason")
  for (
    const [pathname, status] of [["/private/log", 403], ["/to-private", 403], ["/files/archive.zip", 415], [
      "/missing",
      200
    ]] as const
  ) {
    const answer = await client.post("/v1/scrape", { url: site + pathname })
    const { code, detail, status: pageStatus } = answer.body as { code?: string; detail?: string; status: number }
    say(
      `  ${pathname}: ${answer.status} ${
        code === undefined ? `a Document with status ${pageStatus}` : `${code}: ${detail}`
      }`
    )
    expect(`the status of ${pathname}`, answer.status, status)
  }
}

const discovers = async (client: Client, site: string): Promise<void> => {
  heading("The links of the front page")
  const { counts } = (await client.post("/v1/discover", { url: `${site}/` })).body as { counts: Record<string, number> }
  say(`  ${JSON.stringify(counts)}`)
  expect("total", counts["total"], (counts["internal"] ?? 0) + (counts["external"] ?? 0))
}

const crawls = async (client: Client, site: string): Promise<void> => {
  heading("A crawl of the site")
  const started = (await client.post("/v1/crawl", { url: `${site}/`, max_depth: 2 })).body as { id: string }
  const job = await client.finished(started.id)
  say(`  ${job.status}: ${JSON.stringify(job.stats)}`)
  for (const { code, url } of job.errors) say(`    ${code} ${url}`)
  const { documents } = (await client.get(`/v1/jobs/${job.id}?documents=true`)).body as {
    documents: ReadonlyArray<Page & { url: string; depth: number }>
  }
  for (const { depth, title, url } of documents) say(`    ${"  ".repeat(depth)}${title} <${url.slice(site.length)}>`)
  expect("the status", job.status, "done")
  expect("the documents", documents.length, job.stats["stored"])
}

const site = await startFixtureSite()
const child = spawn(process.execPath, [builtCommand, "serve"], {
  stdio: ["ignore", "pipe", "inherit"],
  env: {
    ...process.env,
    GLEANER_PORT: "0",
    GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
    GLEANER_DOMAIN_DELAY: "20 millis",
    GLEANER_LOG_LEVEL: "Warn",
    GLEANER_API_KEYS: "demo:demo-key-0123456789abcdef"
  }
})
try {
  const client = await startedService(child, "demo-key-0123456789abcdef")
  say(`The site: ${site.url}\nThe service: ${client.url}`)
  await scrapes(client, site.url)
  await discovers(client, site.url)
  await crawls(client, site.url)
} finally {
  child.kill("SIGTERM")
  await site.close()
}
say(wrong === 0 ? "\nEverything was as expected." : `\n${wrong} things were not as expected.`)
process.exitCode = wrong === 0 ? 0 : 1
