import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { gleanerClient } from "../../../src/contract/client/index.ts"
import { keys, type RunningService } from "../entries/service-process.ts"

/** A page on loopback with a record whose price can be set. */
export interface PricedPage {
  readonly url: string
  price: number
  readonly close: () => Promise<void>
}

export const pricedPage = async (): Promise<PricedPage> => {
  const server = http.createServer((_, response) => {
    const product = {
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Barometer",
      url: "/barometer",
      sku: "0042-x",
      offers: { "@type": "Offer", price: String(page.price), priceCurrency: "GBP" }
    }
    response.writeHead(200, { "content-type": "text/html" })
    response.end(
      `<!doctype html><html lang="en"><title>A shop of instruments</title><script type="application/ld+json">${
        JSON.stringify(product)
      }</script><main><p>The barometer costs ${page.price} pounds today.</p></main></html>`
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const page: PricedPage = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    price: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
  return page
}

/** A schedule that has read the page once at each of these prices. Gives its id. */
export const pricedRuns = async (
  service: RunningService,
  page: PricedPage,
  prices: ReadonlyArray<number>
): Promise<string> => {
  const client = gleanerClient({ baseUrl: service.url, apiKey: keys.first })
  const { id } = await client.schedules.create({
    name: "Prices",
    every_seconds: 86_400,
    paused: true,
    job: { urls: [page.url] }
  })
  for (page.price of prices) {
    const { job_id, n } = await client.schedules.run(id)
    await client.jobs.follow(job_id).ended()
    // The end of the events of a job comes first; the next answer waits for the store.
    while ((await client.schedules.runs(id)).runs.find((run) => run.n === n)?.status === "running") {
      await client.health()
    }
  }
  return id
}
