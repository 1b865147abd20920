import { Effect, Option } from "effect"
import { BrowserPool } from "../../../../src/web/render/browser/BrowserPool.ts"
import { rendering, renderUrl } from "./browser.ts"

/** A process with a browser, for a test that kills it: prints the browser's process group and then hangs. */
const [, , url = "", place] = process.argv
await Effect.runPromise(
  Effect.gen(function*() {
    yield* renderUrl(url)
    process.stdout.write(`${(yield* BrowserPool).groups().at(-1)}\n`)
    yield* Effect.never
  }).pipe(Effect.provide(rendering(place === undefined ? {} : { browser: Option.some(place) })))
)
