import { assert, describe, it } from "@effect/vitest"
import { Effect, type Logger, Logger as Loggers } from "effect"
import { jsonLines, log, readableLines } from "../../../src/core/observability/log-lines.ts"
import { storeWatch } from "../../../src/crawling/stores/store-watch.ts"

/** The lines that this logger writes while the effect runs, on the test clock of 1970. */
const linesOf = Effect.fnUntraced(function*(logger: Logger.Logger<unknown, string>, effect: Effect.Effect<unknown>) {
  const lines: Array<string> = []
  const kept = Loggers.map(logger, (line) => void lines.push(line))
  yield* Effect.provide(effect, Loggers.layer([kept]))
  return lines
})

const request = log("GET /v1/jobs 200, 1.5 ms, 300 B", {
  "http.server.request.duration": 0.0015,
  "http.route": "/v1/jobs",
  "key.name": "me"
})

describe("a line of the log", () => {
  it.effect("is one JSON object for programs, with all that it is about", () =>
    Effect.gen(function*() {
      const [line = ""] = yield* linesOf(jsonLines, Effect.annotateLogs(request, "request.id", "r1"))
      assert.deepStrictEqual({ ...JSON.parse(line), time: "" }, {
        time: "",
        level: "info",
        message: "GET /v1/jobs 200, 1.5 ms, 300 B",
        "request.id": "r1",
        "http.server.request.duration": 0.0015,
        "http.route": "/v1/jobs",
        "key.name": "me"
      })
    }))

  it.effect("is short for a person: what the message says is not said twice", () =>
    Effect.gen(function*() {
      const [line = ""] = yield* linesOf(readableLines(false), request)
      assert.match(line, /^\d\d:\d\d:\d\d\.\d{3}Z INFO  GET \/v1\/jobs 200, 1\.5 ms, 300 B key\.name=me$/)
      const [painted = ""] = yield* linesOf(readableLines(true), request)
      assert.include(painted, "\u001b[32mINFO")
    }))

  it.effect("steers no terminal, whatever a caller or a site has sent", () =>
    Effect.gen(function*() {
      const hostile = "a\u001b[2Jb\r\nc\u009b31md\u2028e"
      const [line = ""] = yield* linesOf(readableLines(false), log(hostile, { "key.name": hostile }))
      // eslint-disable-next-line no-control-regex
      assert.notMatch(line, /[\p{Cc}\u2028]/u)
      assert.include(line, "\\u001b[2J")
    }))

  it.effect("has the error that it is about, whose fields replace none of its own", () =>
    Effect.gen(function*() {
      const fault = { _tag: "BrowserLost", message: "gone", level: "odd" }
      const [line = ""] = yield* linesOf(jsonLines, Effect.logWarning("the browser ended", { url: "u" }, fault))
      assert.deepInclude(JSON.parse(line), { level: "warn", message: "the browser ended", url: "u", error: fault })
    }))
})

describe("a store that is away", () => {
  it.effect("is told once, and once that it is back: when all that failed works again", () =>
    Effect.gen(function*() {
      const watch = storeWatch()
      const lines = yield* linesOf(
        readableLines(false),
        Effect.gen(function*() {
          yield* watch.worked("read")
          yield* watch.failed("write", "the disk is full")
          yield* watch.failed("settle", "the disk is full")
          yield* watch.worked("read")
          yield* watch.worked("write")
          yield* watch.failed("settle", "the disk is full")
          yield* watch.worked("settle")
          yield* watch.worked("settle")
        })
      )
      assert.deepStrictEqual(lines.map((line) => line.split("  ").at(-1)), [
        "the job store is unavailable: the disk is full",
        "the job store is back store.away=0"
      ])
    }))
})
