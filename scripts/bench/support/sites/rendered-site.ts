import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { build, type OutputChunk } from "rolldown"

export interface RenderedSite {
  readonly seed: string
  /** Requests by the first segment of their path since the last call. */
  readonly takeRequests: () => string
  readonly stop: () => void
}

/** Bytes of the application. */
const bundleSize = 290_000
const long = { "cache-control": "public, max-age=31536000, immutable" }
const words =
  "the harbour opens in spring when ships bring timber salt and wool across cold water while clerks write cargo".split(
    " "
  )

/** A React application of this many pages: a shell, one script, a style, a font, and a JSON request and a picture a page. */
export const startRenderedSite = async (pages: number): Promise<RenderedSite> => {
  const application = await bundled()
  const requests = new Map<string, number>()
  const server = http.createServer(({ url = "" }, response) => {
    const [, kind = "", name = ""] = url.split("/")
    requests.set(kind, (requests.get(kind) ?? 0) + 1)
    const answer = (type: string, body: string | Buffer, headers = {}) =>
      void response.writeHead(200, { "content-type": type, ...headers }).end(body)
    if (kind === "page") return answer("text/html", shell)
    if (name === "app.js") return answer("text/javascript", application, long)
    if (name === "style.css") return answer("text/css", style, long)
    if (name === "font.woff2") return answer("font/woff2", Buffer.alloc(20_000, 7), long)
    if (kind === "img") return answer("image/png", Buffer.alloc(20_000, 7))
    if (kind === "api") return void setTimeout(() => answer("application/json", dataOf(Number(name), pages)), 10)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    seed: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page/0`,
    takeRequests: () => {
      const line = [...requests].map(([kind, count]) => `${kind} ${count}`).join(", ")
      requests.clear()
      return line
    },
    stop: () => server.close()
  }
}

const shell =
  `<!doctype html><html lang=en><head><title>Harbour</title><link rel=stylesheet href=/static/style.css><script defer src=/static/app.js></script></head><body><div id=root></div></body></html>`
const style = "@font-face{font-family:x;src:url(/static/font.woff2)}body{font-family:x,serif}".padEnd(
  20_000,
  " .a{color:red}"
)

/** React with the application, filled up with functions that nobody calls. */
const bundled = async (): Promise<string> => {
  const { output } = await build({
    input: path.join(import.meta.dirname, "react-app.mjs"),
    transform: { define: { "process.env.NODE_ENV": "\"production\"" } },
    output: { format: "iife", minify: true },
    write: false,
    logLevel: "silent"
  })
  const { code } = output[0] as OutputChunk
  let filler = "globalThis.filler=[];"
  for (let n = 0; filler.length + code.length < bundleSize; n++) {
    filler += `filler.push(function(a,b){var c=a*${n}+b;for(var d=0;d<c%7;d++)c+=d^${n};return{c:c,n:"name ${n}"}});`
  }
  return filler + code
}

const dataOf = (number: number, pages: number): string => {
  let state = number + 1
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
  const paragraph = () => `${Array.from({ length: 60 + random(60) }, () => words[random(words.length)]).join(" ")}.`
  return JSON.stringify({
    number,
    title: `Report number ${number} of the harbour`,
    menu: [0, 1, 2, 3, 4],
    paragraphs: Array.from({ length: 8 }, paragraph),
    links: [number * 2 + 1, number * 2 + 2, number + 1].map((other) => other % pages)
  })
}
