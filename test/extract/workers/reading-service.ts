import { Duration, Effect, Layer, Logger, References } from "effect"
import { once } from "node:events"
import * as path from "node:path"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Readers } from "../../../src/extract/workers/Readers.ts"
import { inputOf } from "../markdown/page-of.ts"

/**
 * A service of one reader: for each line of its input, a page's path, it reads that page and prints its text, which is
 * the reader's process id. Ctrl-C is a line too, and so is what is logged.
 */
const layer = Readers.layerOf(new URL(`misbehaving-reader${path.extname(import.meta.url)}`, import.meta.url)).pipe(
  Layer.provide(Settings.layerWith({ workers: 1, extractTimeout: Duration.minutes(5) }))
)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

process.on("SIGINT", () => say("SIGINT"))
process.stdin.on("end", () => process.exit())

const program = Effect.gen(function*() {
  const readers = yield* Readers
  process.stdin.setEncoding("utf8").resume()
  for (;;) {
    const [line] = yield* Effect.promise(() => once(process.stdin, "data"))
    const url = `https://site.test${String(line).trim()}`
    const page = yield* readers.run({ work: "extract", input: { ...inputOf("<p>words"), url, finalUrl: url } }, {
      owner: "",
      priority: "crawl"
    })
    // The trace, and with it the closing brace, is added where the page was asked for.
    say(JSON.parse(`${new TextDecoder().decode(page.json)}}`).text)
  }
})

const logs = Layer.mergeAll(
  Logger.layer([Logger.make(({ message }) => say(String(message)))]),
  Layer.succeed(References.MinimumLogLevel, "Debug")
)

await Effect.runPromise(program.pipe(Effect.provide(layer.pipe(Layer.provide(logs)))))
