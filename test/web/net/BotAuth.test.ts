// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { createVerifier, httpbis } from "http-message-signatures"
import { createPublicKey, generateKeyPairSync } from "node:crypto"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { BotAuth } from "../../../src/web/net/BotAuth.ts"
import { type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { skipReason } from "../render/support/browser.ts"

const agent = "https://bot.acme.example"
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-bot-auth-"))
const { privateKey, publicKey } = generateKeyPairSync("ed25519")
const pem = path.join(folder, "key.pem")
fs.writeFileSync(pem, privateKey.export({ type: "pkcs8", format: "pem" }))

interface Asked {
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
}
const asked: Array<Asked> = []
const shell =
  "<title>App</title><div id=root></div><script>root.innerHTML = '<h1>Done</h1>' + 'Words. '.repeat(60)</script>"
const site = http.createServer((request, response) => {
  asked.push({ path: request.url ?? "", headers: request.headers })
  if (request.url === "/on") return void response.writeHead(302, { location: "/page" }).end()
  // A page that sets cookies is requested by the browser too.
  response.writeHead(200, { "content-type": "text/html", "set-cookie": "seen=1" }).end(
    request.url === "/app" ? shell : "<h1>Page</h1><p>Words."
  )
})
let origin = ""
let service: RunningService
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  service = await serviceOver({ botAuth: Option.some({ agent, keyFile: pem }) })
})
afterAll(async () => {
  await service.stop()
  site.close().closeAllConnections()
  fs.rmSync(folder, { recursive: true })
})

interface Key {
  readonly kid: string
}

const directory = () => fetch(`${service.url}/.well-known/http-message-signatures-directory`)

/** As a site would: with the keys of the directory, by another implementation of RFC 9421. */
const verified = async (headers: http.IncomingHttpHeaders, host = headers.host) => {
  const { keys } = await (await directory()).json() as { readonly keys: ReadonlyArray<Key> }
  return httpbis.verifyMessage({
    requiredFields: ["@authority", "signature-agent"],
    requiredParams: ["created", "expires", "keyid", "nonce"],
    keyLookup: async ({ keyid }) => {
      const key = keys.find(({ kid }) => kid === keyid)
      if (key === undefined) return null
      const verify = createVerifier(createPublicKey({ key: { ...key }, format: "jwk" }), "ed25519")
      return { id: key.kid, algs: ["ed25519"], verify }
    }
  }, { method: "GET", url: `http://${host}/`, headers: { ...headers, host } as never }) // the fields that came
}

const scrape = (url: string, at = service) => at.call("/v1/scrape", { json: { url, use_cache: false } })

const askedFor = (wanted: string) => asked.filter(({ path }) => path === wanted).map(({ headers }) => headers)

describe("Web Bot Auth", () => {
  it("signs robots.txt, each page and each redirect, as another implementation verifies", async () => {
    assert.strictEqual((await scrape(`${origin}/on`)).status, 200)
    for (const wanted of ["/robots.txt", "/on", "/page"]) {
      const [headers] = askedFor(wanted)
      assert.strictEqual(headers?.["signature-agent"], `sig1="${agent}"`)
      assert.match(
        String(headers?.["signature-input"]),
        /^sig1=\("@authority" "signature-agent";key="sig1"\);.*;tag="web-bot-auth"$/
      )
      assert.isTrue(await verified(headers ?? {}), wanted)
    }
    const nonces = asked.map(({ headers }) => /nonce="([^"]+)"/.exec(String(headers["signature-input"]))?.[1])
    assert.strictEqual(new Set(nonces).size, asked.length)
  })

  it("signs for one host: the same fields at another do not verify", async () => {
    await scrape(`${origin}/page`)
    const headers = askedFor("/page").at(-1) ?? {}
    assert.isTrue(await verified(headers))
    assert.isFalse(await verified(headers, "other.example"))
    assert.isFalse(await verified({ ...headers, "signature-agent": "sig1=\"https://else.example\"" }))
  })

  it("gives only the public key, with a signature that binds it to the host of the setting", async () => {
    const response = await directory()
    assert.strictEqual(response.headers.get("content-type"), "application/http-message-signatures-directory+json")
    const text = await response.text()
    const { x } = publicKey.export({ format: "jwk" })
    assert.deepInclude((JSON.parse(text) as { readonly keys: ReadonlyArray<object> }).keys[0], {
      kty: "OKP",
      crv: "Ed25519",
      x
    })
    assert.notInclude(text, String(privateKey.export({ format: "jwk" }).d))
    const [key] = (JSON.parse(text) as { readonly keys: ReadonlyArray<Key> }).keys
    const isBound = (authority: string) =>
      httpbis.verifyMessage(
        {
          keyLookup: async () => ({ id: key?.kid ?? "", verify: createVerifier(publicKey, "ed25519") })
        },
        { status: 200, headers: Object.fromEntries(response.headers) },
        { method: "GET", url: `https://${authority}/`, headers: { host: authority } }
      )
    assert.isTrue(await isBound(new URL(agent).host))
    // Whatever host a request names.
    assert.isFalse(await isBound(new URL(service.url).host))
  })

  it("takes the key as a JWK too", async () => {
    const file = path.join(folder, "key.jwk")
    fs.writeFileSync(file, JSON.stringify(privateKey.export({ format: "jwk" })))
    const fields = await Effect.runPromise(
      Effect.flatMap(BotAuth, ({ sign }) => sign(new URL("https://example.com/"))).pipe(
        Effect.provide(
          BotAuth.layer.pipe(Layer.provide(Settings.layerWith({ botAuth: Option.some({ agent, keyFile: file }) })))
        )
      )
    )
    assert.isTrue(await verified({ ...fields, host: "example.com" }))
  })

  it("has the form of earlier drafts where the setting says so", async () => {
    const older = BotAuth.layer.pipe(
      Layer.provide(
        Settings.layerWith({ botAuth: Option.some({ agent, keyFile: pem }), signatureAgent: "item" })
      )
    )
    const fields = await Effect.runPromise(
      Effect.flatMap(BotAuth, ({ sign }) => sign(new URL("https://EXAMPLE.com:443/a?b"))).pipe(Effect.provide(older))
    )
    assert.strictEqual(fields["signature-agent"], `"${agent}"`)
    assert.match(String(fields["signature-input"]), /^sig1=\("@authority" "signature-agent"\);/)
    assert.isTrue(await verified({ ...fields, host: "example.com" }))
  })

  // Appendix A.2.2 of draft-meunier-web-bot-auth-architecture, with the key of RFC 9421 section B.1.4.
  it("is verified here as the example of the draft is", async () => {
    const key = createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" },
      format: "jwk"
    })
    const isValid = (signatureAgent: string) =>
      httpbis.verifyMessage({
        keyLookup: async () => ({ id: "test", verify: createVerifier(key, "ed25519") })
      }, {
        method: "GET",
        url: "https://example.com/",
        headers: {
          host: "example.com",
          "signature-agent": signatureAgent,
          "signature-input":
            `sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"`,
          signature: "sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:"
        }
      })
    assert.isTrue(await isValid("agent2=\"https://signature-agent.test\""))
    assert.isFalse(await isValid("agent2=\"https://else.test\""))
  })

  it("is off without a key: nothing is signed, and there is no directory", async () => {
    const plain = await serviceOver()
    asked.length = 0
    await scrape(`${origin}/page`, plain)
    assert.isTrue(asked.length > 0 && asked.every(({ headers }) => headers["signature"] === undefined))
    assert.strictEqual((await fetch(`${plain.url}/.well-known/http-message-signatures-directory`)).status, 404)
    await plain.stop()
  })

  const wrong: ReadonlyArray<readonly [name: string, content: string | undefined]> = [
    ["is not there", undefined],
    ["is not a key", "secret-text"],
    [
      "is an RSA key",
      generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString()
    ],
    ["is a public key", publicKey.export({ type: "spki", format: "pem" }).toString()]
  ]
  for (const [name, content] of wrong) {
    it.effect(`stops the start where the file ${name}, and shows nothing of it`, () =>
      Effect.gen(function*() {
        const keyFile = path.join(folder, "wrong.pem")
        fs.rmSync(keyFile, { force: true })
        if (content !== undefined) fs.writeFileSync(keyFile, content)
        const error = yield* Effect.flip(
          Effect.provide(
            BotAuth,
            BotAuth.layer.pipe(Layer.provide(Settings.layerWith({ botAuth: Option.some({ agent, keyFile }) })))
          )
        )
        assert.match(
          error.message,
          /^GLEANER_BOT_AUTH: .*wrong\.pem cannot be read.*; openssl genpkey -algorithm ed25519/
        )
        assert.include(error.message, content === undefined ? "there is no such file" : "as an Ed25519 private key")
        assert.notInclude(error.message, "secret-text")
      }))
  }

  it.skipIf(skipReason !== "")("signs what the browser opens", async () => {
    asked.length = 0
    const response = await scrape(`${origin}/app`)
    const { trace } = await response.json() as { readonly trace: { readonly rendered: boolean } }
    assert.isTrue(trace.rendered)
    const pages = askedFor("/app")
    assert.strictEqual(pages.length, 2)
    for (const headers of pages) assert.isTrue(await verified(headers))
  })
})
