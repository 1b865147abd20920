import * as http from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "puppeteer-core"

/** A page and the addresses of its chunks. */
export interface FollowedPage {
  readonly html: Uint8Array
  readonly urls: ReadonlyArray<string>
}

/** Max addresses of a page that are followed. */
const perPage = 3
const marked = "rgb(1, 2, 3)"

/** Pictures taken until the highlight appears. */
const maxPictures = 5

/**
 * The number of addresses that a browser highlights, of those followed. The highlight is the pseudo-element
 * ::target-text, which scripts cannot see. It gets a color of its own, and a picture of the window after the browser has
 * scrolled is searched for this color. Nothing is loaded for a page: the Document is of its HTML alone.
 */
export const followFragments = async (browser: Browser, pages: ReadonlyArray<FollowedPage>) => {
  let followed = 0
  const missed: Array<string> = []
  const server = http.createServer((request, response) => {
    const page = pages[Number(request.url?.split("/")[1])]
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy })
    response.end(page === undefined ? "" : Buffer.concat([page.html, Buffer.from(style)]))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const decoder = await browser.newPage()
  const isHighlighted = async (tab: Page): Promise<boolean> => {
    for (let picture = 0; picture < maxPictures; picture++) {
      if (await decoder.evaluate(hasColor, await tab.screenshot({ encoding: "base64" }), marked)) return true
    }
    return false
  }
  for (const [index, { urls }] of pages.entries()) {
    const step = Math.max(1, Math.floor(urls.length / perPage))
    for (const [at, url] of urls.filter((_, position) => position % step === 0).slice(0, perPage).entries()) {
      const tab = await browser.newPage()
      // Another document each time: within one, a browser follows a text directive only after a click.
      await tab.goto(`http://127.0.0.1:${port}/${index}/${at}#${url.split("#")[1] ?? ""}`).catch(() => undefined)
      followed++
      if (!await isHighlighted(tab).catch(() => false)) missed.push(url)
      await tab.close()
    }
  }
  server.close().closeAllConnections()
  return { followed, highlighted: followed - missed.length, missed }
}

const policy = "default-src 'none'; style-src 'unsafe-inline'"

/** Flags of a browser without other sites: some pages lead elsewhere. */
export const offlineFlags = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]

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
