import { Parser } from "htmlparser2"
import { Agent, request } from "undici"
import * as zlib from "node:zlib"
import { crawlFigures } from "../support/figures.ts"

/**
 * The floor on Node: undici fetches, htmlparser2 reads the links and the title. With BENCH_READS=article, Readability
 * over linkedom and turndown make markdown besides.
 */
const [seed, budget] = [process.argv[2], Number(process.argv[3])]
const { host } = new URL(seed)
const dispatcher = new Agent({ connections: 16 })
const figures = crawlFigures()
const seen = new Set([seed])
const queue = [seed]
const article = process.env.BENCH_READS === "article" ? (await import("./readers.mjs")).readers.linkedom : undefined
const documents = []
let head = 0

const visit = async (url) => {
  const { body, headers } = await request(url, { dispatcher, headers: { "accept-encoding": "gzip" } })
  const bytes = Buffer.from(await body.arrayBuffer())
  const links = []
  let base = url
  let title = ""
  let inTitle = false
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "base" && attributes.href !== undefined && base === url) base = attributes.href
      if (name === "a" && attributes.href !== undefined) links.push(attributes.href)
      inTitle = name === "title"
    },
    ontext: (text) => {
      if (inTitle) title += text
    },
    onclosetag: () => {
      inTitle = false
    }
  })
  const html = (headers["content-encoding"] === "gzip" ? zlib.gunzipSync(bytes) : bytes).toString()
  parser.end(html)
  if (article !== undefined) documents.push(article.reduce((given, [, step]) => step(given), html))
  for (const link of links) {
    const target = URL.parse(link, base)
    if (target === null || target.host !== host || seen.has(target.href)) continue
    seen.add(target.href)
    queue.push(target.href)
  }
  figures.onPage()
}

const worker = async () => {
  while (head < Math.min(budget, queue.length)) await visit(queue[head++])
}

// The first page has enough links for sixteen requests.
await visit(queue[head++])
await Promise.all(Array.from({ length: 16 }, worker))
figures.print(head)
await dispatcher.close()
