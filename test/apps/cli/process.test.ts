import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawnSync } from "node:child_process"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { builtCommand } from "../../support/processes/built-command.ts"

const source = path.join(import.meta.dirname, "../../../src")

/**
 * Prints, at the end of a process, the most mebibytes that it holds for objects while it keeps 20 MiB of them, and 40
 * pieces of work at a time make what lives until their end.
 */
const measuring = `
import * as fs from "node:fs"
import * as v8 from "node:v8"
process.once("exit", () => {
  const objects = (count) => Array.from({ length: count }, (_, index) => ({ index }))
  const kept = objects(600_000)
  const underWay = Array.from({ length: 40 })
  const peak = { young: 0, old: 0 }
  for (let turn = 0; turn < 20_000; turn++) {
    underWay[turn % underWay.length] = objects(500)
    if (turn % 200 !== 0) continue
    const mebibytes = Object.fromEntries(v8.getHeapSpaceStatistics()
      .map(({ space_name, physical_space_size }) => [space_name, physical_space_size / 1024 / 1024]))
    peak.young = Math.max(peak.young, mebibytes.new_space)
    peak.old = Math.max(peak.old, mebibytes.old_space)
  }
  if (kept.length === 0) throw new Error("nothing was kept")
  fs.writeSync(1, "\\n" + JSON.stringify(peak))
})
`

interface Heap {
  readonly young: number
  readonly old: number
}

const heapOf = (
  program: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
): Heap => {
  const { stdout } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(measuring)}`, ...program],
    { env: { ...process.env, ...environment }, encoding: "utf8" }
  )
  return JSON.parse(stdout.slice(stdout.lastIndexOf("\n")))
}

const evaluated = (script: string) => heapOf(["--input-type=module", "--eval", script])

/** Without a permission for loopback, it ends at once. Loading the sources would fill the young generation before. */
const crawl = (environment?: Readonly<Record<string, string>>) =>
  heapOf([builtCommand, "crawl", "http://127.0.0.1:9/"], environment)

/** Fails if the lean heap is not half of the usual one. When V8 collects depends on the machine: the best of five. */
const isSmaller = (usual: () => Heap, lean: () => Heap): void => {
  const seen: Array<readonly [Heap, Heap]> = []
  for (let tries = 0; tries < 5; tries++) {
    const [wide, small] = [usual(), lean()]
    if (wide.young > small.young && wide.old + wide.young >= 2 * (small.old + small.young)) return
    seen.push([wide, small])
  }
  assert.fail(JSON.stringify(seen))
}

describe("a lean heap", { tags: "long" }, () => {
  it("stays near what is alive, where V8 by itself would let it grow", () => {
    const module = pathToFileURL(path.join(source, "apps/cli/lean-heap.ts")).href
    isSmaller(() => evaluated(""), () => evaluated(`(await import(${JSON.stringify(module)})).leanHeap()`))
  })

  it("is that of a crawl on the command line, unless it has no readers", () => {
    isSmaller(() => crawl({ GLEANER_WORKERS: "0" }), crawl)
  })
})

/** Counts the threads of the process once a name has been looked up. */
const probe = `
  import * as dns from "node:dns"
  import * as fs from "node:fs"
  setTimeout(() => dns.lookup("localhost", () => console.log(fs.readdirSync("/proc/self/task").length)), 0)`

describe.skipIf(process.platform !== "linux")("the threads for name look-ups", () => {
  it("are more than Node's four", () => {
    const counting = `data:text/javascript,${encodeURIComponent(probe)}`
    const { UV_THREADPOOL_SIZE: _, ...env } = process.env
    const output = execFileSync(process.execPath, ["--import", counting, builtCommand, "--version"], {
      encoding: "utf8",
      env
    })
    assert.isAtLeast(Number(output.split("\n").find((line) => /^\d+$/.test(line))), 32)
  })
})
