import { Redacted, Result } from "effect"
import { isMailAddress } from "../domain/options/Notify.ts"
import { type Kind, parsed } from "./kinds.ts"

/** The operator's mail server. */
export interface MailServerSetting {
  readonly host: string
  readonly port: number
  /** TLS from the start. Else STARTTLS where the server offers it. */
  readonly isSecure: boolean
  readonly login: { readonly user: string; readonly password: Redacted.Redacted } | undefined
  readonly from: string
}

const form = "it is not an smtp or smtps URL, a space and the address of the sender"

export const mailServer: Kind<MailServerSetting> = parsed((raw) => {
  const [, address = "", from = ""] = /^(\S+)\s+(\S+)$/.exec(raw) ?? []
  const url = URL.parse(address)
  // The value is not repeated: it may contain a password.
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return Result.fail(form)
  if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "") {
    return Result.fail("its address has something after the port; a / or # in the password is written as %2F or %23")
  }
  if (!isMailAddress(from)) return Result.fail("the sender is not a mail address")
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined) {
    return Result.fail("a % in the user or the password is not followed by two hex digits; write it as %25")
  }
  if ((user === "") !== (password === "")) return Result.fail("it has a user without a password, or the reverse")
  const isSecure = url.protocol === "smtps:"
  return Result.succeed({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    login: user === "" ? undefined : { user, password: Redacted.make(password) },
    from
  })
}, (server) => `${shownMailServer(server)} ${server.from}`)

/** Without the user and the password. */
export const shownMailServer = ({ host, isSecure, login, port }: MailServerSetting): string =>
  `smtp${isSecure ? "s" : ""}://${login === undefined ? "" : "***@"}${host.includes(":") ? `[${host}]` : host}:${port}`

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
