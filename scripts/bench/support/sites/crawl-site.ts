import * as http from "node:http"
import type { AddressInfo } from "node:net"
import type { SitePage } from "../../../../test/crawling/crawl/generated-site.ts"

/** A site whose every page is known beforehand, its infinite parts too. */
export interface KnownSite {
  readonly seed: string
  readonly get: (url: string) => SitePage | undefined
}

export interface RunningSite extends KnownSite {
  /** Number of requests per URL, without robots.txt. */
  readonly asked: Map<string, number>
  /** The most requests to one host at the same time. */
  readonly atOnce: () => number
  readonly close: () => void
}

const hosts = Array.from({ length: 20 }, (_, index) => `127.0.0.${index + 1}`)
/** In a block that the crawl may not dial. */
const blockedHost = "127.0.9.9"
/** Its robots.txt answers 500, so that everything of it counts as disallowed. */
const unreachableHost = "127.0.0.20"

/** mulberry32 over a number made of the arguments: the same arguments give the same value in [0, 1). */
const chance = (...parts: ReadonlyArray<number>): number => {
  let seed = parts.reduce((sum, part) => Math.imul(sum ^ part, 0x9E3779B1) + 0x6D2B79F5, 1)
  seed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  seed = (seed + Math.imul(seed ^ (seed >>> 7), 61 | seed)) ^ seed
  return ((seed ^ (seed >>> 14)) >>> 0) / 4_294_967_296
}

/**
 * `size` pages over twenty hosts, every tenth text a copy, one page in twenty a redirect (some in circles), others
 * broken, barred or no page at all; from some lead a calendar without end and pages that give every visitor a session
 * of its own.
 */
const knownSite = (size: number, port: number): KnownSite => {
  const hostOf = (number: number) => hosts[number % hosts.length] ?? ""
  const folderOf = (number: number) =>
    chance(number, 2) < 0.1
      ? "private/"
      : chance(number, 2) < 0.5
      ? "docs/"
      : chance(number, 2) < 0.6
      ? "docs/deep/"
      : ""
  const urlOf = (number: number) =>
    number === 0
      ? `http://${hosts[0]}:${port}/docs/p0`
      : `http://${hostOf(number)}:${port}/${folderOf(number)}p${number}`
  /** Links to any host, or to the same. */
  const other = (number: number, salt: number) => {
    const any = Math.floor(chance(number, salt) * size)
    return urlOf(chance(number, salt, 6) < 0.5 ? any : any - (any % hosts.length) + (number % hosts.length))
  }

  const page = (number: number): SitePage => {
    const url = urlOf(number)
    const kind = number === 0 ? 1 : chance(number, 3)
    const links = Array.from({ length: 4 + Math.floor(chance(number, 4) * 8) }, (_, index) => other(number, 10 + index))
    if (number % 50 === 0) {
      links.push(new URL(`/calendar/${number}`, url).href, new URL(`/visit?sid=${number}`, url).href)
    }
    if (number % 100 === 7) links.push(`http://${blockedHost}:${port}/p${number}`)
    const outcome = new URL(url).hostname === unreachableHost
      ? "robots_unreachable"
      : folderOf(number) === "private/"
      ? "robots_disallowed"
      : kind < 0.03
      ? "missing"
      : kind < 0.05
      ? "fetch_failed"
      : kind < 0.07
      ? "unsupported_content_type"
      : kind < 0.09
      ? "body_too_large"
      : "page"
    const redirect = outcome === "page" && kind < 0.14 ? other(number, 5) : undefined
    const text = number % 10 === 9 ? Math.floor(number / 200) + 1 : number + 1
    return { url, links, text, outcome, redirect, canonical: "" }
  }

  const trap = (url: URL): SitePage | undefined => {
    const day = /^\/calendar\/(\d+)$/.exec(url.pathname)?.[1]
    const session = url.pathname === "/visit" ? url.searchParams.get("sid") : null
    const next = day === undefined ? `/visit?sid=${Number(session) + 7}` : `/calendar/${Number(day) + 1}`
    if (day === undefined && session === null) return undefined
    const outcome = url.hostname === unreachableHost ? "robots_unreachable" : "page"
    const text = day === undefined ? 900_000 : 1_000_000 + Number(day)
    return { url: url.href, links: [new URL(next, url).href], text, outcome, redirect: undefined, canonical: "" }
  }

  return {
    seed: urlOf(0),
    get: (text) => {
      const url = new URL(text)
      if (url.hostname === blockedHost) {
        return { url: text, links: [], text: 0, outcome: "address_blocked", redirect: undefined, canonical: "" }
      }
      const number = /\/p(\d+)$/.exec(url.pathname)?.[1]
      return number === undefined ? trap(url) : page(Number(number))
    }
  }
}

/** The site on real sockets: one server a host, the same port on each. */
export const startSite = async (size: number, filler = ""): Promise<RunningSite> => {
  const asked = new Map<string, number>()
  const running = new Map<string, number>()
  let atOnce = 0
  let site: KnownSite | undefined
  const answer = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const host = request.headers.host ?? ""
    const url = `http://${host}${request.url ?? ""}`
    if (request.url === "/robots.txt") return robots(host, response)
    asked.set(url, (asked.get(url) ?? 0) + 1)
    running.set(host, (running.get(host) ?? 0) + 1)
    atOnce = Math.max(atOnce, running.get(host) ?? 0)
    response.once("close", () => running.set(host, (running.get(host) ?? 1) - 1))
    serve(site?.get(url), response, filler)
  }
  const servers = hosts.map(() => http.createServer(answer))
  let port = 0
  for (const [index, server] of servers.entries()) {
    await new Promise<void>((resolve) => server.listen(port, hosts[index], resolve))
    port = (server.address() as AddressInfo).port
  }
  site = knownSite(size, port)
  return {
    ...site,
    asked,
    atOnce: () => atOnce,
    close: () => {
      for (const server of servers) server.close().closeAllConnections()
    }
  }
}

const robots = (host: string, response: http.ServerResponse) => {
  const [address = ""] = host.split(":")
  if (address === unreachableHost) return void response.writeHead(500).end()
  // Corners: groups for others, an agent's own group, longest match, wildcards, a file that is one large comment.
  const number = Number(address.split(".")[3])
  const rules = [
    "User-agent: *\nDisallow: /private/\n",
    "User-agent: other\nDisallow: /\n\nUser-agent: gleaner\nDisallow: /private/\n",
    "User-agent: *\nAllow: /\nDisallow: /private/\nAllow: /docs/\n",
    "User-Agent: GLEANER\nDisallow: /*private/\n\nUser-agent: *\nDisallow: /\n",
    `# ${"x".repeat(20_000)}\nUser-agent: *\nDisallow: /private/p*\n`
  ][number % 5]
  response.writeHead(200, { "content-type": "text/plain" }).end(rules)
}

const serve = (page: SitePage | undefined, response: http.ServerResponse, filler: string) => {
  if (page === undefined) return void response.writeHead(418).end()
  if (page.redirect !== undefined) return void response.writeHead(302, { location: page.redirect }).end()
  switch (page.outcome) {
    case "fetch_failed":
      return void response.destroy()
    case "unsupported_content_type":
      return void response.writeHead(200, { "content-type": "image/png" }).end("png")
    case "body_too_large":
      return void response.writeHead(200, { "content-type": "text/html" }).end(`<p>${"x".repeat(largest + 1)}</p>`)
    default:
      response.writeHead(page.outcome === "missing" ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
      response.end(htmlOf(page, filler))
  }
}

/** The cap on a body under which these pages are to be crawled. */
export const largest = 256 * 1024

/** The text depends on its number alone; links have none. */
const htmlOf = ({ links, text }: SitePage, filler: string) =>
  `<!doctype html><html lang="en"><title>Text ${text}</title><body><main><h1>Text ${text}</h1><p>This is text number ${text} of the site, and it reads like no other text of it.</p>${filler}</main>${
    links.map((link) => `<a href="${link.replaceAll("&", "&amp;")}"></a>`).join("")
  }</body></html>`
