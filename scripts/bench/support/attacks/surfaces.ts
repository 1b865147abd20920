import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"

export const surfaces = ["scrape", "interact", "firecrawl", "screenshot", "batch"] as const
type Surface = (typeof surfaces)[number]
type Json = Readonly<Record<string, unknown>>

export interface Outcome {
  readonly name?: string
  readonly answer: string
  readonly seconds: number
  /** It took longer than its caller allowed, or got no answer. */
  readonly isLate: boolean
}

const timeout = 10
/** Seconds. A screenshot and a job have the time of the service, and a job waits for its turn. */
const late = { scrape: 20, interact: 20, firecrawl: 20, screenshot: 75, batch: 180 }

const headers = { "x-secret": "CALLER-SECRET" }
const cookies = { caller: "CALLER-COOKIE" }

export const performOn = async (
  surface: Surface,
  url: string,
  actions: ReadonlyArray<Json> = [{ click: "#b" }],
  service: string,
  key: string
): Promise<Outcome> => {
  const started = performance.now()
  const send = (path: string, body?: object) =>
    fetch(service + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "authorization": `Bearer ${key}`,
        "content-type": "application/json",
        "accept": "application/json, text/event-stream, image/*",
        ...(path === "/mcp" ? { "mcp-session-id": randomUUID() } : {})
      },
      signal: AbortSignal.timeout(2 * late[surface] * 1000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  const answer = await performs[surface](send, url, actions).catch(String)
  const seconds = (performance.now() - started) / 1000
  return { answer, seconds, isLate: seconds > late[surface] || !/^\d/.test(answer) }
}

type Send = (path: string, body?: object) => Promise<Response>

const performs: Readonly<Record<Surface, (send: Send, url: string, actions: ReadonlyArray<Json>) => Promise<string>>> =
  {
    scrape: async (send, url, actions) =>
      shown(
        await send("/v1/scrape", {
          url,
          actions: [...actions, { screenshot: true }],
          headers,
          cookies,
          timeout_seconds: timeout
        })
      ),
    screenshot: async (send, url, actions) =>
      shown(
        await send("/v1/screenshot", { url, actions, full_page: true })
      ),
    firecrawl: async (send, url, actions) =>
      shown(
        await send("/v2/scrape", {
          url,
          formats: ["markdown"],
          headers,
          timeout: timeout * 1000,
          actions: actions.flatMap(firecrawlOf)
        })
      ),
    interact: async (send, url, actions) =>
      shown(
        await send("/mcp", {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "interact", arguments: { url, actions, timeout_seconds: timeout } }
        })
      ),
    batch: async (send, url, actions) => {
      const started = await send("/v1/batch", { urls: [url], actions, headers, cookies })
      const { id } = await started.clone().json() as { readonly id?: string }
      if (id === undefined) return shown(started)
      for (;;) {
        const { status } = await (await send(`/v1/jobs/${id}`)).json() as { readonly status: string }
        if (status !== "queued" && status !== "running") return `${started.status} ${status}`
        await sleep(200)
      }
    }
  }

const firecrawlOf = (action: Json): ReadonlyArray<Json> => {
  const [kind = "", value] = Object.entries(action)[0] ?? []
  const [selector, text] = Array.isArray(value) ? value : [value]
  switch (kind) {
    case "click":
      return [{ type: "click", selector }]
    case "type":
      return [{ type: "click", selector }, { type: "write", text }]
    case "press":
      return [{ type: "press", key: value }]
    case "wait_ms":
      return [{ type: "wait", milliseconds: value }]
    default:
      return [{ type: "scroll", direction: "down" }]
  }
}

const shown = async (response: Response): Promise<string> => {
  const text = await response.text()
  if (response.status === 400 || text.includes("\"isError\":true")) return `${response.status} ${text.slice(0, 200)}`
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? ""
  return `${response.status} ${response.headers.get("page-warning") === null ? code : "page-warning"}`.trim()
}
