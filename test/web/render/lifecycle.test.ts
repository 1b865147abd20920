import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Layer, Option, Result, Schedule, Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as path from "node:path"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { BrowserPool } from "../../../src/web/render/browser/BrowserPool.ts"
import { findBrowser } from "../../../src/web/render/browser/find-browser.ts"
import { processesOf } from "../../../src/web/render/browser/process-group.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"
import { rendering, renderUrl, skipReason } from "./support/browser.ts"
import { page, startSite } from "./support/site.ts"

const alive = (group: number | undefined) =>
  Effect.promise(() => processesOf(group ?? -1)).pipe(
    // A killed process is a zombie until its parent reaps it.
    Effect.map((pids) => pids.filter((pid) => !/^\d+ \(.*\) Z/.test(read(`/proc/${pid}/stat`))))
  )

const untilGone = (group: number | undefined) =>
  Effect.retry(
    Effect.filterOrFail(alive(group), (pids) => pids.length === 0),
    { schedule: Schedule.spaced("100 millis") }
  )

const read = (file: string): string => {
  try {
    return fs.readFileSync(file, "utf8")
  } catch {
    return "0 (gone) Z"
  }
}

/** The profile folder of the browser with this process group. */
const profileOf = (group: number | undefined): ReadonlyArray<string> =>
  read(`/proc/${group}/cmdline`).split("\0").filter((flag) => flag.startsWith("--user-data-dir="))
    .map((flag) => flag.slice("--user-data-dir=".length))

describe.skipIf(skipReason !== "")(`the browser's life${skipReason}`, () => {
  it.live("has a context for a key that holds none while another key has all", () =>
    Effect.gen(function*() {
      const { withContext } = yield* BrowserPool
      const entered: Array<string> = []
      const enter = (owner: string, use: Effect.Effect<void>) =>
        withContext(() => Effect.andThen(Effect.sync(() => entered.push(owner)), use), {
          owner,
          priority: "interactive"
        })
      const hogs = yield* Effect.forkChild(
        Effect.all(Array.from({ length: 4 }, () => enter("hog", Effect.never)), { concurrency: "unbounded" })
      )
      yield* Effect.repeat(Effect.sleep("50 millis"), { until: () => entered.length === 2 })
      yield* enter("other", Effect.void)
      yield* enter("other", Effect.void)
      assert.deepStrictEqual(entered, ["hog", "hog", "other", "other"])
      yield* Fiber.interrupt(hogs)
    }).pipe(Effect.provide(rendering({ renderConcurrency: 2 }))))

  it.live("answers every one of 20 renders while the browser is killed under them", () =>
    Effect.gen(function*() {
      const site = yield* startSite({ "/": page("<p>rendered</p>") })
      const pool = yield* BrowserPool
      let done = 0
      const kill = Effect.sync(() => {
        const group = pool.groups().at(-1)
        if (++done % 6 === 3 && group !== undefined) process.kill(-group, "SIGKILL")
      })
      const results = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => Effect.tap(Effect.result(renderUrl(`${site.url}/`)), () => kill),
        { concurrency: 4 }
      )
      const rendered = results.filter(Result.isSuccess).filter(({ success }) => success.html.includes("rendered"))
      // After two lost browsers in a row, a page keeps its static version with a warning.
      assert.isTrue(results.filter(Result.isFailure).every(({ failure }) => failure.code === "fetch_failed"))
      assert.isAtLeast(rendered.length, 15)
      assert.include((yield* renderUrl(`${site.url}/`)).html, "rendered")
    }).pipe(Effect.provide(rendering())), { tags: "long" })

  it.live("leaves no process and no profile behind", () =>
    Effect.gen(function*() {
      const hanging = yield* Deferred.make<void>()
      const site = yield* startSite({
        "/": page("<p>x</p>"),
        "/loop": (_, response) => {
          response.writeHead(200, { "content-type": "text/html" }).end(page("<script>while (true) {}</script>"))
          Deferred.doneUnsafe(hanging, Exit.void)
        }
      })
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(rendering({ browserPages: 1 }), scope)
      const groups: Array<number | undefined> = []
      yield* Effect.gen(function*() {
        const pool = yield* BrowserPool
        yield* renderUrl(`${site.url}/`)
        groups.push(pool.groups().at(-1))
        // The first browser is replaced after its one page. Its successor is in the middle of a page that hangs.
        yield* Effect.raceFirst(renderUrl(`${site.url}/loop`), Deferred.await(hanging))
        groups.push(pool.groups().at(-1))
      }).pipe(Effect.provide(context))
      assert.strictEqual(new Set(groups).size, 2)
      assert.isAbove((yield* alive(groups[1])).length, 2)
      const profiles = groups.flatMap(profileOf)
      assert.isNotEmpty(profiles.filter((profile) => fs.existsSync(profile)))
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* Effect.forEach(groups, alive), [[], []])
      assert.deepStrictEqual(profiles.filter((profile) => fs.existsSync(profile)), [])
    }))

  it.live("is replaced when it hangs", () =>
    Effect.gen(function*() {
      const site = yield* startSite({ "/": page("<p>rendered</p>") })
      const pool = yield* BrowserPool
      yield* renderUrl(`${site.url}/`)
      const hung = pool.groups().at(-1) ?? 0
      process.kill(-hung, "SIGSTOP")
      // Rendered by the successor, or timed out.
      const first = yield* Effect.result(renderUrl(`${site.url}/`))
      if (first._tag === "Failure") assert.strictEqual(first.failure.code, "upstream_timeout")
      assert.include((yield* renderUrl(`${site.url}/`)).html, "rendered")
      yield* untilGone(hung)
    }).pipe(Effect.provide(rendering({ renderTimeout: Duration.seconds(3) }))))

  it.live("ends a page that fills the memory, and no other page", () =>
    Effect.gen(function*() {
      const site = yield* startSite({
        "/": page("<p>rendered</p>"),
        "/hog": page(`<script>
          const all = []
          for (let n = 1; n <= 32; n++) all.push(new Uint8Array(25e6).fill(n))
          for (;;) {}
        </script>`)
      })
      const [hog, other] = yield* Effect.all(
        [Effect.result(renderUrl(`${site.url}/hog`)), renderUrl(`${site.url}/`)],
        { concurrency: 2 }
      )
      assert.include(other.html, "rendered")
      assert.isTrue(Result.isFailure(hog) && /crashed in the browser/.test(hog.failure.detail))
    }).pipe(Effect.provide(rendering({ renderMemory: 300e6, renderTimeout: Duration.seconds(25) }))), { tags: "long" })

  it.live("ends no page because another stores much in the process that all share", () =>
    Effect.gen(function*() {
      const site = yield* startSite({
        "/": page(`<p id="x"></p><script>
          const until = Date.now() + 4000
          while (Date.now() < until);
          x.textContent = "rendered"
        </script>`),
        "/hog": page(`<script>
          const all = []
          for (let n = 1; n <= 20; n++) all.push(new Blob([new Uint8Array(25e6).fill(n)]))
          const until = Date.now() + 3000
          while (Date.now() < until);
        </script>`)
      })
      const hog = yield* Effect.forkChild(Effect.result(renderUrl(`${site.url}/hog`)))
      const other = yield* renderUrl(`${site.url}/`)
      assert.include(other.html, "rendered")
      yield* Fiber.join(hog)
    }).pipe(Effect.provide(rendering({ renderMemory: 300e6, renderTimeout: Duration.seconds(25) }))), { tags: "long" })

  it.live("does not outlive a service that is killed", () =>
    Effect.gen(function*() {
      const site = yield* startSite({ "/": page("<p>x</p>") })
      const group = yield* Effect.callback<number>((resume) => {
        const child = spawn(process.execPath, [path.join(import.meta.dirname, "support/orphan.ts"), `${site.url}/`])
        child.stdout.once("data", (line: Buffer) => {
          child.kill("SIGKILL")
          child.once("exit", () => resume(Effect.succeed(Number(line.toString()))))
        })
      })
      assert.isAbove(group, 1)
      yield* untilGone(group)
    }), { tags: "long" })

  it.live("is not started before the first page, and closed when it has been idle", () =>
    Effect.gen(function*() {
      const site = yield* startSite({ "/": page("<p>x</p>") })
      const pool = yield* BrowserPool
      assert.isTrue((yield* Renderer).available)
      assert.isUndefined(pool.groups().at(-1))
      yield* renderUrl(`${site.url}/`)
      const group = pool.groups().at(-1)
      assert.isAbove((yield* alive(group)).length, 2)
      yield* untilGone(group)
      assert.isUndefined(pool.groups().at(-1))
    }).pipe(Effect.provide(rendering({ browserIdle: Duration.millis(300) }))))
})

describe("a machine without a browser", () => {
  it.effect("says so, and how to get one", () =>
    Effect.gen(function*() {
      const off = yield* findBrowser({ browser: Option.some("off") })
      assert.isTrue(off._tag === "Missing" && off.why.includes("GLEANER_BROWSER"))
      const wrong = yield* findBrowser({ browser: Option.some("/no/such/browser") })
      assert.isTrue(wrong._tag === "Missing" && wrong.why.includes("/no/such/browser"))
    }))

  it.effect("has a renderer that is not available and fails with a page error", () =>
    Effect.gen(function*() {
      assert.isFalse((yield* Renderer).available)
      assert.strictEqual((yield* Effect.flip(renderUrl("http://127.0.0.2/"))).code, "fetch_failed")
    }).pipe(Effect.provide(rendering({ browser: Option.some("off") }))))

  it.effect("takes the configured path before any other", () =>
    Effect.gen(function*() {
      const { browser } = yield* Settings
      assert.deepStrictEqual(browser, Option.some(process.execPath))
      const found = yield* findBrowser({ browser })
      assert.deepStrictEqual([found._tag, found._tag === "Found" && found.origin], ["Found", "configured"])
    }).pipe(Effect.provide(Settings.layerWith({ browser: Option.some(process.execPath) }))))
})

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
