import * as NodeDns from "@effect/platform-node/NodeDns"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Clock, Console, Duration, Effect, Layer } from "effect"
import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { BrowserPool } from "../../../src/web/render/browser/BrowserPool.ts"
import { EgressProxy } from "../../../src/web/render/browser/EgressProxy.ts"
import { groupMemory, processesOf } from "../../../src/web/render/browser/process-group.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"
import { cpuOf } from "../support/processes/cpu-of-readers.ts"

/**
 * Cost of rendering: `npm run bench -- render [consecutive renders, 500] [renders per concurrency, 20]`.
 * Milliseconds a page once the browser is warm, memory by concurrency, and memory over many renders in one browser.
 */
const [inARow = 500, each = 20] = process.argv.slice(2).map(Number)
const pages = path.join(import.meta.dirname, "../../../test/web/render/pages")
const names = fs.readdirSync(pages).filter((name) => name.endsWith("-client.html"))
const mebibyte = 1024 * 1024

const site = Effect.acquireRelease(
  Effect.promise(() =>
    new Promise<{ readonly server: http.Server; readonly url: string }>((resolve) => {
      const server = http.createServer((request, response) => {
        const name = path.basename(request.url ?? "")
        if (name === "data.json") return void response.end("{\"ok\":true}")
        const file = path.join(pages, name)
        if (!fs.existsSync(file)) return void response.writeHead(404).end()
        response.writeHead(200, { "content-type": name.endsWith(".js") ? "text/javascript" : "text/html" })
        response.end(fs.readFileSync(file))
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resolve({ server, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` })
      })
    })
  ),
  ({ server }) => Effect.sync(() => server.close())
)

const layers = (concurrency: number) =>
  Renderer.layerNoDeps.pipe(
    Layer.provideMerge(BrowserPool.layerNoDeps),
    Layer.provide(EgressProxy.layerOverDialer),
    Layer.provide(HttpTransport.layerResolver),
    Layer.provide(NodeDns.layer),
    Layer.provide(Settings.layerWith({
      allowAddresses: ["127.0.0.1/32"],
      renderConcurrency: concurrency,
      browserPages: 1_000_000
    }))
  )

const render = Effect.fnUntraced(function*(url: string, index: number) {
  const renderer = yield* Renderer
  const started = yield* Clock.currentTimeMillis
  const result = yield* Effect.result(
    renderer.render({ url: new URL(`${url}/${names[index % names.length]}`) }).pipe(
      RequestContext.by("bench", "crawl", Duration.minutes(1))
    )
  )
  return {
    elapsed: (yield* Clock.currentTimeMillis) - started,
    fault: result._tag === "Success" ? "" : result.failure.detail
  }
})

const memory = Effect.gen(function*() {
  const group = (yield* BrowserPool).groups().at(-1)
  return yield* Effect.promise(async () => ({
    browser: Math.round(await groupMemory(group) / mebibyte),
    processes: (await processesOf(group ?? -1)).length,
    service: Math.round(process.memoryUsage().rss / mebibyte)
  }))
})

/** Milliseconds of CPU that the newest browser has taken, with those of its processes that have ended. */
const cpu = Effect.gen(function*() {
  const group = (yield* BrowserPool).groups().at(-1) ?? -1
  return cpuOf(yield* Effect.promise(() => processesOf(group)))
})

const program = Effect.gen(function*() {
  const { url } = yield* site
  for (const concurrency of [1, 2, 4]) {
    yield* Effect.gen(function*() {
      const cold = yield* render(url, 0)
      const started = yield* Clock.currentTimeMillis
      const cpuBefore = yield* cpu
      let peak = 0
      const timings = yield* Effect.forEach(
        Array.from({ length: each }, (_, index) => index),
        (index) =>
          Effect.tap(render(url, index), () => Effect.map(memory, ({ browser }) => (peak = Math.max(peak, browser)))),
        { concurrency }
      )
      const whole = (yield* Clock.currentTimeMillis) - started
      const cpuAfter = yield* cpu
      const sorted = timings.map(({ elapsed }) => elapsed).sort((a, b) => a - b)
      yield* Console.log(
        `concurrency ${concurrency}: first ${cold.elapsed} ms, warm median ${sorted[each >> 1]} ms, p95 ${
          sorted[Math.floor(each * 0.95)]
        } ms, ${(each * 1000 / whole).toFixed(1)} pages/s, ${
          Math.round((cpuAfter - cpuBefore) / each)
        } CPU ms of the browser a page, ${peak} MiB at most, ${
          timings.filter(({ fault }) => fault === "").length
        } of ${each} rendered`
      )
      for (const { fault } of timings) if (fault !== "") yield* Console.log(`  not rendered: ${fault}`)
    }).pipe(Effect.provide(layers(concurrency)))
  }
  yield* Effect.gen(function*() {
    for (let index = 0; index < inARow; index++) {
      const { fault } = yield* render(url, index)
      if (fault !== "") yield* Console.log(`render ${index + 1}: ${fault}`)
      if (index % Math.max(1, Math.floor(inARow / 10)) === 0 || index === inARow - 1) {
        const { browser, processes, service } = yield* memory
        yield* Console.log(
          `render ${index + 1}: browser ${browser} MiB in ${processes} processes, service ${service} MiB`
        )
      }
    }
  }).pipe(Effect.provide(layers(2)))
}).pipe(Effect.scoped)

NodeRuntime.runMain(program)
