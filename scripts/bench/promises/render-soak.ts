import * as NodeDns from "@effect/platform-node/NodeDns"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Clock, Console, Duration, Effect, Layer, Logger } from "effect"
import * as fs from "node:fs"
import * as http from "node:http"
import * as os from "node:os"
import * as path from "node:path"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { BrowserPool } from "../../../src/web/render/browser/BrowserPool.ts"
import { EgressProxy } from "../../../src/web/render/browser/EgressProxy.ts"
import { groupMemory, processesOf } from "../../../src/web/render/browser/process-group.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"
import { browserSetting } from "../../support/launch-browser.ts"

/**
 * A long run of the renderer: `npm run bench -- render-soak [renders, 10000] [concurrency, 2] [renders between kills,
 * 700]`. Pages of all frameworks over several jobs and languages, one in four in a context of its own, and a browser
 * killed now and then. Reports memory and descriptors over time, and in the end what is left: processes, profile
 * folders, listeners.
 */
const [renders = 10_000, concurrency = 2, killEvery = 700] = process.argv.slice(2).map(Number)
const pages = path.join(import.meta.dirname, "../../../test/web/render/pages")
const names = fs.readdirSync(pages).filter((name) => name.endsWith("-client.html"))
/** Only the profiles of this run are counted. */
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-soak-"))
process.env.TMPDIR = temporary
const mebibyte = 1024 * 1024

const site = Effect.acquireRelease(
  Effect.callback<{ readonly server: http.Server; readonly url: string }>((resume) => {
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
      resume(Effect.succeed({
        server,
        url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
      }))
    })
  }),
  ({ server }) => Effect.sync(() => server.close())
)

/** Every browser that was started. */
const groups = new Set<number>()
const profiles = () => fs.readdirSync(temporary).filter((name) => name.startsWith("gleaner-browser-")).length
/** A zombie has ended, and waits for its parent. */
const isAlive = (pid: number) => {
  try {
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}
const listeners = () => process.getActiveResourcesInfo().filter((kind) => kind === "TCPServerWrap").length
const descriptors = () => fs.readdirSync("/proc/self/fd").length

const figures = Effect.gen(function*() {
  const running = (yield* BrowserPool).groups()
  const group = running.at(-1)
  return yield* Effect.promise(async () =>
    `browser ${Math.round(await groupMemory(group) / mebibyte)} MiB in ${
      (await processesOf(group ?? -1)).length
    } processes, service ${
      Math.round(process.memoryUsage().rss / mebibyte)
    } MiB, ${descriptors()} descriptors, ${listeners()} listeners, ${running.length} of ${groups.size} browsers run`
  )
})

const renderOne = Effect.fnUntraced(function*(url: string, index: number) {
  const { render } = yield* Renderer
  const name = names[index % names.length] ?? ""
  const outcome = yield* Effect.result(
    render({
      url: new URL(`${url}/${name}`),
      isFresh: index % 4 === 0,
      ...(index % 10 === 0 ? { language: ["de"] } : {})
    }).pipe(RequestContext.by(`job ${Math.floor(index / 50) % 3}`, "crawl", Duration.minutes(1)))
  )
  const newest = (yield* BrowserPool).groups().at(-1)
  if (newest !== undefined) groups.add(newest)
  if (outcome._tag === "Failure") return outcome.failure.detail
  return outcome.success.warnings.length === 0 ? "" : `warning ${outcome.success.warnings[0]?.code}`
})

const run = Effect.gen(function*() {
  const { url } = yield* site
  const started = yield* Clock.currentTimeMillis
  const faults = new Map<string, number>()
  let done = 0
  yield* Effect.forEach(
    Array.from({ length: renders }, (_, index) => index),
    Effect.fnUntraced(function*(index) {
      const fault = (yield* renderOne(url, index)).replaceAll(/https?:\S+/g, "URL")
      if (fault !== "") faults.set(fault, (faults.get(fault) ?? 0) + 1)
      const newest = (yield* BrowserPool).groups().at(-1)
      if (++done % killEvery === 0 && newest !== undefined) process.kill(-newest, "SIGKILL")
      if (done % Math.ceil(renders / 40) !== 0) return
      const minutes = ((yield* Clock.currentTimeMillis) - started) / 60_000
      yield* Console.log(`${done} renders, ${minutes.toFixed(1)} min: ${yield* figures}`)
    }),
    { concurrency, discard: true }
  )
  for (const [fault, times] of faults) yield* Console.log(`${times} times: ${fault}`)
  const time = (yield* Clock.currentTimeMillis) - started
  yield* Console.log(`${done} renders in ${Math.round(time / 1000)} s, ${(done * 1000 / time).toFixed(2)} a second`)
})

const layers = Renderer.layerNoDeps.pipe(
  Layer.provideMerge(BrowserPool.layerNoDeps),
  Layer.provide(EgressProxy.layerOverDialer),
  Layer.provide(HttpTransport.layerResolver),
  Layer.provide(NodeDns.layer),
  Layer.provide(Logger.layer([])),
  Layer.provide(Settings.layerWith({
    allowAddresses: ["127.0.0.1/32"],
    renderConcurrency: concurrency,
    browser: browserSetting
  }))
)

const program = Effect.gen(function*() {
  yield* Effect.scoped(run).pipe(Effect.provide(layers))
  // Killed processes need a moment to end.
  yield* Effect.sleep("5 seconds")
  const left = yield* Effect.promise(() => Promise.all([...groups].map((pid) => processesOf(pid))))
  yield* Console.log(
    `left of ${groups.size} browsers: ${
      left.flat().filter(isAlive).length
    } processes, ${profiles()} profile folders, ${listeners()} listeners, service ${
      Math.round(process.memoryUsage().rss / mebibyte)
    } MiB`
  )
  fs.rmSync(temporary, { recursive: true, force: true })
})

NodeRuntime.runMain(program)
