import { strToU8, zipSync } from "fflate"
import { setTimeout as sleep } from "node:timers/promises"
import { docx, xlsx } from "../hostile-bodies.ts"
import { type Client, flood, type Loading } from "./load.ts"

/** One way in which key `a` uses as much of the service as it can. */
export interface Load {
  readonly id: string
  readonly name: string
  readonly settings?: Readonly<Record<string, string | undefined>>
  /** Run before key `b` is measured alone, for what exists then: a job, a session, schedules. */
  readonly prepare?: (client: Client, hostAt: (index: number) => string) => Promise<string>
  /** Runs until `stopped`. */
  readonly run: (loading: Loading) => void
  /** Requests of key `b`, instead of its health, its list of jobs and a scrape. */
  readonly normal?: "crawl" | "app" | "webhook"
}

const pagesOfJob = 300
const streams = 30

/** A finished job of key `a`. */
const job = (kind: string) => async (client: Client, hostAt: (index: number) => string): Promise<string> => {
  const urls = Array.from({ length: pagesOfJob }, (_, index) => `${hostAt(index)}/${kind}/${index}`)
  const { id } = JSON.parse((await client.call("a", "/v1/batch", { body: { urls } })).text) as { readonly id: string }
  for (;;) {
    const { status } = JSON.parse((await client.call("a", `/v1/jobs/${id}`)).text) as { readonly status: string }
    if (status === "done") return id
    await sleep(200)
  }
}

/** Streams of an answer about that job. */
const answers = (
  id: string,
  name: string,
  path: string,
  { accept = "application/json", kind = "records" }: { readonly accept?: string; readonly kind?: string } = {}
): Load => ({
  id,
  name,
  prepare: job(kind),
  run: (loading) =>
    flood(loading, streams, () => ({
      path: path.replace("JOB", loading.prepared),
      sent: { headers: { accept } }
    }))
})

const scrapes = (id: string, name: string, count: number, body: (hostOf: string, number: number) => object): Load => ({
  id,
  name,
  run: (loading) =>
    flood(loading, count, (number) => ({ path: "/v1/scrape", sent: { body: body(loading.hostAt(number), number) } }))
})

const posts = (id: string, name: string, path: string, body: (host: string, number: number) => object): Load => ({
  id,
  name,
  run: (loading) =>
    flood(loading, streams, (number) => ({ path, sent: { body: body(loading.hostAt(number), number) } }))
})

const office = "application/vnd.openxmlformats-officedocument."

const files = (id: string, name: string, type: string, bytes: () => Uint8Array): Load => ({
  id,
  name,
  run: (loading) => {
    const body = bytes()
    flood(loading, 8, () => ({ path: "/v1/extract", sent: { body, headers: { "content-type": type } } }))
  }
})

const epub = (items: number): Uint8Array =>
  zipSync({
    "mimetype": strToU8("application/epub+zip"),
    "META-INF/container.xml": strToU8(
      `<container><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`
    ),
    "a.opf": strToU8(
      `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine>${
        "<itemref idref=\"a\"/>".repeat(items)
      }</spine></package>`
    ),
    "a.xhtml": strToU8(`<html><body><p>${"a word ".repeat(500)}</p></body></html>`)
  })

const mcp = (id: string, name: string, call: (host: string, number: number, job: string) => object): Load => ({
  id,
  name,
  prepare: job("records"),
  run: (loading) =>
    void client(loading).then((headers) =>
      flood(loading, streams, (number) => ({
        path: "/mcp",
        sent: {
          headers,
          body: {
            jsonrpc: "2.0",
            id: number,
            method: "tools/call",
            params: call(loading.hostAt(number), number, loading.prepared)
          }
        }
      }))
    )
})

/** Begins a session of MCP; gives the fields of its requests. */
const client = async (loading: Loading): Promise<Readonly<Record<string, string>>> => {
  const accept = "application/json, text/event-stream"
  const { headers } = await loading.client.call("a", "/mcp", {
    headers: { accept },
    body: {
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } }
    }
  })
  return { accept, "mcp-session-id": String(headers["mcp-session-id"]), "mcp-protocol-version": "2025-06-18" }
}

const urlsOf = ({ hostAt }: Pick<Loading, "hostAt">, kind: string, count: number, from = 0): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${hostAt(from + index)}/${kind}/${from + index}`)

const costly = "div:has(div:not(:has(div:nth-child(7)))):has(> div:has(div:not(:has(span:has(b)))))"

export const loads: ReadonlyArray<Load> = [
  answers("job", "a job with its documents", "/v1/jobs/JOB?documents=true"),
  answers("documents", "documents of a job", "/v1/jobs/JOB/documents?limit=100"),
  answers("ndjson", "documents as lines", "/v1/jobs/JOB/documents", { accept: "application/x-ndjson" }),
  answers("documents-csv", "documents as CSV", "/v1/jobs/JOB/documents", { accept: "text/csv" }),
  answers("fields", "documents with some fields", "/v1/jobs/JOB/documents?fields=title,links", {
    accept: "application/x-ndjson"
  }),
  answers("chunks", "documents with chunks", "/v1/jobs/JOB/documents?query=keeper&limit=20"),
  answers("repeats", "documents without repeats", "/v1/jobs/JOB/documents?repeats=drop&limit=50", { kind: "repeats" }),
  answers("records", "records of a job", "/v1/jobs/JOB/records?limit=1000"),
  answers("records-csv", "records as CSV", "/v1/jobs/JOB/records", { accept: "text/csv" }),
  answers("ledger", "ledger of a job", "/v1/jobs/JOB/ledger?limit=1000"),
  answers("templates", "templates of a job", "/v1/jobs/JOB/templates"),
  answers("firecrawl-status", "Firecrawl: a batch with its documents", "/v2/batch/scrape/JOB"),
  {
    ...answers("events", "event streams", "/v1/jobs/JOB/events"),
    prepare: async (client, hostAt) => {
      const body = { urls: urlsOf({ hostAt }, "silent", 100) }
      return (JSON.parse((await client.call("a", "/v1/batch", { body })).text) as { readonly id: string }).id
    }
  },
  scrapes("scrape", "scrapes", 30, (host, number) => ({ url: `${host}/huge/${number}`, use_cache: false })),
  posts("explain", "explanations", "/v1/explain", (host, number) => ({ url: `${host}/huge/${number}` })),
  posts("discover", "discovering sites", "/v1/discover", (host, number) => ({ url: `${host}/huge/${number}` })),
  posts("firecrawl-scrape", "Firecrawl: scrapes", "/v2/scrape", (host, number) => ({ url: `${host}/huge/${number}` })),
  posts("firecrawl-batch", "Firecrawl: batches", "/v2/batch/scrape", (host, number) => ({
    urls: Array.from({ length: 50 }, (_, index) => `${host}/huge/${50 * number + index}`)
  })),
  mcp(
    "mcp-scrape",
    "MCP: scrapes",
    (host, number) => ({ name: "scrape", arguments: { url: `${host}/huge/${number}` } })
  ),
  mcp("mcp-documents", "MCP: documents of a job", (_, __, id) => ({ name: "crawl_documents", arguments: { id } })),
  files("xlsx-apart", "a spreadsheet whose two cells are far apart", `${office}spreadsheetml.sheet`, () =>
    xlsx(
      "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>"
    )),
  files("xlsx-sparse", "a spreadsheet of sparse rows", `${office}spreadsheetml.sheet`, () =>
    xlsx(
      Array.from({ length: 3000 }, (_, row) => `<row r="${row + 1}"><c r="XFD${row + 1}"><v>1</v></c></row>`).join("")
    )),
  files("epub", "a book that repeats a chapter", "application/epub+zip", () => epub(20_000)),
  files(
    "docx",
    "a document of 700,000 paragraphs",
    `${office}wordprocessingml.document`,
    () => docx("<w:p><w:r><w:t>x</w:t></w:r></w:p>".repeat(700_000))
  ),
  {
    id: "crawls",
    name: "crawls without a delay",
    run: (loading) =>
      flood(loading, 16, (number) => ({
        path: "/v1/crawl",
        sent: { body: { url: `${loading.hostAt(number)}/huge/1`, max_pages: 10_000 } }
      }))
  },
  {
    id: "schedules",
    name: "40 schedules at once",
    prepare: async (client, hostAt) => {
      const ids: Array<string> = []
      for (let number = 0; number < 40; number++) {
        const body = {
          name: `schedule ${number}`,
          every_seconds: 3600,
          job: { url: `${hostAt(number)}/huge/1`, max_pages: 50 }
        }
        ids.push((JSON.parse((await client.call("a", "/v1/schedules", { body })).text) as { readonly id: string }).id)
      }
      return ids.join()
    },
    run: (loading) => {
      const ids = loading.prepared.split(",")
      flood(loading, ids.length, (number) => ({
        path: `/v1/schedules/${ids[number % ids.length]}/run`,
        sent: { method: "POST", body: {} }
      }))
    }
  },
  {
    id: "B4",
    name: "4 huge crawls and all places",
    normal: "crawl",
    run: (loading) =>
      flood(loading, 16, (number) => ({
        path: "/v1/crawl",
        sent: { body: { url: `${loading.hostAt(number)}/huge/1`, max_pages: 10_000 } }
      }))
  },
  {
    id: "B5",
    name: "a batch of 9 MB pages",
    normal: "crawl",
    run: (loading) =>
      flood(
        loading,
        1,
        () => ({ path: "/v1/batch", sent: { body: { urls: urlsOf(loading, "large", 400) } }, pause: 60_000 })
      )
  },
  {
    ...scrapes("D1", "scrapes of endless scripts", 14, (host, number) => ({ url: `${host}/spin/${number}` })),
    settings: { GLEANER_BROWSER: undefined },
    normal: "app"
  },
  scrapes("D2", "scrapes at silent servers", 80, (host, number) => ({ url: `${host}/silent/${number}` })),
  scrapes("D9", "costly selectors", 16, (host, number) => ({
    url: `${host}/costly/${number}`,
    include_selectors: [costly]
  })),
  {
    id: "D10",
    name: "hanging receivers of two keys",
    settings: { GLEANER_WEBHOOK_ADDRESSES: "127.0.0.0/8", GLEANER_MAX_CRAWLS: "1000" },
    normal: "webhook",
    run: (loading) =>
      flood(loading, 8, (number) => ({
        key: number % 2 === 0 ? "a" : "a2",
        path: "/v1/batch",
        sent: {
          body: {
            urls: [`${loading.hostAt(number)}/small/${number}`],
            webhook: { url: `${loading.hostAt(number)}/hang/1`, events: ["job.finished"] }
          }
        },
        pause: 100
      }))
  }
]
