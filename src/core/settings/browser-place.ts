import { Result } from "effect"
import { inBrackets, withoutBrackets } from "../domain/url-host.ts"
import { type Kind, parsed, text } from "./kinds.ts"

/** An address that this node announces to a browser elsewhere. */
export interface AnnouncedProxy {
  /** A name or an address, without brackets. */
  readonly host: string
  /** Undefined for any free port. */
  readonly port: number | undefined
}

/** A program, or the URL of a browser elsewhere. */
export const browserPlace: Kind<string> = { read: text.read, show: (value) => shownPlace(value) }

/** A URL without its user, password and query, which may contain the secret of a hosted browser. */
export const shownPlace = (place: string): string => {
  const url = isEndpoint(place) ? URL.parse(place) : null
  if (url === null) return place
  const secret = url.username !== "" || url.password !== ""
  return `${url.protocol}//${secret ? "***@" : ""}${url.host}${url.pathname}${url.search === "" ? "" : "?***"}`
}

/** Whether the setting names a browser elsewhere, not a program. */
export const isEndpoint = (place: string): boolean => /^(?:wss?|https?):/i.test(place)

export const announcedProxy: Kind<AnnouncedProxy> = parsed(
  (raw) => {
    const url = /^[^/?#@\s]+$/.test(raw) ? URL.parse(`proxy://${raw}`) : null
    return url === null || url.hostname === "" || url.port === "0"
      ? Result.fail(`${JSON.stringify(raw)} is not a host and port such as gleaner:8081`)
      : Result.succeed({
        host: withoutBrackets(url.hostname),
        port: url.port === "" ? undefined : Number(url.port)
      })
  },
  ({ host, port }) => `${inBrackets(host)}${port === undefined ? "" : `:${port}`}`
)
