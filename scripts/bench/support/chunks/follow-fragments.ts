import * as http from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser } from "puppeteer-core"

/** A page and the addresses of its chunks. */
export interface FollowedPage {
  readonly html: Uint8Array
  readonly urls: ReadonlyArray<string>
}

/** Max addresses of a page that are followed. */
const perPage = 3
const marked = "rgb(1, 2, 3)"

/**
 * The number of addresses that a browser highlights, of those followed. The highlight is the pseudo-element
 * ::target-text, which scripts cannot see. Each word is therefore painted in one color and the highlight in another one,
 * and a picture of the window after the browser has scrolled is searched for the second one. Scripts of the page do not
 * run: the Document is of the page as it was sent.
 */
export const followFragments = async (browser: Browser, pages: ReadonlyArray<FollowedPage>) => {
  let followed = 0
  let highlighted = 0
  const missed: Array<string> = []
  const server = http.createServer((request, response) => {
    const page = pages[Number(request.url?.split("/")[1])]
    response.writeHead(200, { "content-type": "text/html" })
    response.end(page === undefined ? "" : Buffer.concat([page.html, Buffer.from(style)]))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const tab = await browser.newPage()
  await tab.setJavaScriptEnabled(false)
  await tab.setRequestInterception(true)
  tab.on(
    "request",
    (request) => void (request.url().startsWith(`http://127.0.0.1:${port}/`) ? request.continue() : request.abort())
  )
  const decoder = await browser.newPage()
  for (const [index, { urls }] of pages.entries()) {
    const step = Math.max(1, Math.floor(urls.length / perPage))
    for (const [at, url] of urls.filter((_, position) => position % step === 0).slice(0, perPage).entries()) {
      // Another document each time: within one, a browser follows a text directive only after a click.
      await tab.goto(`http://127.0.0.1:${port}/${index}/${at}#${url.split("#")[1] ?? ""}`, { waitUntil: "load" })
      const picture = await tab.screenshot({ encoding: "base64" })
      followed++
      if (await decoder.evaluate(hasColor, picture, marked)) highlighted++
      else missed.push(url)
    }
  }
  await tab.close()
  await decoder.close()
  server.close().closeAllConnections()
  return { followed, highlighted, missed }
}

const style =
  `<style>::target-text { background: ${marked} !important; color: ${marked} !important } html { scroll-behavior: auto !important }</style>`

/** Runs in the browser: whether a picture has pixels of this color. */
const hasColor = async (picture: string, color: string): Promise<boolean> => {
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext("2d")
  context?.drawImage(image, 0, 0)
  const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] }
  const [red, green, blue] = color.match(/\d+/g)?.map(Number) ?? []
  let pixels = 0
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) pixels++
  }
  return pixels > 20
}
