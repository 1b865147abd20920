import { assert, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"

const logging = fileURLToPath(new URL("../../../src/core/observability/logging.ts", import.meta.url))
const logLines = fileURLToPath(new URL("../../../src/core/observability/log-lines.ts", import.meta.url))
const count = 3000

/** Logs far more than the buffer of a pipe, reports it on stdout, and exits. */
const program = `
import { Effect } from "effect"
import { logTo, whenLogIsWritten } from ${JSON.stringify(logging)}
import { jsonLines } from ${JSON.stringify(logLines)}
const log = Effect.forEach(Array(${count}).keys(), (n) => Effect.logInfo("line " + n + " " + ".".repeat(100)))
await Effect.runPromise(log.pipe(Effect.provide(logTo(jsonLines, "Info"))))
process.stdout.write("logged", () => whenLogIsWritten(() => process.exit(7)))
`

const start = (): ChildProcess =>
  spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    stdio: ["ignore", "pipe", "pipe"]
  })

describe("the log of a process that ends", () => {
  it("is whole for a reader who comes late", async () => {
    const child = start()
    const ended = once(child, "exit")
    if (child.stdout === null || child.stderr === null) throw new Error("no pipes")
    await once(child.stdout, "data")
    const lines = (await text(child.stderr)).trimEnd().split("\n")
    assert.strictEqual(lines.length, count)
    assert.match(lines.at(-1) ?? "", new RegExp(`line ${count - 1} `))
    assert.deepStrictEqual(await ended, [7, null])
  })

  it("does not keep it for a reader who never comes", async () => {
    const child = start()
    child.stdout?.resume()
    assert.deepStrictEqual(await once(child, "exit"), [7, null])
  })
})
