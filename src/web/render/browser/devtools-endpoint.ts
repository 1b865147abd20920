import * as http from "node:http"
import * as https from "node:https"
import * as net from "node:net"
import { setTimeout } from "node:timers/promises"
import type { ConnectionTransport } from "puppeteer-core"
import { inBrackets, withoutBrackets } from "../../../core/domain/url-host.ts"

export interface Endpoint {
  /** The web socket of the browser. */
  readonly url: URL
  /** The address of this machine towards it. */
  readonly from: string
}

/** Milliseconds for each step. */
const stepTimeout = 5000

/**
 * Finds the web socket of a browser elsewhere. `http` and `https` name its DevTools port, whose `/json/version` has it.
 * Without TLS the host is replaced by its address: Chromium answers to no other name than localhost.
 */
export const findEndpoint = async (place: string): Promise<Endpoint> => {
  const given = new URL(place)
  const isSecure = /^(?:wss|https):$/i.test(given.protocol)
  const port = Number(given.port || (isSecure ? 443 : 80))
  const { from, to } = await addressesTowards(withoutBrackets(given.hostname), port)
  if (!isSecure) given.hostname = inBrackets(to)
  const url = /^https?:$/.test(given.protocol) ? await socketOf(given) : given
  return { url, from }
}

/** The addresses of both ends of a connection. */
const addressesTowards = (host: string, port: number): Promise<{ readonly from: string; readonly to: string }> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, timeout: stepTimeout }, () => {
      resolve({ from: plain(socket.localAddress), to: plain(socket.remoteAddress) })
      socket.destroy()
    })
    socket.on("timeout", () => socket.destroy(new Error(`no connection within ${stepTimeout} ms`)))
    socket.on("error", reject)
  })

/** Without the prefix of an IPv4 address in IPv6. */
const plain = (address = "127.0.0.1"): string => address.replace(/^::ffff:/, "")

/** The browser names the host by which it was asked, or one of its own network: only the path counts. */
const socketOf = async (at: URL): Promise<URL> => {
  const asked = new URL("/json/version", at)
  asked.search = at.search
  const answer: unknown = JSON.parse(await textAt(asked))
  const named = typeof answer === "object" && answer !== null
    ? Reflect.get(answer, "webSocketDebuggerUrl")
    : undefined
  const socket = typeof named === "string" ? URL.parse(named) : null
  if (socket === null) throw new Error("/json/version names no web socket")
  const url = new URL(`${at.protocol === "https:" ? "wss" : "ws"}://${at.host}${socket.pathname}${socket.search}`)
  for (const [name, value] of at.searchParams) url.searchParams.set(name, value)
  url.username = at.username
  url.password = at.password
  return url
}

const textAt = (url: URL): Promise<string> =>
  new Promise((resolve, reject) => {
    const { get } = url.protocol === "https:" ? https : http
    const request = get(url, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => {
        text += chunk
        if (text.length > maxAnswer) request.destroy(new Error("/json/version is too large"))
      })
      response.on("error", reject)
      response.on("end", () => {
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`/json/version answers ${response.statusCode}`))
      })
    })
    const late = () => request.destroy(new Error(`no answer within ${stepTimeout} ms`))
    AbortSignal.timeout(stepTimeout).addEventListener("abort", late)
    request.on("error", reject)
  })

/** Characters. */
const maxAnswer = 64 * 1024

/**
 * A connection whose contexts the browser disposes when it ends, also if this process is killed. Puppeteer has no
 * option for that.
 */
export const openTransport = async ({ url }: Endpoint): Promise<ConnectionTransport> => {
  const { NodeWebSocketTransport } = await import("puppeteer-core/internal/node/NodeWebSocketTransport.js")
  const opening = NodeWebSocketTransport.create(url.href, {}, () => undefined, { keepAlive: true })
  const transport = await Promise.race([opening, setTimeout(stepTimeout, undefined)])
  if (transport === undefined) {
    void opening.then((late) => late.close(), () => undefined)
    throw new Error(`no answer within ${stepTimeout} ms`)
  }
  return guarded(transport)
}

/** Ends the connection at a message that puppeteer cannot read: its rejection would end this process. */
const guarded = (transport: ConnectionTransport): ConnectionTransport => {
  const guard: ConnectionTransport = {
    send: (message) => transport.send(withDisposal(message)),
    close: () => transport.close()
  }
  const onclose = () => guard.onclose?.()
  const end = () => {
    transport.close()
    // The web socket waits for the answer of its server.
    onclose()
  }
  const onmessage = (message: string) =>
    void Promise.resolve(message).then((text) => guard.onmessage?.(text)).catch(end)
  Object.assign(transport, { onclose, onmessage })
  return guard
}

const withDisposal = (message: string): string => {
  if (!message.includes(createContext)) return message
  const command = JSON.parse(message)
  return JSON.stringify(
    command.method === createContext
      ? { ...command, params: { ...command.params, disposeOnDetach: true } }
      : command
  )
}

const createContext = "Target.createBrowserContext"
