import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { browserHere } from "../../../../scripts/support/launch-browser.ts"
import { tryBrowser } from "../../../../src/web/render/browser/try-browser.ts"
import { keys, serviceOver } from "../../../support/entries/service-process.ts"
import { json } from "../../../support/shapes.ts"
import { skipReason } from "../support/browser.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-broken-browser-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const program = (name: string, script: string): string => {
  const file = path.join(folder, name)
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return file
}
const failing = program("chromium", "exit 3")

const tried = (file: string) =>
  tryBrowser({ _tag: "Found", origin: "configured", path: file }, "test").pipe(Effect.map(Result.merge))

describe("a browser that is tried", () => {
  it.live.skipIf(skipReason !== "")(`says its version${skipReason}`, () =>
    Effect.gen(function*() {
      if (browserHere._tag === "Missing") return assert.fail(browserHere.why)
      assert.match(Result.getOrThrow(yield* tryBrowser(browserHere, "test")), /Chrome\/\d+\./)
    }))

  it.live("names the library that is missing, and a command that brings it", () =>
    Effect.gen(function*() {
      const line =
        "chromium: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file"
      const why = yield* tried(program("bare", `echo "${line}" >&2; echo more >&2; exit 127`))
      assert.strictEqual(why, "the library libnss3.so is missing (Debian: apt-get install libnss3)")
    }))

  it.live("says the first line of what it complains of, or how it ended", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* tried(program("broken", "echo No usable sandbox >&2; echo more >&2; exit 1")),
        "No usable sandbox"
      )
      assert.match(yield* tried(failing), /Failed to launch the browser process.*3/)
    }))
})

describe("a browser that does not start", () => {
  it("is said by the answer about health", async () => {
    const service = await serviceOver({ browser: Option.some(failing) })
    try {
      const health = await json(await service.call("/v1/health", { key: keys.first }))
      assert.isFalse((health["capabilities"] as { readonly rendering: boolean }).rendering)
    } finally {
      await service.stop()
    }
  })
})
