import { assert, describe, it } from "@effect/vitest"
import { applyPatch } from "diff"
import { Effect, Option, Stream } from "effect"
import * as fc from "fast-check"
import { crawlDefaults, JobId } from "../../../../src/core/domain/job/Job.ts"
import type { StoredPage } from "../../../../src/core/domain/job/LedgerRow.ts"
import { pageDiff } from "../../../../src/crawling/crawl/visit/page-diff.ts"
import { documentDiff } from "../../../../src/extract/works/document-diff.ts"
import { growsInProportion } from "../../../support/processes/cpu-time.ts"

const [older, newer] = [JobId.make("0".repeat(32)), JobId.make("1".repeat(32))]
const url = "https://example.com/"

const row = (change: Partial<StoredPage> = {}): StoredPage => ({
  url,
  outcome: "stored",
  code: "",
  status: 200,
  depth: 0,
  found_on: "",
  elapsed_ms: 1,
  seen: { text: "x" },
  ...change
})

/** Two jobs with one page each. */
const between = (before: string, after: string, rows: ReadonlyArray<StoredPage> = [row()]) =>
  pageDiff(
    {
      extractor: { diff: (pair) => Effect.sync(() => documentDiff(pair)) },
      store: {
        ownerOf: () => Effect.succeed(Option.some("owner")),
        ledger: (id) => Effect.succeed({ items: id === older ? [row()] : rows, next: 1, more: false, total: 1 }),
        documents: (id) =>
          Stream.make(new TextEncoder().encode(JSON.stringify({ markdown: id === older ? before : after })))
      }
    },
    "owner",
    newer,
    { ...crawlDefaults, since: older },
    new URL(url)
  )

const ended = (text: string) => text === "" ? "" : `${text}\n`

describe("the diff of a page", () => {
  it.effect("leads from the earlier text to the later one, whatever they are", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom("a", "b", "- c", "+ d", "@@", ""), { maxLength: 30 }),
          fc.array(fc.constantFrom("a", "b", "- c", "+ d", "@@", ""), { maxLength: 30 }),
          async (before, after) => {
            const patch = await Effect.runPromise(between(before.join("\n"), after.join("\n")))
            const from = before.join("\n")
            const to = after.join("\n")
            assert.strictEqual(
              applyPatch(from.endsWith("\n") ? from : ended(from), patch),
              to.endsWith("\n") ? to : ended(to)
            )
          }
        ),
        { numRuns: 200 }
      )
    ))

  it.effect("ends for texts that have nothing in common, however long", () =>
    growsInProportion(
      20_000,
      Effect.fnUntraced(function*(length) {
        const lines = (mark: string) => Array.from({ length }, (_, n) => `${mark}${n}`).join("\n")
        const patch = yield* between(lines("a"), lines("b"))
        assert.strictEqual(patch.split("\n").filter((line) => line.startsWith("+b")).length, length)
      })
    ))

  it.effect("of a page that is gone takes all of its lines away", () =>
    Effect.gen(function*() {
      const { seen: _, ...gone } = row({ outcome: "failed", code: "http_status", status: 404 })
      assert.include(yield* between("one\ntwo", "", [gone]), "@@ -1,2 +0,0 @@\n-one\n-two\n")
    }))
})
