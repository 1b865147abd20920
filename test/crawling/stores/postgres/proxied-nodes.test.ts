import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { type ServiceProcess, serviceProcess } from "../../../../scripts/bench/support/processes/service-process.ts"
import { politenessOf, type Sites, startSites } from "../../../../scripts/bench/support/sites/site-log.ts"
import { httpProxy, type RunningProxy } from "../../../support/network/proxies.ts"
import { json } from "../../../support/shapes.ts"
import { noPostgres, sharedPostgres } from "../../../support/stores/postgres.ts"

const delay = 60

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "two nodes over a list of proxies", { tags: "long" }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-proxied-nodes-"))
  const all = Scope.makeUnsafe()
  const failing = Scope.makeUnsafe()
  let sites: Sites
  let proxies: ReadonlyArray<RunningProxy>
  let nodes: ReadonlyArray<ServiceProcess>
  beforeAll(async () => {
    const started = (scope: Scope.Scope) => Effect.runPromise(Scope.provide(httpProxy(), scope))
    proxies = [await started(all), await started(failing), await started(all)]
    const list = path.join(folder, "proxies")
    fs.writeFileSync(list, proxies.map(({ port }) => `http://127.0.0.1:${port}`).join("\n"))
    const postgres = await sharedPostgres()
    sites = await startSites({ domains: 8, pagesPerDomain: 30, outlinks: 8 })
    const shared = {
      GLEANER_STORE: postgres.database(),
      GLEANER_PROXIES: `file:${list}`,
      GLEANER_DOMAIN_DELAY: `${delay} millis`,
      GLEANER_WORKERS: "0"
    }
    nodes = await Promise.all([1, 2].map((n) => serviceProcess({ ...shared, GLEANER_USER_AGENT: `node-${n}` })))
  })
  afterAll(async () => {
    await Promise.all(nodes.map(({ stop }) => stop()))
    await sites.stop()
    for (const scope of [all, failing]) await Effect.runPromise(Scope.close(scope, Exit.void))
    fs.rmSync(folder, { recursive: true })
  })

  it("has one turn of a domain over all of them, by the log of the sites, also when a proxy fails", async () => {
    const [first, second] = [nodes[0] ?? assert.fail(), nodes[1] ?? assert.fail()]
    const body = { url: sites.seed, scope: "any", max_pages: 200, max_depth: 20 }
    const { id } = await json(await first.call("/v1/crawl", body))
    while ((await sites.requests()).length < 60) await new Promise((resolve) => setTimeout(resolve, 20))
    await Effect.runPromise(Scope.close(failing, Exit.void))
    await (await second.events(String(id))).text()
    const job = await json(await second.call(`/v1/jobs/${id}`))
    assert.deepInclude(job, { status: "done" })
    assert.deepInclude(job["stats"], { crawled: 200, failed: 0 })
    const log = await sites.requests()
    assert.deepInclude(politenessOf(log, delay), { overlaps: 0, gapsBelow: 0 })
    assert.strictEqual(new Set(log.map(({ agent }) => agent)).size, 2)
    // Each domain has one proxy, and those of the failing one have another one since.
    const [one, two, three] = proxies.map(({ asked }) => new Set(asked.map((target) => target.split(":")[0])))
    if (one === undefined || two === undefined || three === undefined) return assert.fail()
    assert.isAbove(two.size, 0)
    assert.deepStrictEqual([...one].filter((domain) => three.has(domain)), [])
    const reached = new Set([...one, ...three])
    assert.deepStrictEqual(new Set(log.map(({ domain }) => domain)).difference(reached), new Set())
  })
})
