import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as fc from "fast-check"
import { MainThread } from "../../../../src/core/kernel/slices/MainThread.ts"
import { pickFields } from "../../../../src/serving/server/handlers/pick-fields.ts"

const picked = async (document: object, fields: ReadonlyArray<string>) =>
  new TextDecoder().decode(
    await Effect.runPromise(pickFields(new TextEncoder().encode(JSON.stringify(document)), fields as never))
  )

describe("fields of a stored document", () => {
  it("are cut out of its bytes as they are", async () => {
    const document = {
      url: "a\\\"b",
      status: 200,
      links: [{ text: "}]\",{" }],
      metadata: { a: [] },
      text: "",
      html: "x\\"
    }
    assert.strictEqual(await picked(document, ["status"]), "{\"status\":200}")
    assert.strictEqual(
      await picked(document, ["html", "url"]),
      JSON.stringify({ url: document.url, html: document.html })
    )
    assert.strictEqual(await picked(document, ["title"]), "{}")
    assert.strictEqual(await picked({}, ["title"]), "{}")
  })

  it("are those that parsing it would find, whatever it holds", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom("url", "title", "text", "links", "records", "trace"), fc.jsonValue()),
        fc.subarray(["url", "title", "text", "links", "records", "trace"]),
        async (document, fields) => {
          const expected = Object.fromEntries(Object.entries(document).filter(([name]) => fields.includes(name)))
          assert.strictEqual(await picked(document, fields), JSON.stringify(expected))
        }
      )
    )
  })

  it.effect("are cut out of a large one while others get their turn", () =>
    Effect.gen(function*() {
      const documents = [
        { url: "u", links: Array.from({ length: 100_000 }, (_, n) => ({ url: `https://site.test/${n}` })), text: "t" },
        { url: "u", markdown: "\"\\\"".repeat(300_000), text: "t" }
      ]
      for (const document of documents) {
        const json = new TextEncoder().encode(JSON.stringify(document))
        let [now, turns] = [0, 0]
        // Each step takes the time of a slice.
        const thread = new MainThread({
          now: () => now++,
          next: (run) => setImmediate(run),
          later: (run) => setImmediate(run)
        })
        const others = yield* Effect.forkChild(
          Effect.forever(Effect.andThen(Effect.sync(() => turns++), Effect.yieldNow)),
          { startImmediately: true }
        )
        const found = yield* Effect.provideService(pickFields(json, ["url", "text"]), MainThread.current, thread)
        assert.isAtLeast(turns, 3)
        yield* Fiber.interrupt(others)
        assert.strictEqual(new TextDecoder().decode(found), JSON.stringify({ url: "u", text: "t" }))
      }
    }))
})
