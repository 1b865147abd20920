import { Config, Effect, Redacted, Result } from "effect"
import { inBrackets, withoutBrackets } from "../domain/url-host.ts"
import { configError, fileText, type Kind, listOf, parsed, shownList } from "./kinds.ts"

/** Proxy for connections to sites. */
export interface ProxySetting {
  readonly protocol: "http" | "https" | "socks5"
  /** A name or an address, without brackets. */
  readonly host: string
  readonly port: number
  readonly credentials: Redacted.Redacted<{ readonly user: string; readonly password: string }> | undefined
  /** The proxy resolves names and checks their addresses. If false, it receives addresses that Gleaner has checked. */
  readonly resolvesNames: boolean
}

const schemes: Readonly<Record<string, Pick<ProxySetting, "protocol" | "port" | "resolvesNames">>> = {
  "http:": { protocol: "http", port: 80, resolvesNames: false },
  "https:": { protocol: "https", port: 443, resolvesNames: false },
  "socks5:": { protocol: "socks5", port: 1080, resolvesNames: false },
  // curl's name for a SOCKS proxy that resolves.
  "socks5h:": { protocol: "socks5", port: 1080, resolvesNames: true }
}

// Do not repeat the URL in errors: it may contain a password, and they are logged.
const notUrl = "it is not a URL such as http://user:password@proxy.example:3128"

/** The proxies of a file (`file:PATH`), one a line. Empty lines and lines that begin with # are left out. */
export const proxyFile: Kind<ReadonlyArray<ProxySetting>> = {
  show: (proxies) => proxies.map(shownProxy).join(","),
  read: (variable) =>
    Config.String(variable).pipe(Config.mapEffect((raw) => Effect.mapError(proxiesIn(raw.trim()), configError)))
}

const filePrefix = "file:"

const proxiesIn = Effect.fnUntraced(function*(written: string): Effect.fn.Return<ReadonlyArray<ProxySetting>, string> {
  const path = written.slice(filePrefix.length)
  if (!written.startsWith(filePrefix) || path === "") {
    return yield* Effect.fail("it is not of the form file:PATH; the file has one proxy a line")
  }
  const text = yield* fileText(path)
  const proxies: Array<ProxySetting> = []
  for (const [at, line] of text.split("\n").map((line) => line.trim()).entries()) {
    if (line === "" || line.startsWith("#")) continue
    const read = parseProxy(line)
    // Do not repeat the line in the error: it may contain a password.
    if (Result.isFailure(read)) return yield* Effect.fail(`line ${at + 1} of the file ${path}: ${read.failure}`)
    proxies.push(read.success)
  }
  return proxies.length === 0 ? yield* Effect.fail(`the file ${path} has no proxy`) : proxies
})

const parseProxy = (raw: string): Result.Result<ProxySetting, string> => {
  const url = URL.parse(raw)
  const scheme = url === null ? undefined : schemes[url.protocol]
  if (url === null || url.hostname === "") return Result.fail(notUrl)
  if (scheme === undefined) {
    return Result.fail(`its scheme is ${url.protocol.slice(0, -1)}; it can be http, https, socks5 or socks5h`)
  }
  if (!/^\/?$/.test(url.pathname) || !/^(?:\?dns=proxy)?$/.test(url.search) || url.hash !== "") {
    return Result.fail("after the port, only ?dns=proxy may follow")
  }
  const credentials = credentialsOf(url)
  if (Result.isFailure(credentials)) return Result.fail(credentials.failure)
  return Result.succeed({
    protocol: scheme.protocol,
    host: withoutBrackets(url.hostname),
    port: url.port === "" ? scheme.port : Number(url.port),
    credentials: credentials.success,
    resolvesNames: scheme.resolvesNames || url.search !== ""
  })
}

export const proxy: Kind<ProxySetting> = parsed(parseProxy, shownProxy)

const credentialsOf = ({ password, username }: URL): Result.Result<ProxySetting["credentials"], string> => {
  if (username === "" && password === "") return Result.succeed(undefined)
  try {
    const user = decodeURIComponent(username)
    return Result.succeed(Redacted.make({ user, password: decodeURIComponent(password) }, { label: "proxy" }))
  } catch {
    return Result.fail("its user name or password has a percent sign that must be written as %25")
  }
}

/** The proxy without user name and password. */
export function shownProxy({ credentials, host, port, protocol, resolvesNames }: ProxySetting): string {
  const user = credentials === undefined ? "" : "***@"
  const name = inBrackets(host)
  return `${protocol}://${user}${name}:${port}${resolvesNames ? "?dns=proxy" : ""}`
}

/** The list of NO_PROXY, which other programs read too: separated by commas or spaces, and no entry is an error. */
export const hosts: Kind<ReadonlyArray<string>> = parsed<ReadonlyArray<string>>(
  (raw) => Result.succeed(raw.split(/\s+/).flatMap(listOf)),
  shownList
)
