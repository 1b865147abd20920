import * as http from "node:http"
import type { AddressInfo } from "node:net"

export interface ChangingSite {
  readonly url: string
  /** Gives the site its second state. */
  readonly change: () => void
  readonly close: () => Promise<void>
}

const page = (title: string, ...paragraphs: ReadonlyArray<string>): string =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${
    paragraphs.map((text) => `<p>${text}</p>`).join("")
  }</main></html>`

const links = (...paths: ReadonlyArray<string>): string =>
  paths.map((path) => `<a href="${path}">${path.slice(1)}</a>`).join(" ")

const before: Readonly<Record<string, string>> = {
  "/": page(
    "Tide office",
    "The tide office at the cape answers questions and prints the tables for the year.",
    links("/hours", "/tides", "/fees", "/contact")
  ),
  "/hours": page(
    "Opening hours",
    "The office is open from nine to five on weekdays, and closed at Christmas.",
    "Boats are served until four."
  ),
  "/tides": page(
    "Tides of the week",
    "High water on Monday is at 14:05 with 4.8 metres above the datum.",
    "Low water follows a good six hours later."
  ),
  "/fees": page("Fees", "A printed table of the tides costs three crowns, and a reading by telephone is free."),
  "/contact": page("Contact", "Write to the harbour master at the cape, who reads all letters on Sunday evening.")
}

const after: Readonly<Record<string, string>> = {
  ...before,
  "/": page(
    "Tide office",
    "The tide office at the cape answers questions and prints the tables for the year.",
    links("/hours", "/tides", "/fees", "/storm")
  ),
  "/hours": page(
    "Opening hours",
    "The office is open from ten to six on weekdays and from ten to noon on Saturday, and closed at Christmas.",
    "Boats are served until five."
  ),
  "/tides": page(
    "Tides of the week",
    "High water on Monday is at 14:12 with 5.1 metres above the datum.",
    "Low water follows a good six hours later."
  ),
  "/storm": page(
    "Storm warning",
    "A gale from the north-west is expected on Thursday; boats should stay in the harbour."
  )
}

/** A small site on loopback that changes once: two pages say something else, one is new, and one is gone. */
export const changingSite = async (): Promise<ChangingSite> => {
  let pages = before
  const server = http.createServer((request, response) => {
    const body = pages[request.url ?? "/"]
    const isGone = request.url === "/contact" && pages === after
    response.writeHead(body === undefined || isGone ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
    response.end(isGone ? page("Not found", "There is no such page.") : body ?? "")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: () => void (pages = after),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
