import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { processesOf } from "../../../../src/web/render/browser/process-group.ts"

describe.runIf(process.platform === "linux")("processesOf", () => {
  let leader: ChildProcess
  let member: number

  beforeEach(async () => {
    leader = spawn("sh", ["-c", "sleep 60 & echo $!; wait"], { detached: true, stdio: ["ignore", "pipe", "ignore"] })
    const [line] = await once(leader.stdout!, "data")
    member = Number(String(line))
  })

  afterEach(() => {
    process.kill(-leader.pid!, "SIGKILL")
  })

  const sorted = (pids: ReadonlyArray<number>) => pids.toSorted((a, b) => a - b)

  it("finds a process that could not be read at first", async () => {
    const first = await processesOf(leader.pid!, async (pid) => pid === member ? Number.NaN : leader.pid!)
    assert.notInclude(first, member)
    assert.deepStrictEqual(sorted(await processesOf(leader.pid!)), [leader.pid!, member])
  })

  it("finds a process with the id of an earlier one", async () => {
    const elsewhere = 1
    assert.deepStrictEqual(await processesOf(process.pid, async () => elsewhere), [])
    assert.deepStrictEqual(sorted(await processesOf(leader.pid!)), [leader.pid!, member])
  })
})
