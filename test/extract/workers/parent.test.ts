import { assert, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as os from "node:os"
import { setTimeout } from "node:timers/promises"
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

  it("ends where it waits for a page", async () => {
    const { ask, service } = serviceProcess()
    const pid = Number(await ask("/good"))
    await end(service)
    await isGone(pid)
  })
})

describe("a reader", () => {
  it("stands back where the processor is busy", async () => {
    const { ask, service } = serviceProcess()
    const pid = Number(await ask("/good"))
    assert.isAbove(
      os.getPriority(pid),
      Math.min(os.getPriority(Number(service.pid)), os.constants.priority.PRIORITY_LOW - 1)
    )
    await end(service)
  })
})

describe("Ctrl-C in the terminal of the service", () => {
  it("is the service's alone: its reader goes on", async () => {
    const { ask, said, service } = serviceProcess()
    const pid = await ask("/good")
    process.kill(-Number(service.pid), "SIGINT")
    assert.strictEqual(await said(), "SIGINT")
    assert.strictEqual(await ask("/good"), pid)
    await end(service)
  })
})
