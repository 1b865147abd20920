import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll } from "vitest"
import { fileDocuments } from "../../../../src/crawling/stores/documents/FileDocuments.ts"
import { documentNumber } from "../../../support/stores/document-writer.ts"

const script = path.join(import.meta.dirname, "../../../support/stores/document-writer.ts")
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-crash-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Runs the writer until it ends, or kills it after this many acknowledgements. Returns the lines it printed. */
const written = (job: string, command: ReadonlyArray<string>, killAt = Number.POSITIVE_INFINITY) =>
  new Promise<ReadonlyArray<string>>((resolve) => {
    const [program = "", ...flags] = [...command, script, folder, job]
    const child: ChildProcess = spawn(program, flags, { stdio: ["ignore", "pipe", "inherit"] })
    let output = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      if (output.split("\n").length > killAt) child.kill("SIGKILL")
    })
    // A partial line acknowledges nothing.
    child.once("close", () => resolve(output.split("\n").slice(0, -1)))
  })

const assertKept = Effect.fnUntraced(function*(lines: ReadonlyArray<string>) {
  const store = yield* fileDocuments(folder)
  for (const line of lines) {
    const [number = "", ref = ""] = line.split(" ")
    assert.strictEqual(Buffer.compare(yield* store.get(ref), documentNumber(Number(number))), 0, line)
  }
})

describe("documents in a folder, when the process dies", () => {
  it.live("kill -9 in mid-write loses nothing that was acknowledged", () =>
    Effect.scoped(Effect.gen(function*() {
      const job = "a".repeat(32)
      for (const killAt of [1, 250]) {
        const lines = yield* Effect.promise(() => written(job, [process.execPath], killAt))
        assert.isAtLeast(lines.length, killAt)
        yield* assertKept(lines)
      }
    })), { tags: "long" })

  it.live("a disk without room refuses the document, and keeps what it has", () =>
    Effect.scoped(Effect.gen(function*() {
      // No file of this process may have more than 64 blocks, so its writes fail as on a full disk.
      const limited = ["bash", "-c", "ulimit -f 64; exec \"$@\"", "limited", process.execPath]
      const lines = yield* Effect.promise(() => written("b".repeat(32), limited))
      assert.strictEqual(lines.at(-1), "failed StoreFull")
      assert.isAbove(lines.length, 10)
      yield* assertKept(lines.slice(0, -1))
    })))
})
