import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { builtCommand } from "../../support/processes/built-command.ts"

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
