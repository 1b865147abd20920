import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { Settings } from "../src/Settings.ts"

const read = (environment: Record<string, string>) =>
  Effect.provide(
    Settings,
    Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment))))
  )

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
      /^GLEANER_API_KEYS: the secret of short has 8 characters, it needs at least 24/
    ],
    ["GLEANER_API_KEYS", "nocolon", /^GLEANER_API_KEYS: entry 1 is not of the form name:secret/],
    ["GLEANER_ALLOW_ADDRESSES", "10.0.0.0/99", /^GLEANER_ALLOW_ADDRESSES: "10.0.0.0\/99" is not an address block/],
    ["GLEANER_MAX_CRAWLS", "0", /^GLEANER_MAX_CRAWLS: /]
  ]
  for (const [variable, value, fault] of wrong) {
    it.effect(`${variable}=${value} stops the start with one line that names it, its fault and an example`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(read({ [variable]: value }))
        assert.match(error.message, fault)
        assert.notInclude(error.message, "\n")
      }))
  }

  it.effect("never repeats a secret", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(read({ GLEANER_API_KEYS: "ok:aaaaaaaaaaaaaaaaaaaaaaaa,hunter2" }))
      assert.notInclude(error.message, "hunter2")
    }))
})
