import { Redacted } from "effect"

type Fields = Readonly<Record<string, string>>

/** What a caller sends to one origin, and to no other. The values are secrets. */
export interface SiteCredentials {
  /** Scheme, host and port of the URL that was asked for. */
  readonly origin: string
  readonly headers: Redacted.Redacted<Fields>
  readonly cookies: Redacted.Redacted<Fields>
}

/** Those of a request, for the origin of its `url`. Undefined if it has none. */
export const credentialsOf = (
  url: string,
  { cookies, headers }: {
    readonly headers?: Redacted.Redacted<Fields>
    readonly cookies?: Redacted.Redacted<Fields>
  }
): SiteCredentials | undefined =>
  headers === undefined && cookies === undefined
    ? undefined
    : { origin: new URL(url).origin, headers: headers ?? none, cookies: cookies ?? none }

const none = Redacted.make<Fields>({})

/**
 * The header fields for a request of this URL, with lower-case names: none for another origin. `cookie` has the
 * cookies that the site set itself meanwhile; they win over those of the same name.
 */
export const fieldsFor = (credentials: SiteCredentials | undefined, url: URL, cookie?: string): Fields => {
  if (credentials === undefined || url.origin !== credentials.origin) return {}
  const headers = Object.entries(Redacted.value(credentials.headers)).map((
    [name, value]
  ) => [name.toLowerCase(), value])
  const own = (cookie ?? "").split(";").map((pair) => pair.trim()).filter((pair) => pair !== "")
  const set = new Set(own.map((pair) => pair.split("=", 1)[0]))
  const given = Object.entries(Redacted.value(credentials.cookies)).filter(([name]) => !set.has(name))
  const cookies = [...given.map(([name, value]) => `${name}=${value}`), ...own]
  return { ...Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { cookie: cookies.join("; ") }) }
}

/** Nothing is left to send. The request stays one of its own. */
export const withoutSecrets = (credentials: SiteCredentials): SiteCredentials => ({
  ...credentials,
  headers: none,
  cookies: none
})

/** The names of the fields whose values are secrets, in lower case. */
export const secretNames = (credentials: SiteCredentials | undefined): ReadonlyArray<string> =>
  credentials === undefined
    ? []
    : [...Object.keys(Redacted.value(credentials.headers)).map((name) => name.toLowerCase()), "cookie"]
