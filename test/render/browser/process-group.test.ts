import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs/promises"
import { vi } from "vitest"
import { processesOf } from "../../../src/render/browser/process-group.ts"

vi.mock("node:fs/promises", async (original) => {
  const actual = await original<typeof fs>()
  return { ...actual, readFile: vi.fn(actual.readFile) }
})

describe.runIf(process.platform === "linux")("processesOf", () => {
  let leader: ChildProcess
  let member: number

  beforeEach(async () => {
    leader = spawn("sh", ["-c", "sleep 60 & echo $!; wait"], { detached: true, stdio: ["ignore", "pipe", "ignore"] })
    const [line] = await once(leader.stdout!, "data")
    member = Number(String(line))
  })

  afterEach(() => {
    vi.mocked(fs.readFile).mockReset()
    process.kill(-leader.pid!, "SIGKILL")
  })

  /** Answers reads of the member with this text, or fails them. */
  const readMember = (stat: string | undefined) => {
    const read = vi.mocked(fs.readFile).getMockImplementation()!
    vi.mocked(fs.readFile).mockImplementation(async (path, options) => {
      if (path !== `/proc/${member}/stat`) return read(path, options)
      if (stat === undefined) throw new Error("EMFILE")
      return stat
    })
    return () => vi.mocked(fs.readFile).mockImplementation(read)
  }

  const found = async () => [...await processesOf(leader.pid!)].sort((a, b) => a - b)

  it("finds a process that could not be read at first", async () => {
    const restore = readMember(undefined)
    assert.deepStrictEqual(await found(), [leader.pid!])
    restore()
    assert.deepStrictEqual(await found(), [leader.pid!, member])
  })

  it("finds a process with the id of an earlier one", async () => {
    const restore = readMember(`${member} (earlier) S 1 1 1`)
    await processesOf(process.pid)
    restore()
    assert.deepStrictEqual(await found(), [leader.pid!, member])
  })
})
