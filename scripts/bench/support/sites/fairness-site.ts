import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { parentPort, workerData } from "node:worker_threads"

/** The sites of the `fairness` benchmark, one on each address, in a thread of their own. Each address is a domain. */
const { domains } = workerData as { readonly domains: ReadonlyArray<string> }

const words = "The keeper of the light wrote down what the sea had done that night, and what ships had passed. "
const page = (title: string, content: string): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1>${content}</main>`
const prose = (size: number): string => `<p>${words.repeat(8)}</p>`.repeat(Math.ceil(size / (8 * words.length)))
const links = (paths: ReadonlyArray<string>): string => paths.map((to) => `<p><a href="${to}">${to}</a></p>`).join("")
const shell = (script: string): string =>
  `<!doctype html><title>app</title><body><div id="root"></div><script>${script}</script>`

const large = prose(9_000_000)
const deep = Array.from({ length: 400 }, (_, index) => `${"<div>".repeat(8)}${index}${"</div>".repeat(8)}`).join("")

/** Records of schema.org: about 60 kB in 100 of them. */
const products = (number: number): string =>
  Array.from({ length: 100 }, (_, index) =>
    `<script type="application/ld+json">${
      JSON.stringify({
        "@context": "https://schema.org",
        "@type": "Product",
        name: `product ${number} ${index}`,
        sku: `${number}-${index}`,
        description: words.repeat(5),
        offers: { "@type": "Offer", price: index, priceCurrency: "EUR" }
      })
    }</script>`).join("")
const repeated = prose(1_000_000)

const bodies: Readonly<Record<string, (number: number) => string>> = {
  small: (number) => page(`small ${number}`, prose(2000) + links([1, 2, 3].map((more) => `/small/${number + more}`))),
  huge: (number) =>
    page(
      `huge ${number}`,
      prose(20_000) + links(Array.from({ length: 20 }, (_, more) => `/huge/${20 * number + more}`))
    ),
  records: (number) => page(`records ${number}`, products(number) + prose(30_000)),
  repeats: (number) => page(`repeats ${number}`, `<p>The page ${number}.</p>${repeated}`),
  large: (number) => page(`large ${number}`, large),
  costly: (number) => page(`costly ${number}`, deep),
  spin: () => shell("for(;;){}"),
  app: (number) =>
    shell(`document.getElementById("root").innerHTML = ${JSON.stringify(page(`app ${number}`, prose(3000)))}`)
}

const serve = (domain: string) =>
  new Promise<string>((resolve) => {
    const server = http.createServer((request, response) => {
      const [, kind = "", number = "0"] = request.url?.split("/") ?? []
      if (request.method === "POST") {
        if (kind !== "hang") response.writeHead(204).end()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
        return void (kind === "hook" && parentPort?.postMessage({ arrived: number }))
      }
      if (kind === "silent") return
      const body = bodies[kind]?.(Number(number))
      if (body === undefined) return void response.writeHead(404).end()
      response.writeHead(200, { "content-type": "text/html", "cache-control": "no-store" }).end(body)
    })
    server.listen(0, domain, () => resolve(`http://${domain}:${(server.address() as AddressInfo).port}`))
  })

const origins = await Promise.all(domains.map(serve))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(origins)
