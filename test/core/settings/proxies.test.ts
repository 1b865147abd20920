import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll } from "vitest"
import { Settings } from "../../../src/core/settings/Settings.ts"

describe("GLEANER_PROXIES", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-proxies-"))
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
  const file = (text: string) => {
    const name = path.join(folder, String(Math.random()))
    fs.writeFileSync(name, text)
    return `file:${name}`
  }
  const read = (value: string) =>
    Effect.provide(
      Effect.map(Settings, ({ proxies }) => proxies),
      Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ GLEANER_PROXIES: value }))))
    )

  it.effect("is a file with a proxy on each line", () =>
    Effect.gen(function*() {
      const some = yield* read(file("# ours\nhttp://me:hush@proxy.example:3128\r\n\nsocks5://10.0.0.1\n"))
      assert.deepStrictEqual(
        Option.getOrThrow(some).map(({ host, port, protocol }) => [protocol, host, port]),
        [["http", "proxy.example", 3128], ["socks5", "10.0.0.1", 1080]]
      )
      for (
        const [value, fault] of [
          [file("http://a.example:1\nftp://me:hush@b.example\n"), /line 2 of the file .*its scheme is ftp/],
          [file("me:hush@b.example:1\n"), /line 1 of the file/],
          [file("\n# none\n"), /has no proxy/],
          ["/etc/proxies", /file:PATH/],
          ["file:/nowhere/at/all", /cannot be read: there is no such file or folder; create it, or correct the path/],
          [`file:${folder}`, /cannot be read: it is a folder; name a file/]
        ] as const
      ) {
        const { message } = yield* Effect.flip(read(value))
        assert.match(message, fault)
        assert.match(message, /^GLEANER_PROXIES: /)
        assert.notInclude(message, "hush")
      }
    }))
})
