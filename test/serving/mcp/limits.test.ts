import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { randomUUID } from "node:crypto"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"

const limit = 4
let service: RunningService
beforeAll(async () => {
  service = await serviceOver({ rateLimit: limit })
})
afterAll(() => service.stop())

const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "test", version: "0" } }
}
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
const status = {
  jsonrpc: "2.0",
  id: 2,
  method: "tools/call",
  params: { name: "crawl_status", arguments: { id: "0".repeat(32) } }
}

const post = (json: unknown, session?: string) =>
  service.call("/mcp", {
    json,
    headers: {
      "accept": "application/json, text/event-stream",
      ...(session === undefined ? {} : { "mcp-session-id": session, "mcp-protocol-version": "2025-03-26" })
    }
  })

describe("the limits of /mcp", () => {
  it("bound a batch, and the requests that no tool is called with", async () => {
    const begun = await post(initialize)
    const session = begun.headers.get("mcp-session-id") ?? assert.fail("no session")
    const batch = await post(Array.from({ length: 20 }, (_, id) => ({ ...list, id })), session)
    assert.lengthOf(await batch.json() as ReadonlyArray<unknown>, 20)
    const longer = await post(Array.from({ length: 21 }, (_, id) => ({ ...list, id })), session)
    assert.strictEqual(longer.status, 400)
    assert.match(await longer.text(), /at most 20 messages/)
    for (let count = 2; count < limit; count++) assert.strictEqual((await post(list, session)).status, 200)
    const refused = await post(list, session)
    assert.strictEqual(refused.status, 429)
    assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/)
    // Calls have their own count, and their cancellation is never refused.
    assert.match(await (await post(status, session)).text(), /job_not_found/)
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } }
    assert.strictEqual((await post(cancelled, session)).status, 202)
    const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } }
    assert.strictEqual((await post(progress, session)).status, 429)
  })

  it("count notifications", async () => {
    const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } }
    const send = (session = randomUUID()) =>
      service.call("/mcp", {
        json: progress,
        key: keys.second,
        headers: { "accept": "application/json, text/event-stream", "mcp-session-id": session }
      })
    for (let count = 0; count < limit; count++) assert.strictEqual((await send()).status, 202)
    assert.strictEqual((await send()).status, 429)
  })
})
