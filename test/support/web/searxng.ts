import * as http from "node:http"
import type { AddressInfo } from "node:net"

/** A result as a test names it. */
export interface GivenResult {
  readonly url: string
  readonly title?: string
  readonly content?: string
  readonly engines?: ReadonlyArray<string>
}

export interface FakeSearxng {
  readonly url: string
  /** The parameters of each search, in their order. */
  readonly asked: ReadonlyArray<Readonly<Record<string, string>>>
  /** Its results, one list a page. */
  pages: ReadonlyArray<ReadonlyArray<GivenResult>>
  unresponsive: ReadonlyArray<readonly [engine: string, reason: string]>
  /** `formats` of settings.yml. */
  formats: ReadonlyArray<string>
  /** Answers instead of a search. */
  fault: ((response: http.ServerResponse) => void) | undefined
  readonly close: () => void
}

/**
 * SearXNG as its clients see it on loopback, after `search()` of searx/webapp.py, `get_json_response` of
 * searx/webutils.py and `MainResult` of searx/result_types/_base.py (github.com/searxng/searxng, 2026).
 */
export const startSearxng = async (): Promise<FakeSearxng> => {
  const asked: Array<Record<string, string>> = []
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://searxng")
    const form = Object.fromEntries(searchParams)
    if (pathname !== "/search" && pathname !== "/") return notFound(response)
    asked.push(form)
    if (fake.fault !== undefined) return fake.fault(response)
    const format = ["json", "csv", "rss"].find((known) => known === form["format"]) ?? "html"
    if (!fake.formats.includes(format)) return forbidden(response)
    if (format !== "json") return void response.writeHead(200, htmlType).end(resultsPage)
    const error = wrongParameter(form)
    if (error !== undefined) return send(response, 400, { error })
    const page = Number(form["pageno"] ?? "1")
    send(response, 200, {
      query: form["q"] ?? "",
      results: (fake.pages[page - 1] ?? []).map(mainResult),
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: fake.unresponsive
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const fake: FakeSearxng = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    pages: [],
    unresponsive: [],
    formats: ["html", "json"],
    fault: undefined,
    close: () => server.close().closeAllConnections()
  }
  return fake
}

/** `SearxParameterException` of searx/exceptions.py, over the checks of searx/webadapter.py. */
const wrongParameter = ({ language, pageno, q, time_range }: Readonly<Record<string, string>>): string | undefined => {
  const invalid = (name: string, value: string) => `Invalid value "${value}" for parameter ${name}`
  if (q === undefined || q === "") return "No query"
  if (pageno !== undefined && !/^[1-9]\d*$/.test(pageno)) return invalid("pageno", pageno)
  if (time_range !== undefined && !/^(?:day|week|month|year)$/.test(time_range)) {
    return invalid("time_range", time_range)
  }
  if (language !== undefined && !/^(?:all|auto|[a-z]{2,3}(?:-[a-zA-Z]{2})?)$/.test(language)) {
    return invalid("language", language)
  }
  return undefined
}

const mainResult = ({ content = "", engines = ["duckduckgo"], title = "", url }: GivenResult, index: number) => {
  const { host = "", pathname = "", protocol = "", search = "" } = URL.parse(url) ?? {}
  return {
    url,
    engine: engines[0] ?? "",
    parsed_url: [protocol.slice(0, -1), host, pathname, "", search.slice(1), ""],
    template: "default.html",
    title,
    content,
    img_src: "",
    iframe_src: "",
    audio_src: "",
    thumbnail: "",
    publishedDate: null,
    pubdate: "",
    length: null,
    views: "",
    author: "",
    metadata: "",
    priority: "",
    engines,
    open_group: false,
    close_group: false,
    positions: [index + 1],
    score: 1 / (index + 1),
    category: "general"
  }
}

const send = (response: http.ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(pythonJson(body))

/** As json.dumps of Python writes it: ASCII, with a space after commas and colons. */
export const pythonJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value).map(([name, of]) => `${pythonJson(name)}: ${pythonJson(of)}`).join(", ")}}`
  }
  return JSON.stringify(value).replace(
    /[^\x20-\x7E]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
}

const htmlType = { "content-type": "text/html; charset=utf-8" }

/** The page of Werkzeug for `flask.abort(403)`. */
const forbidden = (response: http.ServerResponse): void =>
  void response.writeHead(403, htmlType).end(
    "<!doctype html>\n<html lang=en>\n<title>403 Forbidden</title>\n<h1>Forbidden</h1>\n<p>You don&#39;t have the permission to access the requested resource. It is either read-protected or not readable by the server.</p>\n"
  )

const notFound = (response: http.ServerResponse): void =>
  void response.writeHead(404, htmlType).end("<!doctype html>\n<html lang=en>\n<title>Page not found</title>\n")

const resultsPage =
  "<!DOCTYPE html>\n<html class=\"no-js theme-auto\" lang=\"en\">\n<head><meta name=\"generator\" content=\"searxng\"><title>SearXNG</title></head><body></body></html>\n"

/** Faults by their causes. */
export const searxngFaults: Readonly<
  Record<"limiter" | "error" | "html" | "loginPage" | "cut" | "redirect", NonNullable<FakeSearxng["fault"]>>
> = {
  /** `too_many_requests` of searx/botdetection. */
  limiter: (response) => void response.writeHead(429, htmlType).end("Too Many Requests"),
  error: (response) => send(response, 500, { error: "search error" }),
  html: (response) => void response.writeHead(200, htmlType).end(resultsPage),
  loginPage: (response) => void response.writeHead(200, htmlType).end("<title>Sign in</title>"),
  cut: (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
    response.write("{\"query\": \"tides\", ")
    setImmediate(() => response.destroy())
  },
  /** An external bang, such as `!!g`. */
  redirect: (response) => void response.writeHead(302, { location: "https://www.google.com/search?q=tides" }).end()
}
