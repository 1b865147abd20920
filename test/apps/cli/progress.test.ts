import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { spawn } from "node:child_process"
import { closingLine, countReason, reasonsText } from "../../../src/apps/cli/output/closing-line.ts"
import { duration, progressLine } from "../../../src/apps/cli/output/progress.ts"
import { waitingOn } from "../../../src/apps/cli/output/waiting.ts"
import { growthOf } from "../../../src/contract/client/job/frontier-growth.ts"
import { crawlOptions, JobId, noStats } from "../../../src/core/domain/job/Job.ts"
import { loopback } from "../../support/entries/command-process.ts"
import { builtCommand } from "../../support/processes/built-command.ts"
import { startFixtureSite } from "../../support/web/fixture-site.ts"

const environment = { ...process.env, ...loopback, GLEANER_WORKERS: "1" }

/**
 * The command on a terminal of its own (script(1)); its output goes to a file, so that the terminal shows stderr alone.
 */
const onTerminal = async (
  args: ReadonlyArray<string>,
  more: Readonly<Record<string, string>> = {}
): Promise<string> => {
  const line = [process.execPath, builtCommand, ...args].map((word) => `'${word}'`).join(" ")
  const child = spawn("script", ["-qec", `${line} > /dev/null`, "/dev/null"], { env: { ...environment, ...more } })
  let shown = ""
  child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()))
  await new Promise((resolve) => child.once("close", resolve))
  return shown
}

const withSite = async (use: (url: string) => Promise<void>) => {
  const site = await startFixtureSite()
  try {
    await use(site.url)
  } finally {
    await site.close()
  }
}

describe("the progress of a job", () => {
  const stats = { ...noStats, crawled: 30, stored: 20, failed: 3, skipped: 2, duplicates: 5, pending: 400 }

  it("is a bar with pages, pages a second and the time left", () => {
    assert.strictEqual(
      progressLine({ stats, budget: 120, elapsed: 10_000, isEndKnown: true }, 200),
      "█████░░░░░░░░░░░░░░░ 30/120 pages, 3 failed, 2 skipped, 3.0 pages/s, about 30 s left"
    )
    assert.strictEqual(
      progressLine({ stats: { ...noStats, stored: 4 }, budget: 120, elapsed: 2000, isEndKnown: true }, 200),
      "████████████████████ 4/4 pages, 2.0 pages/s"
    )
    assert.strictEqual(
      progressLine({ stats: noStats, budget: 9, elapsed: 0, isEndKnown: true }, 200),
      `${"░".repeat(20)} 0/0 pages, 0.0 pages/s`
    )
  })

  it("promises no end while more pages are found", () => {
    const line = (pending: number, more = {}) =>
      progressLine({
        stats: { ...noStats, stored: 6, pending },
        budget: 1000,
        elapsed: 6000,
        isEndKnown: false,
        ...more
      }, 200)
    assert.strictEqual(line(49), "6 pages done, 55 found so far, at most 1000, 1.0 pages/s")
    assert.strictEqual(line(5000), "6 pages done, 1000 found so far, at most 1000, 1.0 pages/s")
    const { hasEnded } = growthOf(100)
    const at = (stored: number, found: number) => hasEnded({ ...noStats, stored, pending: found - stored })
    assert.deepStrictEqual([at(1, 10), at(9, 30), at(18, 30), at(19, 30), at(20, 31), at(21, 100)], [
      false,
      false,
      false,
      true,
      false,
      true
    ])
  })

  it("says how long it has been waiting for a slow page", () => {
    const line = (silence: number) =>
      progressLine({ stats: { ...noStats, pending: 1 }, budget: 1, elapsed: silence, isEndKnown: true, silence }, 200)
    assert.strictEqual(line(2000), `${"░".repeat(20)} 0/1 page, 0.0 pages/s`)
    assert.strictEqual(line(12_000), `${"░".repeat(20)} 0/1 page, 0.0 pages/s, waiting for 12 s`)
  })

  it("fits the terminal", () => {
    for (const columns of [0, 1, 20, 79]) {
      for (const isEndKnown of [false, true]) {
        const line = progressLine({ stats, budget: 120, elapsed: 10_000, isEndKnown, silence: 9000 }, columns)
        assert.isAtMost(line.length, Math.max(0, columns - 1))
      }
    }
  })

  it("says times as a person does", () => {
    assert.deepStrictEqual([0, 1.4, 99, 100, 3600, 7200, 90_000].map(duration), [
      "1 s",
      "1 s",
      "99 s",
      "2 min",
      "60 min",
      "2 h",
      "25 h"
    ])
  })
})

describe("a wait for one page", () => {
  const line = (text: string) => `\r${text}\u001B[K`

  it.effect("is shown after three seconds, each second, and erased at the end", () =>
    Effect.gen(function*() {
      const written: Array<string> = []
      const screen = { columns: 80, write: (text: string) => void written.push(text) }
      const wait = waitingOn(screen, "http://site.test/")(Effect.as(Effect.sleep("4500 millis"), "page"))
      const fiber = yield* Effect.forkChild(wait)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(written, [])
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* Fiber.join(fiber), "page")
      assert.deepStrictEqual(written, [
        line("waiting for http://site.test/, 3 s"),
        line("waiting for http://site.test/, 4 s"),
        line("")
      ])
    }))

  it.effect("fits the terminal, and shows nothing for a fast page, or after its failure", () =>
    Effect.gen(function*() {
      const written: Array<string> = []
      const screen = { columns: 20, write: (text: string) => void written.push(text) }
      assert.strictEqual(yield* waitingOn(screen, "x")(Effect.succeed(1)), 1)
      assert.strictEqual(yield* Effect.flip(waitingOn(screen, "x")(Effect.fail("no"))), "no")
      assert.deepStrictEqual(written, [])
      const fiber = yield* Effect.forkChild(waitingOn(screen, "robots\u001B[2J.txt of a.test")(Effect.never))
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(written, [line("waiting for robots\\"), line("")])
    }))
})

describe("the last line of a job", () => {
  it("counts what failed and why, the most frequent first", () => {
    const failed = new Map<string, number>()
    for (const status of [404, 404, 500]) countReason(failed, { code: "http_status", status })
    countReason(failed, { code: "fetch_failed", status: 0 })
    const skipped = new Map([["robots_disallowed", 2]])
    const line = closingLine({
      id: JobId.make("0"),
      url: "http://site.test/",
      status: "done",
      created_at: 100,
      finished_at: 134,
      stats: { crawled: 57, stored: 41, failed: 4, skipped: 2, duplicates: 9, pending: 0 },
      errors: [],
      document_count: 41,
      notes: [],
      options: crawlOptions({}, { maxPages: 100, maxDepth: 3, sitemapFiles: 100 })
    }, { failed, skipped })
    assert.strictEqual(
      line,
      "done: 57 crawled, 41 stored, 4 failed (2 http_status 404, 1 http_status 500, 1 fetch_failed), " +
        "2 skipped (2 robots_disallowed), 9 duplicates, in 34 s"
    )
  })

  it("sums up reasons beyond the first five", () => {
    const reasons = new Map(["a", "b", "c", "d", "e", "f", "g"].map((code, index) => [code, 10 - index]))
    assert.strictEqual(reasonsText(reasons), " (10 a, 9 b, 8 c, 7 d, 6 e, 9 for other reasons)")
  })
})

describe("a command on a terminal", () => {
  it("shows how far a crawl is, then only the last line", { tags: "long" }, () =>
    withSite(async (url) => {
      const shown = await onTerminal(["crawl", `${url}/`, "--max-pages", "5"])
      assert.match(shown, /\r(?:[█░]{20} \d+\/\d+ pages|\d+ pages? done, \d+ found so far, at most 5)/)
      const last = shown.split("\r").map((line) => line.replace("\u001B[K", "").trim()).findLast((line) => line !== "")
      assert.match(last ?? "", /^done: \d+ crawled, 5 stored, .*, in \d+ s$/)
    }))

  it("says with --quiet only why it failed", () =>
    withSite(async (url) => {
      const shown = await onTerminal(["scrape", `${url}/missing`, `${url}/articles/tide`, "--quiet"])
      assert.strictEqual(shown.trim(), "gleaner: 1 of 2 pages failed (1 http_status 404)")
    }))

  it("prints each page with --verbose, without colours if NO_COLOR is set", () =>
    withSite(async (url) => {
      const shown = await onTerminal(["crawl", `${url}/articles/tide`, "--max-pages", "2", "--verbose"], {
        TERM: "xterm-256color",
        NO_COLOR: "1"
      })
      assert.match(shown, /stored http:\/\/127\.0\.0\.1:\d+\/articles\/tide 200, \d+ ms\r?$/m)
      assert.notInclude(shown, "\u001B[3")
    }))
})
