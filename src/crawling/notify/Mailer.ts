import { Context, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { MailServerSetting } from "../../core/settings/mail-server.ts"
import { Settings } from "../../core/settings/Settings.ts"
import type { MailText } from "./mail-message.ts"
import type { Transporter } from "./smtp-transporter.ts"

export interface Mail extends MailText {
  readonly to: ReadonlyArray<string>
  /** The same at each attempt, so that mail programs can detect duplicates. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The server has not accepted the mail. `why` is for the log, without addresses. */
export class MailRefused extends Schema.TaggedError<MailRefused>()("MailRefused", {
  why: Schema.String,
  /** Another attempt will not succeed either. */
  isFinal: Schema.Boolean
}) {}

/** Sends mail by the operator's server. The library is loaded with the first mail. */
export class Mailer extends Context.Service<Mailer, {
  readonly isConfigured: boolean
  /** One attempt. Succeeds if the server has accepted the mail for one of its addresses. */
  send(mail: Mail): Effect.Effect<void, MailRefused>
  /** Connects and logs in, without a mail. Returns the fault, if there is one. */
  readonly check: Effect.Effect<string | undefined>
}>()("gleaner/crawling/notify/Mailer") {
  static readonly layer = Layer.effect(
    Mailer,
    Effect.gen(function*() {
      const { mailServer } = yield* Settings
      const server = Option.getOrUndefined(mailServer)
      if (server === undefined) {
        return Mailer.of({
          isConfigured: false,
          send: () => Effect.fail(new MailRefused({ why: "GLEANER_SMTP is not set", isFinal: false })),
          check: Effect.succeed("GLEANER_SMTP is not set")
        })
      }
      const connected = <A>(act: (transporter: Transporter) => Promise<A>) =>
        Effect.acquireUseRelease(
          transporterOf(server),
          (transporter) => Effect.tryPromise({ try: () => act(transporter), catch: refusalOf }),
          (transporter) => Effect.sync(() => transporter.close())
        ).pipe(
          Effect.timeoutOrElse({
            duration: wholeTimeout,
            orElse: () => Effect.fail(new MailRefused({ why: `no answer within ${wholeTimeout}`, isFinal: false }))
          })
        )
      return Mailer.of({
        isConfigured: true,
        send: ({ at, html, id, subject, text, to }) =>
          Effect.asVoid(connected((transporter) =>
            transporter.sendMail({
              from: server.from,
              to: [...to],
              subject,
              text,
              html,
              messageId: `<${id}@${server.from.slice(server.from.lastIndexOf("@") + 1)}>`,
              date: new Date(at),
              // RFC 3834 section 5: no program replies to it.
              headers: { "auto-submitted": "auto-generated" }
            })
          )),
        check: Effect.match(connected((transporter) => transporter.verify()), {
          onSuccess: () => undefined,
          onFailure: ({ why }) => why
        })
      })
    })
  )
}

const stepTimeout = Duration.toMillis("15 seconds")
const wholeTimeout = "1 minute"

const transporterOf = ({ host, isSecure, login, port }: MailServerSetting) =>
  Effect.map(Effect.promise(() => import("./smtp-transporter.ts")), ({ smtpTransporter }) =>
    smtpTransporter({
      host,
      port,
      secure: isSecure,
      ...(login === undefined ? {} : {
        auth: { user: login.user, pass: Redacted.value(login.password) },
        // A password never crosses a network in clear.
        requireTLS: !isLocal(host)
      }),
      connectionTimeout: stepTimeout,
      greetingTimeout: stepTimeout,
      socketTimeout: stepTimeout,
      dnsTimeout: stepTimeout,
      // Texts of pages are in the mail. None of them may name a file or an address to include.
      disableFileAccess: true,
      disableUrlAccess: true
    }))

const isLocal = (host: string): boolean => /^(?:localhost|127\.[\d.]+|::1)$/.test(host)

/** The messages of the library repeat addresses. */
const refusalOf = (error: unknown): MailRefused => {
  const { code = "unknown", command = "", responseCode } = error as Fault
  const facts = [code, command, responseCode].filter(Boolean).join(" ")
  const isFinal = responseCode !== undefined && responseCode >= 500 && /^(?:MAIL FROM|RCPT TO|DATA)/.test(command)
  return new MailRefused({ why: inWords(error as Fault, facts), isFinal })
}

/** The faults of TLS with a remedy of their own, and the facts of any other. */
const inWords = ({ code, message = "" }: Fault, facts: string): string => {
  if (code === "ETLS") return `the server refuses STARTTLS, and a password is sent only over TLS (${facts})`
  return /certificate|altnames/i.test(message)
    ? `the certificate of the server is not trusted, or is for another name (${facts})`
    : facts
}

/** The fields of the library's errors. */
interface Fault {
  readonly message?: string
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
}
