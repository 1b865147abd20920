import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { commandProcess } from "../../support/entries/command-process.ts"
import { builtCommand } from "../../support/processes/built-command.ts"

/** The log of a service with these flags that has answered a probe and an invalid request, and was stopped. */
const logOf = async (flags: ReadonlyArray<string>, level: string): Promise<string> => {
  const child = spawn(process.execPath, [builtCommand, "serve", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      GLEANER_PORT: "0",
      GLEANER_LOG_LEVEL: level,
      GLEANER_WORKERS: "0",
      GLEANER_BROWSER: "off",
      GLEANER_API_KEYS: "me:secret-of-the-caller-000001"
    }
  })
  let out = ""
  let log = ""
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()))
  const url = await new Promise<string>((resolve) =>
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString()
      const address = /listens on (\S+)/.exec(out)?.[1]
      if (address !== undefined) resolve(address)
    })
  )
  await (await fetch(`${url}/healthz`)).text()
  await (await fetch(`${url}/v1/health`)).text()
  child.kill("SIGTERM")
  await once(child, "close")
  return log
}

describe("gleaner serve", () => {
  it(
    "logs errors alone with --quiet, and probes too with --verbose, whatever GLEANER_LOG_LEVEL says",
    { tags: "long" },
    async () => {
      const [quiet, verbose, plain] = await Promise.all([
        logOf(["--quiet"], "Debug"),
        logOf(["--verbose"], "Error"),
        logOf([], "Info")
      ])
      assert.strictEqual(quiet, "")
      assert.include(verbose, "\"url.path\":\"/healthz\"")
      assert.include(plain, "\"url.path\":\"/v1/health\"")
      assert.notInclude(plain, "/healthz")
      assert.include(plain, "GLEANER_CONTACT is not set")
    }
  )

  it("listens where --host and --port say, whatever the environment says, and ends at once with a second Ctrl-C", async () => {
    const { child, ended } = commandProcess(["serve", "--port", "0", "--host", "localhost"], {
      environment: { GLEANER_PORT: "1", GLEANER_HOST: "192.0.2.1", GLEANER_SHUTDOWN_DELAY: "50 seconds" }
    })
    const url = await new Promise<string>((resolve) => {
      let out = ""
      child.stdout?.on("data", (chunk: Buffer) => {
        out += chunk.toString()
        const address = /listens on (\S+)/.exec(out)?.[1]
        if (address !== undefined) resolve(address)
      })
    })
    // The service goes on for probes, unless it is told again.
    for (const _ of [1, 2, 3]) assert.strictEqual((await fetch(`${url}/readyz`)).status, 200)
    const again = setInterval(() => child.kill("SIGINT"), 100)
    const { code } = await ended
    clearInterval(again)
    assert.strictEqual(code, 130)
  })
})
