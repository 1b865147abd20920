import * as NodeDns from "@effect/platform-node/NodeDns"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Clock, Console, Duration, Effect, Layer } from "effect"
import * as http from "node:http"
import type { Action } from "../../../src/core/domain/options/Action.ts"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { BrowserPool } from "../../../src/web/render/browser/BrowserPool.ts"
import { EgressProxy } from "../../../src/web/render/browser/EgressProxy.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"

/**
 * Cost of actions: `npm run bench -- actions [pages, 20] [concurrency, 4]`. Milliseconds of a page without actions,
 * with one that needs nothing, and of each further step; pages a second; the rows of a virtual list a second.
 */
const [pages = 20, concurrency = 4] = process.argv.slice(2).map(Number)

const filler = "Words that stand in the page from the start, so that nothing more has to be waited for. ".repeat(4)
const body = `<!doctype html><title>A page</title><p>${filler}</p><ul id=l></ul><input id=t>
  <button id=b onclick="l.insertAdjacentHTML('beforeend', '<li>one more</li>')">more</button>
  <div id=v style="height:400px;overflow:auto"><div id=s style="position:relative;height:60000px"></div></div>
  <script>
    const draw = () => {
      const first = Math.floor(v.scrollTop / 30)
      s.innerHTML = ""
      for (let i = first; i < Math.min(2000, first + 16); i++) {
        s.insertAdjacentHTML("beforeend", "<p style='position:absolute;margin:0;top:" + i * 30 + "px'>row " + i + "</p>")
      }
    }
    v.onscroll = draw
    draw()
  </script>`

const site = Effect.acquireRelease(
  Effect.promise(() =>
    new Promise<{ readonly server: http.Server; readonly url: string }>((resolve) => {
      const server = http.createServer((_, response) => {
        response.writeHead(200, { "content-type": "text/html" }).end(body)
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resolve({ server, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/` })
      })
    })
  ),
  ({ server }) => Effect.sync(() => server.close())
)

const layers = Renderer.layerNoDeps.pipe(
  Layer.provideMerge(BrowserPool.layerNoDeps),
  Layer.provide(EgressProxy.layerOverDialer),
  Layer.provide(HttpTransport.layerResolver),
  Layer.provide(NodeDns.layer),
  Layer.provide(Settings.layerWith({ allowAddresses: ["127.0.0.1/32"], renderConcurrency: concurrency }))
)

const render = Effect.fnUntraced(function*(url: string, actions?: ReadonlyArray<Action>) {
  const renderer = yield* Renderer
  const started = yield* Clock.currentTimeMillis
  const { html, warnings } = yield* renderer.render({
    url: new URL(url),
    isFresh: true,
    ...(actions === undefined ? {} : { actions })
  }).pipe(RequestContext.by("bench", "crawl", Duration.minutes(2)))
  if (warnings.length > 0) yield* Console.log(warnings)
  return { elapsed: (yield* Clock.currentTimeMillis) - started, html }
})

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const cases: Readonly<Record<string, ReadonlyArray<Action> | undefined>> = {
  "no actions": undefined,
  "1 click": [{ click: "#b" }],
  "10 clicks": Array.from({ length: 10 }, () => ({ click: "#b" })),
  "10 keys": Array.from({ length: 10 }, () => ({ press: "a" })),
  "10 texts of 10 letters": Array.from({ length: 10 }, () => ({ type: ["#t", "0123456789"] as const })),
  "10 hovers": Array.from({ length: 10 }, () => ({ hover: "#b" }))
}

const program = Effect.gen(function*() {
  const { url } = yield* site
  yield* render(url)
  for (const [name, actions] of Object.entries(cases)) {
    const alone = yield* Effect.forEach(Array.from({ length: Math.min(pages, 10) }), () => render(url, actions))
    const started = yield* Clock.currentTimeMillis
    yield* Effect.forEach(Array.from({ length: pages }), () => render(url, actions), { concurrency })
    const whole = (yield* Clock.currentTimeMillis) - started
    yield* Console.log(
      `${name}: median ${median(alone.map(({ elapsed }) => elapsed))} ms, ${
        (pages * 1000 / whole).toFixed(1)
      } pages/s at concurrency ${concurrency}`
    )
  }
  const { elapsed, html } = yield* render(url, [{ scroll: "#v" }])
  yield* Console.log(`a virtual list: ${html.match(/>row \d+</g)?.length ?? 0} of 2000 rows in ${elapsed} ms`)
}).pipe(Effect.scoped, Effect.provide(layers))

NodeRuntime.runMain(program)
