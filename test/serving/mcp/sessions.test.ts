import { assert, describe, it } from "@effect/vitest"
import { type Dispatch, withSessions } from "../../../src/serving/mcp/sessions.ts"

/** A library of sessions that records its requests. */
const library = () => {
  const open = new Set<string>()
  const asked: Array<string> = []
  let begun = 0
  const dispatch: Dispatch = async ({ body = "", headers, method }) => {
    const id = headers.get("mcp-session-id")
    asked.push(`${method} ${id ?? ""} ${/"method":"([^"]+)"/.exec(body)?.[1] ?? ""}`.trim())
    if (method === "DELETE") return new Response(null, { status: open.delete(id ?? "") ? 204 : 404 })
    if (!body.includes("\"initialize\"")) return new Response(null, { status: open.has(id ?? "") ? 200 : 404 })
    const made = `00000000-0000-4000-8000-${String(begun++).padStart(12, "0")}`
    open.add(made)
    return new Response("{}", { headers: { "mcp-session-id": made } })
  }
  return { asked, open, pass: withSessions(dispatch, { units: 100, reserve: 100 }) }
}

const post = (id: string | undefined, body: string) => ({
  method: "POST",
  headers: new Headers(id === undefined ? {} : { "mcp-session-id": id }),
  body
})
const initialize = `{"method":"initialize"}`
const foreign = "11111111-1111-4111-8111-111111111111"

describe("sessions", () => {
  it("that the library does not know are begun anew, once for each owner", async () => {
    const { asked, open, pass } = library()
    for (const owner of ["one", "one", "other"]) {
      assert.strictEqual((await pass(owner, post(foreign, `{"method":"tools/list"}`))).status, 200)
    }
    assert.lengthOf(asked.filter((line) => line.endsWith(" initialize")), 2)
    assert.strictEqual(open.size, 2)
  })

  it("that are not session ids are left to the library", async () => {
    const { asked, pass } = library()
    assert.strictEqual((await pass("one", post("nonsense", `{"method":"tools/list"}`))).status, 404)
    assert.deepStrictEqual(asked, ["POST nonsense tools/list"])
  })

  it("are bounded, and end when their callers end them", async () => {
    const { open, pass } = library()
    const ids: Array<string> = []
    const other = (await pass("other", post(undefined, initialize))).headers.get("mcp-session-id") ?? ""
    for (let count = 0; count < 105; count++) {
      ids.push((await pass("one", post(undefined, initialize))).headers.get("mcp-session-id") ?? "")
    }
    assert.strictEqual(open.size, 100)
    assert.isTrue(open.has(other), "no other key takes its place")
    const last = ids.at(-1) ?? ""
    const ended = await pass("one", { method: "DELETE", headers: new Headers({ "mcp-session-id": last }) })
    assert.strictEqual(ended.status, 204)
    assert.isFalse(open.has(last))
    const again = post(last, `{"method":"tools/list"}`)
    assert.strictEqual((await pass("one", again)).status, 404)
    assert.strictEqual(open.size, 99)
    assert.strictEqual((await pass("other", again)).status, 200)
  })
})
