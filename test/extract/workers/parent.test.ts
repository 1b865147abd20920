import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as os from "node:os"
import { setTimeout } from "node:timers/promises"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { compressedJson } from "../../../src/extract/works/compressed-json.ts"
import { documentDiff } from "../../../src/extract/works/document-diff.ts"
import { programFile } from "../../support/processes/programs.ts"

/** A busy machine may need long to start two processes. */

const serviceProcess = () => {
  const service = spawn(process.execPath, [programFile("reading-service")], {
    // A process group of its own, as a shell gives one to a command.
    detached: true,
    stdio: ["pipe", "pipe", "inherit"]
  })
  service.stdout.setEncoding("utf8")
  const said = async (): Promise<string> => String((await once(service.stdout, "data"))[0]).trim()
  return {
    service,
    said,
    ask: (pathname: string): Promise<string> => {
      service.stdin.write(`${pathname}\n`)
      return said()
    }
  }
}

const end = async (service: ChildProcess): Promise<void> => {
  const exit = once(service, "exit")
  service.kill("SIGKILL")
  await exit
}

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Returns once there is no such process; the test's time-out bounds it. */
const isGone = async (pid: number): Promise<void> => {
  while (exists(pid)) await setTimeout(10)
}

describe("a reader whose service is killed", () => {
  it("ends, in the midst of a page that never ends, too", async () => {
    const { ask, service } = serviceProcess()
    const pid = Number(await ask("/good"))
    assert.isTrue(exists(pid))
    assert.strictEqual(await ask("/tells-and-hangs"), "hangs now")
    await end(service)
    await isGone(pid)
  })
})

describe("a reader", () => {
  it("stands back where the processor is busy, goes on at a Ctrl-C for its service, and ends with it", async () => {
    const { ask, said, service } = serviceProcess()
    const pid = await ask("/good")
    assert.isAbove(
      os.getPriority(Number(pid)),
      Math.min(os.getPriority(Number(service.pid)), os.constants.priority.PRIORITY_LOW - 1)
    )
    // The terminal sends it to all processes of the group.
    process.kill(-Number(service.pid), "SIGINT")
    assert.strictEqual(await said(), "SIGINT")
    assert.strictEqual(await ask("/good"), pid)
    await end(service)
    await isGone(Number(pid))
  })
})

const document = (markdown?: string) =>
  new TextEncoder().encode(JSON.stringify({ url: "https://a.example/", markdown }))

it.live("Documents are compared in a reader, off the main thread, with the same result", () =>
  Effect.gen(function*() {
    const { diff } = yield* Extractor
    const lines = Array.from({ length: 20_000 }, (_, n) => `Line ${n} of a long text.`)
    const pair = {
      url: "https://a.example/",
      before: document(lines.join("\n")),
      after: document(lines.map((line, n) => n % 100 === 0 ? `${line} It is new.` : line).join("\n"))
    }
    const own = process.threadCpuUsage()
    const expected = documentDiff(pair)
    const here = process.threadCpuUsage(own).user
    yield* diff({ ...pair, before: undefined })
    const before = process.threadCpuUsage()
    const result = yield* diff(pair)
    const spent = process.threadCpuUsage(before).user
    assert.deepStrictEqual(result, expected)
    assert.isBelow(spent, here / 2)
    assert.deepStrictEqual(yield* diff({ ...pair, after: document() }), {
      text: undefined,
      isSame: false,
      title: "",
      records: [],
      share: 0
    })
    const same = { ...pair, after: compressedJson(pair.before) }
    assert.deepStrictEqual(yield* diff(same), { ...documentDiff(same), isSame: true })
  }).pipe(Effect.provide(Extractor.layerReaders.pipe(Layer.provide(Settings.layerWith({ workers: 1 }))))))
