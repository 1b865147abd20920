import { once } from "node:events"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { Worker } from "node:worker_threads"
import { hostileBodies, type HostileBody, packed } from "../support/hostile-bodies.ts"
import { serviceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, quantile, report } from "../support/report.ts"

/**
 * Hostile bodies of all media types, 1 to 10 MB, every second one packed, against the running service: `npm run bench
 * -- hostile [bodies, 300] [at once, 4]`. The service is src/main.ts, or what BENCH_MAIN names (dist/main.js).
 * Meanwhile /healthz is polled every 50 ms. On a signal, it prints the figures so far. A process that dies, or a
 * /healthz slower than 250 ms in more than one of a hundred, is a failure.
 */
const [count = 0, atOnce = 0] = numbersFrom(300, 4)
const most = 250

const bodies = hostileBodies(count)
const site = http.createServer((request, response) => {
  const index = Number(path.basename(request.url ?? ""))
  const hostile = request.url?.startsWith("/body/") === true ? bodies[index] : undefined
  if (hostile === undefined) return void response.writeHead(404).end()
  const body = hostile.make()
  const isPacked = Math.floor(index / 2) % 2 === 1
  response.on("error", () => {})
  response.writeHead(200, { "content-type": hostile.mediaType, ...(isPacked ? { "content-encoding": "gzip" } : {}) })
  response.end(isPacked ? packed(body) : body)
})
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
// A server that listens on a port has an address with a port.
const { port } = site.address() as AddressInfo

// eslint-disable-next-line -- a benchmark's own
const service = await serviceProcess({}, process.env["BENCH_MAIN"] ?? "src/main.ts")

const health = new Worker(new URL("../support/processes/health-watch.ts", import.meta.url), { workerData: service.url })

interface Answer {
  readonly kind: string
  readonly answer: string
  readonly seconds: number
}

const scrape = async (index: number, { kind, mediaType }: HostileBody): Promise<Answer> => {
  const started = performance.now()
  const answer = await service.call("/v1/scrape", { url: `http://127.0.0.1:${port}/body/${index}` }).then(
    answerOf,
    String
  )
  return {
    kind: `${mediaType.split("/")[1]?.split(".").at(-1)}: ${kind}`,
    answer,
    seconds: (performance.now() - started) / 1000
  }
}

const answerOf = async (response: Response): Promise<string> => {
  const said = await response.json() as {
    readonly code?: string
    readonly detail?: string
    readonly trace?: { readonly warnings: ReadonlyArray<{ readonly code: string }> }
  }
  const why = /more memory|longer than|broken|larger unpacked/.exec(said.detail ?? "")?.[0]
  return [response.status, said.code, why, ...(said.trace?.warnings ?? []).map(({ code }) => code)]
    .filter((word) => word !== undefined).join(" ")
}

const answers: Array<Answer> = []
// On a signal, print the figures so far.
const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort())
const left = bodies.entries()
await Promise.all(Array.from({ length: atOnce }, async () => {
  for (const [index, body] of left) {
    if (stop.signal.aborted) return
    const answer = await scrape(index, body)
    answers.push(answer)
    process.stderr.write(`${index} ${answer.kind}: ${answer.answer} (${answer.seconds.toFixed(1)} s)\n`)
  }
}))
const taking = once(health, "message")
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
health.postMessage("enough")
const taken: ReadonlyArray<number> = (await taking)[0]
const isAlive = await fetch(`${service.url}/readyz`).then(({ ok }) => ok, () => false)
await service.stop()
site.close()

const kinds = Map.groupBy(answers, ({ answer, kind }) => `${kind}\n${answer}`)
report([...kinds].map(([key, all]) => ({
  "body": key.split("\n")[0] ?? "",
  "answer": key.split("\n")[1] ?? "",
  "times": all.length,
  "seconds at most": Math.max(...all.map(({ seconds }) => seconds))
})))
const p99 = quantile(taken, 0.99)
report([{
  "bodies": answers.length,
  "process deaths": isAlive ? 0 : 1,
  "/healthz asked": taken.length,
  "p50 ms": quantile(taken, 0.5),
  "p99 ms": p99,
  "max ms": Math.max(...taken)
}])
if (!isAlive || p99 >= most) process.exitCode = 1
