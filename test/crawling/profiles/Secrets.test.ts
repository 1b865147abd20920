import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Secrets } from "../../../src/crawling/profiles/Secrets.ts"

const [old = new Uint8Array(), next = new Uint8Array(), third = new Uint8Array()] = [1, 2, 3].map(() => randomBytes(32))

const by = <A, E>(use: (secrets: Secrets["Service"]) => Effect.Effect<A, E>, ...keys: ReadonlyArray<Uint8Array>) =>
  Effect.flatMap(Secrets, use).pipe(Effect.provide(Secrets.layerOf(...keys)))

const open = (sealed: string, about = "a") => (secrets: Secrets["Service"]) => secrets.open(sealed, about)

describe("secrets", () => {
  it.effect("are sealed by the first key, opened by both, and each time another text", () =>
    Effect.gen(function*() {
      const seal = (secrets: Secrets["Service"]) => secrets.seal("the secret", "a")
      const sealed = yield* by(seal, old)
      assert.notInclude(sealed, "the secret")
      assert.notStrictEqual(yield* by(seal, old), sealed)
      assert.strictEqual(yield* by(open(sealed), next, old), "the secret")
      assert.isTrue(yield* by(({ isOld }) => Effect.sync(() => isOld(sealed)), next, old))
      assert.isFalse(yield* by(({ isOld }) => Effect.sync(() => isOld(sealed)), old))
    }))

  it.effect("are not opened by another key, for another owner, or if they were changed", () =>
    Effect.gen(function*() {
      const sealed = yield* by((secrets) => secrets.seal("the secret", "a"), old)
      const changed = `${sealed.slice(0, -6)}${sealed.at(-6) === "A" ? "B" : "A"}${sealed.slice(-5)}`
      for (const attempt of [by(open(sealed), third), by(open(sealed, "b"), old), by(open(changed), old)]) {
        assert.deepInclude(yield* Effect.flip(attempt), { _tag: "SecretsUnavailable", reason: "other key" })
      }
      const none = by((secrets) => secrets.seal("x", "a"))
      assert.deepInclude(yield* Effect.flip(none), { reason: "no key" })
    }))

  it.effect("need a file with one or two keys, whose content is in no message", () =>
    Effect.gen(function*() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-secrets-"))
      const file = path.join(folder, "key")
      const loaded = (text: string | undefined, of = file) => {
        if (text !== undefined) fs.writeFileSync(file, text)
        const settings = Settings.layerWith({ secretsKeyFile: Option.some(of) })
        return Effect.flatMap(Secrets, (secrets) => secrets.seal("x", "a")).pipe(
          Effect.provide(Secrets.layer.pipe(Layer.provide(settings))),
          Effect.result
        )
      }
      const line = Buffer.from(next).toString("base64")
      assert.strictEqual((yield* loaded(`${line}\n${Buffer.from(old).toString("base64")}\n`))._tag, "Success")
      for (const wrong of ["", "short", `${line}\n${line}\n${line}`, line.slice(4)]) {
        const result = yield* loaded(wrong)
        assert.strictEqual(result._tag, "Failure", wrong)
        if (wrong !== "") assert.notInclude(JSON.stringify(result), wrong.split("\n")[0] ?? "")
      }
      const faults: ReadonlyArray<readonly [text: string | undefined, of: string, fault: RegExp]> = [
        [undefined, path.join(folder, "none"), /none cannot be read: there is no such file or folder; create it, or/],
        [undefined, folder, /cannot be read: it is a folder; name a file .*; openssl rand -base64 32 makes a key$/],
        ["\n", file, /has no key; openssl/],
        [`${line}\n\n${line.slice(4)}`, file, /line 3 of the file .* is not a key of 32 bytes in base64; openssl/],
        [`${line}\n${line}\n${line}`, file, /has more than the new key and the one before; openssl/]
      ]
      for (const [text, of, fault] of faults) {
        const { message } = yield* Effect.flip(Effect.fromResult(yield* loaded(text, of)))
        assert.match(message, fault)
        assert.match(message, /^GLEANER_SECRETS_KEY_FILE: [^\n]*$/)
      }
      fs.rmSync(folder, { recursive: true })
    }))
})
