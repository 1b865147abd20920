import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"
import type { Identity } from "../network/certificate.ts"

/** A mail that has arrived, as it was sent. */
export interface ArrivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly source: string
  /** Whether it came over TLS. */
  readonly isSecure: boolean
}

/** A mail server on loopback. `refuse` gives the answer to a recipient, with its code of SMTP. */
export interface MailBox {
  readonly port: number
  readonly arrived: ReadonlyArray<ArrivedMail>
  refuse: (recipient: string) => { readonly code: number; readonly text: string } | undefined
  readonly until: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** With `tls` it offers STARTTLS. */
export const startMailBox = async (
  { password = "p@ss/word", tls, user = "gleaner" }: {
    readonly user?: string
    readonly password?: string
    readonly tls?: Identity
  } = {}
): Promise<MailBox> => {
  const arrived: Array<ArrivedMail> = []
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    ...(tls === undefined ? { disabledCommands: ["STARTTLS"] } : tls),
    onAuth: (auth, _, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user })
        : done(new Error("Invalid username or password")),
    onRcptTo: ({ address }, _, done) => {
      const refused = box.refuse(address)
      done(refused === undefined ? null : Object.assign(new Error(refused.text), { responseCode: refused.code }))
    },
    onData: (stream, { envelope, secure }, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => void chunks.push(chunk)).on("end", () => {
        arrived.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString("latin1"),
          isSecure: secure
        })
        done()
        for (const look of waiting) look()
      })
    }
  })
  // A client that hangs up is none of its errors.
  server.on("error", () => {})
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const box: MailBox = {
    port: (server.server.address() as AddressInfo).port,
    arrived,
    refuse: () => undefined,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (arrived.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close: () => new Promise((resolve) => void server.close(() => resolve()))
  }
  return box
}

/** The parts of a mail by their type, decoded, and its header. */
export const readMail = (
  source: string
): { readonly header: string; readonly parts: Readonly<Record<string, string>> } => {
  const [header = "", ...rest] = source.split("\r\n\r\n")
  const body = rest.join("\r\n\r\n")
  const boundary = /boundary="([^"]+)"/.exec(header)?.[1] ?? ""
  const parts = body.split(`--${boundary}`).slice(1, -1).map((part) => {
    const end = part.indexOf("\r\n\r\n")
    const head = part.slice(0, end)
    const text = part.slice(end + 4)
    const bytes = /base64/i.test(head)
      ? Buffer.from(text, "base64")
      : /quoted-printable/i.test(head)
      ? quoted(text)
      : Buffer.from(text, "latin1")
    return [/content-type: ([^;\s]+)/i.exec(head)?.[1] ?? "", bytes.toString("utf8")] as const
  })
  return { header, parts: Object.fromEntries(parts) }
}

const quoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=\r\n/g, "").replace(/=([\dA-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1"
  )
