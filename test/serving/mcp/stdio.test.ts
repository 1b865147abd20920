import { assert, describe, it } from "@effect/vitest"
import * as child from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { builtCommand } from "../../support/processes/built-command.ts"

describe("gleaner mcp", () => {
  it("writes nothing but messages on stdout, also when it is sent what is none", async () => {
    const server = child.spawn(process.execPath, [builtCommand, "mcp"])
    const log: Array<string> = []
    server.stderr.setEncoding("utf8").on("data", (text: string) => log.push(text))
    const faultIsLogged = once(server.stderr, "data")
    const lines = createInterface(server.stdout)[Symbol.asyncIterator]()
    const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    const next = async (): Promise<{ readonly id: unknown; readonly result?: { readonly capabilities?: object } }> =>
      JSON.parse(String((await lines.next()).value))
    const clientInfo = { name: "test", version: "0" }
    send({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } })
    const begun = await next()
    assert.strictEqual(begun.id, 0)
    assert.property(begun.result?.capabilities, "tools")
    assert.notProperty(begun.result?.capabilities, "completions")
    send({ method: "notifications/initialized" })
    server.stdin.write("{this is not a message\n")
    await faultIsLogged
    send({ id: 1, method: "ping" })
    assert.strictEqual((await next()).id, 1)
    server.stdin.end()
    assert.isTrue((await lines.next()).done)
    assert.match(log.join(""), /ERROR/)
  })
})
