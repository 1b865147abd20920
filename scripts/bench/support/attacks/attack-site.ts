import * as dgram from "node:dgram"
import { once } from "node:events"
import * as http from "node:http"
import * as net from "node:net"
import type { AddressInfo } from "node:net"
import { stateScript } from "./state-script.ts"

/** One request that a site of the attack has got. */
export interface Seen {
  readonly site: string
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

/** The sites of an attack: each has an origin of its own. The trap has addresses that the service must not reach. */
export interface AttackSites {
  readonly home: string
  readonly other: string
  /** The host of `home` with another port. */
  readonly port: string
  readonly trap: string
  readonly trap6: string
  readonly seen: ReadonlyArray<Seen>
  /** Connections and packets to denied addresses. */
  readonly caught: ReadonlyArray<string>
  readonly close: () => void
}

export const homeAddress = "127.0.0.2"
export const otherAddress = "127.0.0.3"
const deniedAddresses = ["127.0.0.1", "127.0.0.9", "::1"]

/** `pages`: the HTML of each case, by its number. */
export const startAttackSites = async (pageOf: (index: number, sites: AttackSites) => string): Promise<AttackSites> => {
  const seen: Array<Seen> = []
  const caught: Array<string> = []
  const servers: Array<{ close: () => unknown }> = []
  const listen = async (address: string, site: string) => {
    const server = http.createServer((request, response) => {
      const parts: Array<Buffer> = []
      request.on("data", (part: Buffer) => parts.push(part)).on("error", () => undefined)
      request.on("end", () => {
        const { headers, method = "", url: path = "" } = request
        seen.push({ site, method, path, headers, body: Buffer.concat(parts).toString() })
        answer(path, response, (index) => pageOf(index, sites), sites)
      })
    })
    server.listen(0, address)
    await once(server, "listening")
    servers.push({ close: () => (server.close(), server.closeAllConnections()) })
    return `http://${address}:${portOf(server)}`
  }
  const [home, other, port] = [
    await listen(homeAddress, "home"),
    await listen(otherAddress, "other"),
    await listen(homeAddress, "port")
  ]
  const traps = await setTraps(caught, servers)
  const sites = {
    home,
    other,
    port,
    trap: `http://127.0.0.1:${traps}`,
    trap6: `http://[::1]:${traps}`,
    seen,
    caught,
    close: () => servers.forEach((server) => server.close())
  }
  return sites
}

// A server that listens on a port has an address with a port.
const portOf = (server: net.Server): number => (server.address() as AddressInfo).port

const setTraps = async (caught: Array<string>, servers: Array<{ close: () => unknown }>): Promise<number> => {
  let port = 0
  for (const address of deniedAddresses) {
    const tcp = net.createServer((socket) => {
      caught.push(`tcp ${address}`)
      socket.destroy()
    })
    // A machine without IPv6 has no trap there.
    const isListening = await new Promise((resolve) => {
      tcp.once("error", () => resolve(false))
      tcp.listen(port, address, () => resolve(true))
    })
    if (isListening !== true) continue
    port = portOf(tcp)
    const udp = dgram.createSocket(net.isIPv6(address) ? "udp6" : "udp4", () => void caught.push(`udp ${address}`))
    udp.bind(port, address)
    await once(udp, "listening")
    servers.push(tcp, udp)
  }
  return port
}

const html = (body: string): string => `<!doctype html><title>A page</title>${body}`
const filler = `<p>${"Words that stand in the page from the start. ".repeat(8)}</p>`

type Fields = Readonly<Record<string, string>>
const asHtml: Fields = { "content-type": "text/html" }

const answer = (
  path: string,
  response: http.ServerResponse,
  pageOf: (index: number) => string,
  sites: AttackSites
): void => {
  const url = new URL(path, "http://site")
  const send = (body: string, fields: Fields = asHtml, status = 200) =>
    void response.on("error", () => undefined).writeHead(status, fields).end(body)
  const to = url.searchParams.get("to") ?? ""
  const status = Number(url.searchParams.get("status") ?? 302)
  const escape = `<form action="${sites.other}/form/late"><button id=c>post</button></form>
    <a id=w target=_blank href="/popup">window</a><p>unsandboxed?</p>`
  const [, first = "", second = ""] = url.pathname.split("/")
  switch (first) {
    case "robots.txt":
      return send("User-agent: *\nDisallow: /private", { "content-type": "text/plain" })
    case "case":
      return send(html(`${filler}${stateScript(second)}${pageOf(Number(second))}`), {
        ...asHtml,
        "set-cookie": `mark${second}=server; Path=/`,
        etag: `"mark${second}"`,
        "cache-control": "max-age=60"
      })
    case "redirect":
      return send("", { location: to }, status)
    case "refresh":
      return send(html(filler), { ...asHtml, refresh: `0; url=${to}` })
    case "bare":
      return send(html(`${filler}${escape}`), asHtml, status)
    case "file":
      return send("MZ gotcha", {
        "content-type": "application/octet-stream",
        "content-disposition": "attachment; filename=gotcha.exe"
      })
    case "odd":
      return send("gotcha", { "content-type": "application/x-html-odd; name=gotcha.html" })
    case "huge":
      return send(html("<p>words</p>".repeat(900_000)))
    case "hang":
      return void response.on("error", () => undefined)
    case "drip":
      return drip(response)
    case "auth":
      return send("who?", { "www-authenticate": "Basic realm=attack" }, 401)
    case "sw.js":
      return send("onfetch = (e) => e.respondWith(new Response('from the worker'))", {
        "content-type": "text/javascript",
        "service-worker-allowed": "/"
      })
    case "login":
      return send(html(`${filler}<input id=t autofocus oninput="fetch('/typed?' + encodeURIComponent(this.value))">`))
    default:
      return send(html(`${filler}<p>the page ${first}</p>`))
  }
}

/** A body without an end. */
const drip = (response: http.ServerResponse): void => {
  response.writeHead(200, asHtml).write(html(filler))
  const timer = setInterval(() => response.write("<p>more</p>"), 50)
  response.on("error", () => undefined).on("close", () => clearInterval(timer))
}
