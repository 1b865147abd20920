import { Redacted } from "effect"

type HeaderFields = Readonly<Record<string, string>>

/** Header fields and cookies that a caller sends to one origin only. The values are secrets. */
export interface SiteCredentials {
  /** Scheme, host and port of the requested URL. */
  readonly origin: string
  readonly headers: Redacted.Redacted<HeaderFields>
  readonly cookies: Redacted.Redacted<HeaderFields>
  /** Values of localStorage by key, for rendered pages. */
  readonly storage?: Redacted.Redacted<HeaderFields>
}

/** The credentials of a request, for the origin of its `url`. Undefined if it has none. */
export const credentialsOf = (
  url: string,
  { cookies, headers, storage }: {
    readonly headers?: Redacted.Redacted<HeaderFields>
    readonly cookies?: Redacted.Redacted<HeaderFields>
    readonly storage?: Redacted.Redacted<HeaderFields>
  }
): SiteCredentials | undefined =>
  headers === undefined && cookies === undefined && storage === undefined
    ? undefined
    : {
      origin: new URL(url).origin,
      headers: headers ?? none,
      cookies: cookies ?? none,
      ...(storage === undefined ? {} : { storage })
    }

const none = Redacted.make<HeaderFields>({})

/** The credentials for a request of this URL. Undefined for another origin than theirs. */
export const credentialsFor = (
  credentials: SiteCredentials | undefined,
  { origin }: URL
): SiteCredentials | undefined => origin === credentials?.origin ? credentials : undefined

/**
 * Header fields for a request of this URL, with lower-case names. Empty for another origin. `cookie`: cookies that the
 * site has set meanwhile, which replace given ones of the same name.
 */
export const fieldsFor = (credentials: SiteCredentials | undefined, url: URL, cookie?: string): HeaderFields => {
  const sent = credentialsFor(credentials, url)
  if (sent === undefined) return {}
  const headers = Object.entries(Redacted.value(sent.headers)).map((
    [name, value]
  ) => [name.toLowerCase(), value])
  const own = (cookie ?? "").split(";").map((pair) => pair.trim()).filter((pair) => pair !== "")
  const set = new Set(own.map((pair) => pair.split("=", 1)[0]))
  const given = Object.entries(Redacted.value(sent.cookies)).filter(([name]) => !set.has(name))
  const cookies = [...given.map(([name, value]) => `${name}=${value}`), ...own]
  return { ...Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { cookie: cookies.join("; ") }) }
}

/** Credentials without values. The request still counts as one with credentials. */
export const withoutSecrets = ({ storage: _storage, ...credentials }: SiteCredentials): SiteCredentials => ({
  ...credentials,
  headers: none,
  cookies: none
})

/** Lower-case names of the header fields whose values are secrets. */
export const secretNames = (credentials: SiteCredentials | undefined): ReadonlyArray<string> =>
  credentials === undefined
    ? []
    : [...Object.keys(Redacted.value(credentials.headers)).map((name) => name.toLowerCase()), "cookie"]
