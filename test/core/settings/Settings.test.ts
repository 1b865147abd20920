import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Equal, Layer, Option, Redacted } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { inspect } from "node:util"
import { Limits } from "../../../src/core/domain/options/Limits.ts"
import { limitsOf, Settings, settings } from "../../../src/core/settings/Settings.ts"

const read = (environment: Record<string, string>) =>
  Effect.provide(
    Settings,
    Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment))))
  )

const proxiesFile = () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-settings-")), "proxies")
  fs.writeFileSync(file, "http://user:password@proxy.example:3128\n")
  return `file:${file}`
}

describe("Settings", () => {
  it.effect("has the contract's standard values", () =>
    Effect.gen(function*() {
      const settings = yield* read({})
      assert.strictEqual(settings.host, "127.0.0.1")
      assert.strictEqual(settings.port, 8080)
      assert.strictEqual(settings.rateLimit, 120)
      assert.strictEqual(settings.maxRunningCrawls, 4)
      assert.strictEqual(settings.maxCrawls, 16)
      assert.strictEqual(settings.maxBody, 10 * 1024 * 1024)
    }))

  it("is at most 48 variables of its own", () => {
    const own = Object.values(settings).filter(({ variable }) => variable.startsWith("GLEANER_"))
    assert.isAtMost(own.length, 48)
  })

  for (const [name, { config, shown, default: value, variable }] of Object.entries(settings)) {
    it.effect(`${variable} gives its default without a variable, and what is shown of it reads as that value`, () =>
      Effect.gen(function*() {
        const values = yield* read({})
        assert.isTrue(Equal.equals(values[name as keyof typeof values], value))
        if (shown.startsWith("(")) return
        const again = yield* (config as typeof settings.port.config).pipe(
          Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ [variable]: shown })))
        )
        assert.isTrue(Equal.equals(again, value as unknown as number), shown)
      }))
  }

  for (const [name, { example, variable }] of Object.entries(settings)) {
    it.effect(`${variable} takes its example`, () =>
      Effect.gen(function*() {
        // The file of proxies is read with the settings.
        const value = variable === "GLEANER_PROXIES" ? proxiesFile() : example
        assert.property(yield* read({ [variable]: value }), name)
      }))
  }

  it.effect("tells every limit of the health answer once, in seconds and bytes", () =>
    Effect.gen(function*() {
      const limits = limitsOf(yield* read({ GLEANER_MAX_CRAWLS: "3", GLEANER_CACHE_DIRECTORY: "/tmp/cache" }))
      assert.deepStrictEqual(Object.keys(limits).toSorted(), Object.keys(Limits.fields).toSorted())
      assert.deepInclude(limits, {
        max_pages: 10_000,
        max_crawls: 3,
        max_crawls_per_key: 3,
        max_body_bytes: 10 * 1024 * 1024,
        cache_bytes: 128 * 1024 * 1024,
        cache_directory_bytes: 1024 * 1024 * 1024,
        request_timeout_seconds: 60,
        max_loop_delay_seconds: 0.5
      })
      assert.strictEqual(limitsOf(yield* read({})).cache_directory_bytes, 0)
    }))

  it.effect("a User-Agent names the operator's contact, and no page that nobody gave", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* read({})).userAgent, "gleaner/0.2")
      const given = { GLEANER_USER_AGENT: "acme/2", GLEANER_CONTACT: "https://acme.example/bot" }
      assert.strictEqual((yield* read(given)).userAgent, "acme/2 (+https://acme.example/bot)")
    }))

  it.effect("reads a log level in any case of letters", () =>
    Effect.gen(function*() {
      for (const written of ["error", "ERROR", "Error"]) {
        assert.strictEqual((yield* read({ GLEANER_LOG_LEVEL: written })).logLevel, "Error")
      }
    }))

  const environments: ReadonlyArray<readonly [string, (env: Record<string, string>) => ConfigProvider.ConfigProvider]> =
    [
      ["an environment", (env) => ConfigProvider.fromEnv({ env })],
      ["a record", ConfigProvider.fromUnknown]
    ]
  for (const [kind, provider] of environments) {
    it.effect(`refuses unknown GLEANER_ variables of ${kind}, each with the nearest known one, and leaves others alone`, () =>
      Effect.gen(function*() {
        const from = (env: Record<string, string>) =>
          Effect.provide(Settings, Settings.layer.pipe(Layer.provide(ConfigProvider.layer(provider(env)))))
        const error = yield* Effect.flip(from({
          PATH: "/bin",
          GLEANER_PORT: "0",
          GLEANER_DOMAIN_DELAYS: "5",
          GLEANER_RETRIES_: ""
        }))
        assert.match(error.message, /^GLEANER_DOMAIN_DELAYS: is not a setting; the nearest is GLEANER_DOMAIN_DELAY/)
        assert.strictEqual((yield* from({ PATH: "/bin", GLEANERS: "2", GLEANER_PORT: "9" })).port, 9)
      }))
  }

  it.effect("reads a proxy; what is shown of it, and of a wrong one, has no password", () =>
    Effect.gen(function*() {
      const parts = (raw: string) => Effect.map(read({ GLEANER_PROXY: raw }), ({ proxy }) => Option.getOrThrow(proxy))
      assert.deepInclude(yield* parts("https://proxy.example"), {
        protocol: "https",
        host: "proxy.example",
        port: 443,
        credentials: undefined,
        resolvesNames: false
      })
      assert.deepInclude(yield* parts("socks5h://[::1]"), {
        protocol: "socks5",
        host: "::1",
        port: 1080,
        resolvesNames: true
      })
      const proxy = yield* parts("http://me:h%40sh@10.0.0.1:3128/?dns=proxy")
      assert.deepStrictEqual(proxy.credentials && Redacted.value(proxy.credentials), { user: "me", password: "h@sh" })
      assert.strictEqual(settings.proxy.show(Option.some(proxy)), "http://***@10.0.0.1:3128?dns=proxy")
      assert.notInclude(`${JSON.stringify(proxy)}${inspect(proxy, { depth: 9 })}`, "h@sh")
      for (
        const wrong of ["proxy:hush:80", "ftp://a:hush@b", "http://a:hush@b/x", "http://a:hush%@b", "http://a:hush@:1"]
      ) {
        const error = yield* Effect.flip(read({ GLEANER_PROXY: wrong }))
        assert.match(error.message, /^GLEANER_PROXY: .*; for example/)
        assert.notInclude(`${error.message}${inspect(error, { depth: 9 })}`, "hush")
      }
      assert.deepStrictEqual((yield* read({ NO_PROXY: " a.example, 10.0.0.0/8 b " })).noProxy, [
        "a.example",
        "10.0.0.0/8",
        "b"
      ])
      assert.deepStrictEqual((yield* read({ NO_PROXY: "" })).noProxy, [])
    }))

  it.effect("reads durations, sizes, key pairs and address blocks", () =>
    Effect.gen(function*() {
      const settings = yield* read({
        GLEANER_DOMAIN_DELAY: "500 millis",
        GLEANER_MAX_BODY: "2 MiB",
        GLEANER_API_KEYS: "a:aaaaaaaaaaaaaaaaaaaaaaaa, b:bbbbbbbbbbbbbbbbbbbbbbbb",
        GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8,::1/128",
        GLEANER_PORT: "0"
      })
      assert.strictEqual(settings.maxBody, 2 * 1024 * 1024)
      assert.deepStrictEqual(settings.apiKeys.map(({ name }) => name), ["a", "b"])
      assert.deepStrictEqual(settings.allowAddresses, ["127.0.0.0/8", "::1/128"])
      assert.strictEqual(settings.port, 0)
    }))

  for (const [written, size] of [["100000", 100_000], ["1 B", 1], ["2MB", 2_000_000], ["1.5 KiB", 1536]] as const) {
    it.effect(`reads the size ${written}`, () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* read({ GLEANER_MAX_BODY: written })).maxBody, size)
      }))
  }

  const wrong: ReadonlyArray<readonly [variable: string, value: string, fault: RegExp]> = [
    ["GLEANER_PORT", "abc", /^GLEANER_PORT: .*; for example GLEANER_PORT=8080$/],
    ["GLEANER_PORT", "70000", /^GLEANER_PORT: .*65535/],
    ["GLEANER_MAX_BODY", "10q", /^GLEANER_MAX_BODY: "10q" is not a size.*; for example GLEANER_MAX_BODY=20 MiB$/],
    ["GLEANER_MAX_BODY", "0", /^GLEANER_MAX_BODY: "0" is not a size of at least one byte/],
    ["GLEANER_DOMAIN_DELAY", "soon", /^GLEANER_DOMAIN_DELAY: .*; for example GLEANER_DOMAIN_DELAY=500 millis$/],
    [
      "GLEANER_API_KEYS",
      "short:tooshort",
      /^GLEANER_API_KEYS: the secret of short has 8 characters and needs at least 24/
    ],
    [
      "GLEANER_API_KEYS",
      "file:/nowhere/keys",
      /^GLEANER_API_KEYS: the file \/nowhere\/keys cannot be read: there is no/
    ],
    ["GLEANER_API_KEYS", "file:/tmp", /^GLEANER_API_KEYS: the file \/tmp cannot be read: it is a folder; name a file/],
    ["GLEANER_API_KEYS", "file:/dev/null", /^GLEANER_API_KEYS: the file \/dev\/null has no key/],
    ["GLEANER_API_KEYS", "nocolon", /^GLEANER_API_KEYS: entry 1 is not of the form name:secret/],
    ["GLEANER_ALLOW_ADDRESSES", "10.0.0.0/99", /^GLEANER_ALLOW_ADDRESSES: "10.0.0.0\/99" is not an address block/],
    ["GLEANER_MAX_CRAWLS", "0", /^GLEANER_MAX_CRAWLS: "0" is not a whole number from 1 to 100000/],
    ["GLEANER_PORT", "0x10", /^GLEANER_PORT: "0x10" is not a whole number/],
    ["GLEANER_CONTACT", "call us (now)", /^GLEANER_CONTACT: "call us \(now\)" is neither an http/],
    ["GLEANER_STORE_POOLER", "yes", /^GLEANER_STORE_POOLER: it is neither on nor off, nor a URL with a host/],
    ["GLEANER_LOG_LEVEL", "loud", /^GLEANER_LOG_LEVEL: "loud" is not one of All, Fatal/],
    [
      "GLEANER_FETCH_TIMEOUT",
      "5 parsecs",
      /^GLEANER_FETCH_TIMEOUT: "5 parsecs" is not a duration, such as 20 millis, 5 seconds or 1 day;/
    ],
    ["GLEANER_FETCH_TIMEOUT", "-5s", /^GLEANER_FETCH_TIMEOUT: it is not a finite duration/],
    ["GLEANER_FETCH_TIMEOUT", "Infinity", /^GLEANER_FETCH_TIMEOUT: it is not a finite duration/]
  ]
  for (const [variable, value, fault] of wrong) {
    it.effect(`${variable}=${value} stops the start with one line that names it, its fault and an example`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(read({ [variable]: value }))
        assert.match(error.message, fault)
        assert.notInclude(error.message, "\n")
      }))
  }

  it.effect("takes durations with and without abbreviated units", () =>
    Effect.gen(function*() {
      for (
        const [text, millis] of [["20ms", 20], ["20 millis", 20], ["1.5s", 1500], ["2 min", 120_000], [
          "1d",
          86_400_000
        ]]
      ) {
        const { domainDelay } = yield* read({ GLEANER_DOMAIN_DELAY: String(text) })
        assert.strictEqual(Duration.toMillis(domainDelay), millis, String(text))
      }
    }))

  it.effect("never repeats a secret", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(read({ GLEANER_API_KEYS: "ok:aaaaaaaaaaaaaaaaaaaaaaaa,hunter2" }))
      assert.notInclude(error.message, "hunter2")
    }))

  it.effect("reads the endpoint of a model, and repeats no password of it", () =>
    Effect.gen(function*() {
      const model = (text: string) => read({ GLEANER_MODEL: text })
      assert.deepStrictEqual(
        (yield* model(" https://host.test/v1/  small ")).model,
        Option.some({
          url: "https://host.test/v1",
          name: "small",
          keyFile: undefined
        })
      )
      const { model: withKey } = yield* model("http://127.0.0.1:8000/v1 a/b:c /run/my keys/model")
      assert.strictEqual(settings.model.show(withKey), "http://127.0.0.1:8000/v1 a/b:c /run/my keys/model")
      for (
        const text of ["https://host.test/v1", "small", "ftp://host.test small", "https://me:hunter2@host.test small"]
      ) {
        const { message } = yield* Effect.flip(model(text))
        assert.match(message, /^GLEANER_MODEL: .*; for example GLEANER_MODEL=http:/)
        assert.notInclude(message, "hunter2")
      }
    }))

  it.effect("reads keys from a file, one per line, and repeats none of its secrets", () =>
    Effect.gen(function*() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-keys-"))
      const file = path.join(folder, "keys")
      fs.writeFileSync(file, `# callers\nsearch:${"s".repeat(24)}\r\n\n  reports:${"r".repeat(30)}\n`)
      const { apiKeys } = yield* read({ GLEANER_API_KEYS: `file:${file}` })
      assert.deepStrictEqual(apiKeys.map(({ name, secret }) => [name, Redacted.value(secret)]), [
        ["search", "s".repeat(24)],
        ["reports", "r".repeat(30)]
      ])
      fs.writeFileSync(file, "hunter2")
      const error = yield* Effect.flip(read({ GLEANER_API_KEYS: `file:${file}` }))
      assert.include(error.message, "entry 1 is not of the form name:secret (in the file")
      assert.notInclude(error.message, "hunter2")
      fs.rmSync(folder, { recursive: true })
    }))
})
