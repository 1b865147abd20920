import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Scope } from "effect"
import * as fs from "node:fs"
import { type RunningService, serviceProcess } from "../../support/entries/service-process.ts"
import { json } from "../../support/shapes.ts"
import { type HostileOrigins, hostileOutcomes, hostileSites } from "../../support/web/hostile-site.ts"

const scope = Scope.makeUnsafe()
let service: RunningService
let origins: HostileOrigins
/** MiB of the service before any attack. */
let before: number
beforeAll(async () => {
  origins = await Effect.runPromise(Scope.provide(hostileSites, scope))
  service = await serviceProcess({ workers: 1, fetchTimeout: Duration.seconds(3) })
  assert.strictEqual(await outcomeOf(`${origins.main}/good`), "200")
  before = resident(service.pid, "VmRSS")
})
afterAll(async () => {
  await service.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const statuses: Readonly<Record<string, number>> = {
  body_too_large: 413,
  fetch_failed: 502,
  upstream_timeout: 504
}

/** The outcome of a scrape, in the form of `hostileOutcomes`, after a check of its form and of the service. */
const outcomeOf = async (url: string): Promise<string> => {
  const response = await service.call("/v1/scrape", { json: { url } })
  const { code, reason, ...body } = await json(response)
  assert.strictEqual((await service.call("/healthz")).status, 200, url)
  if (response.status === 200) return String(body["status"])
  assert.strictEqual(response.headers.get("content-type"), "application/problem+json", url)
  assert.include(body, { type: `urn:gleaner:problem:${String(code)}`, status: response.status }, url)
  assert.strictEqual(response.status, statuses[String(code)], `${url} ${String(code)}`)
  return reason === undefined ? String(code) : `${String(code)} ${String(reason)}`
}

/** Eight at once. */
const outcomesOf = (urls: ReadonlyArray<string>) =>
  Effect.runPromise(Effect.forEach(urls, (url) => Effect.promise(() => outcomeOf(url)), { concurrency: 8 }))

/** Where Linux says it, the MiB of a process in memory: now, or the maximum so far. */
const resident = (pid: number, field: "VmRSS" | "VmHWM"): number => {
  const file = `/proc/${pid}/status`
  if (!fs.existsSync(file)) return 0
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(fs.readFileSync(file, "utf8"))?.[1]) / 1024
}

describe("the built service", { tags: "long" }, () => {
  it("answers each attack of a site with its status and problem, stays alive, and grows little", async () => {
    const found = await outcomesOf(hostileOutcomes.map(([path]) => origins.main + path))
    for (const [index, [path, outcome]] of hostileOutcomes.entries()) {
      // A busy machine may unpack too few of the bytes in time.
      const isLarge = /MB|GB|empty|endless/.test(path)
      assert.oneOf(found[index], isLarge ? [outcome, "upstream_timeout"] : [outcome], path)
    }
    assert.isBelow(resident(service.pid, "VmHWM") - before, 192, "MiB")
  })

  it("limits the bytes and the time of a hostile robots.txt", async () => {
    const named = ["100 MB", "endless", "dripping"].map((name) => origins.robots[name] ?? "")
    assert.deepStrictEqual(await outcomesOf(named.map((origin) => `${origin}/page`)), [
      "200",
      "200",
      "upstream_timeout"
    ])
    assert.isBelow(resident(service.pid, "VmHWM") - before, 192, "MiB")
  })

  it("documents these answers", async () => {
    const { paths } = await json(await service.call("/openapi.json"))
    const { "/v1/scrape": { post } } = paths as { readonly "/v1/scrape": { readonly post: { responses: object } } }
    assert.containsAllKeys(post.responses, ["200", ...Object.values(statuses).map(String)])
  })
})
