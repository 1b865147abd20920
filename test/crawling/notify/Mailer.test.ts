import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import * as tls from "node:tls"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Mailer } from "../../../src/crawling/notify/Mailer.ts"
import { certificate } from "../../support/network/certificate.ts"
import { type MailBox, readMail, startMailBox } from "../../support/web/mail-box.ts"

let box: MailBox
beforeAll(async () => {
  box = await startMailBox()
})
afterAll(() => box.close())

const mail = {
  subject: "Preise: 1 changed \u{1F3B8}",
  text: "Größe 日本語\n.\nend",
  html: "<p>Größe</p>",
  to: ["ann@example.com", "bob@bücher.example"],
  id: "msg-1",
  at: Date.UTC(2026, 0, 2)
}

/** The services over the server of the test. */
const mailer = (password = "p@ss/word", port = box.port, host = "127.0.0.1") => {
  const login = { user: "gleaner", password: Redacted.make(password) }
  const server = { host, port, isSecure: false, login, from: "gleaner@example.com" }
  return Effect.provide(Layer.provide(Mailer.layer, Settings.layerWith({ mailServer: Option.some(server) })))
}

/** Loopback, but by an address that does not say so: a password needs TLS there. */
const elsewhere = "::ffff:127.0.0.1"

describe("mail over STARTTLS", () => {
  const identity = certificate("IP:127.0.0.1,IP:0:0:0:0:0:ffff:7f00:1")
  let secured: MailBox
  beforeAll(async () => {
    if (identity !== undefined) secured = await startMailBox({ tls: identity })
  })
  afterAll(() => secured?.close())
  const known = tls.getCACertificates("default")

  it.live.skipIf(identity === undefined)(
    "is sent after the upgrade, with a certificate that is checked",
    () =>
      Effect.gen(function*() {
        const { check, send } = yield* Mailer
        assert.match((yield* check) ?? "", /^the certificate of the server is not trusted/)
        assert.match((yield* Effect.flip(send(mail))).why, /^the certificate of the server is not trusted/)
        assert.lengthOf(secured.arrived, 0)
        tls.setDefaultCACertificates([...known, String(identity?.cert)])
        assert.isUndefined(yield* check)
        yield* send(mail)
        assert.deepStrictEqual(secured.arrived.map(({ isSecure }) => isSecure), [true])
      }).pipe(
        Effect.ensuring(Effect.sync(() => tls.setDefaultCACertificates(known))),
        (test) => Effect.suspend(() => test.pipe(mailer("p@ss/word", secured.port, elsewhere)))
      )
  )

  it.live("is not sent to a server that refuses it, as the password would cross the network in clear", () =>
    Effect.gen(function*() {
      const { check, send } = yield* Mailer
      const before = box.arrived.length
      const why = "the server refuses STARTTLS, and a password is sent only over TLS (ETLS STARTTLS 500)"
      assert.strictEqual(yield* check, why)
      assert.deepInclude(yield* Effect.flip(send(mail)), { why, isFinal: false })
      assert.lengthOf(box.arrived, before)
    }).pipe((test) => Effect.suspend(() => test.pipe(mailer("p@ss/word", box.port, elsewhere)))))
})

describe("mail", () => {
  it.live("arrives at a server of SMTP with its texts, and names itself as automatic", () =>
    Effect.gen(function*() {
      const { send } = yield* Mailer
      yield* send(mail)
      const [arrived] = box.arrived
      assert.deepStrictEqual([arrived?.from, arrived?.to], [
        "gleaner@example.com",
        ["ann@example.com", "bob@bücher.example"]
      ])
      const { header, parts } = readMail(arrived?.source ?? "")
      assert.match(header, /^From: gleaner@example\.com$/m)
      assert.match(header, /^Auto-Submitted: auto-generated\r?$/mi)
      assert.match(header, /^Message-ID: <msg-1@example\.com>\r?$/mi)
      assert.match(header, /^Date: Fri, 02 Jan 2026 00:00:00 \+0000\r?$/m)
      assert.match(header, /^Subject: =\?UTF-8\?/m)
      assert.strictEqual(parts["text/plain"]?.replaceAll("\r\n", "\n").trim(), mail.text)
      assert.strictEqual(parts["text/html"]?.trim(), mail.html)
    }).pipe(mailer()))

  it.live("is taken if one of its addresses is", () =>
    Effect.gen(function*() {
      const { send } = yield* Mailer
      const before = box.arrived.length
      box.refuse = (recipient) => recipient.startsWith("ann") ? { code: 550, text: `no ${recipient} here` } : undefined
      yield* send(mail)
      assert.deepStrictEqual(box.arrived.slice(before).map(({ to }) => to), [["bob@bücher.example"]])
    }).pipe(Effect.ensuring(Effect.sync(() => (box.refuse = () => undefined))), mailer()))

  it.live("fails for good if no address is known, else for now, and its fault repeats no address", () =>
    Effect.gen(function*() {
      const { send } = yield* Mailer
      for (const [code, isFinal] of [[550, true], [451, false]] as const) {
        box.refuse = (recipient) => ({ code, text: `no ${recipient} here` })
        const refused = yield* Effect.flip(send(mail))
        assert.deepInclude(refused, { isFinal, why: `EENVELOPE RCPT TO ${code}` })
      }
    }).pipe(Effect.ensuring(Effect.sync(() => (box.refuse = () => undefined))), mailer()))

  it.live("checks the login and the connection without a mail", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* Effect.flatMap(Mailer, ({ check }) => check).pipe(mailer()), undefined)
      assert.strictEqual(
        yield* Effect.flatMap(Mailer, ({ check }) => check).pipe(mailer("wrong")),
        "EAUTH AUTH PLAIN 535"
      )
      assert.match(
        (yield* Effect.flatMap(Mailer, ({ check }) => check).pipe(mailer("p@ss/word", 1))) ?? "",
        /^E\w+ CONN$/
      )
    }))
})
