import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { type ServiceProcess, serviceProcess } from "../../../../scripts/bench/support/processes/service-process.ts"
import { politenessOf, type Sites, startSites } from "../../../../scripts/bench/support/sites/site-log.ts"
import { httpProxy, type RunningProxy } from "../../../support/network/proxies.ts"
import { polled } from "../../../support/polled.ts"
import { json } from "../../../support/shapes.ts"
import { noPostgres, sharedPostgres } from "../../../support/stores/postgres.ts"

const delay = 60

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "two nodes over a list of proxies", { tags: "long" }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-proxied-nodes-"))
  const scopes = [Scope.makeUnsafe(), Scope.makeUnsafe(), Scope.makeUnsafe()]
  let sites: Sites
  let proxies: ReadonlyArray<RunningProxy>
  let nodes: ReadonlyArray<ServiceProcess>
  beforeAll(async () => {
    proxies = await Promise.all(scopes.map((scope) => Effect.runPromise(Scope.provide(httpProxy(), scope))))
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
    for (const scope of scopes) await Effect.runPromise(Scope.close(scope, Exit.void))
    fs.rmSync(folder, { recursive: true })
  })

  it("has one turn of a domain over all of them, and loses no page in flight at a proxy that stops", async () => {
    const [first, second] = [nodes[0] ?? assert.fail(), nodes[1] ?? assert.fail()]
    const body = { url: sites.seed, scope: "any", max_pages: 200, max_depth: 20 }
    const { id } = await json(await first.call("/v1/crawl", body))
    await polled(sites.requests, ({ length }) => length >= 60)
    // Their ports decide which proxy has which domains, and one may have none. This one has the most.
    const failing = proxies.reduce((most, proxy) => domainsOf(proxy).size > domainsOf(most).size ? proxy : most)
    const moved = domainsOf(failing)
    await Effect.runPromise(Scope.close(scopes[proxies.indexOf(failing)] ?? assert.fail(), Exit.void))
    const closed = performance.timeOrigin + performance.now()
    await (await second.events(String(id))).text()
    const job = await json(await second.call(`/v1/jobs/${id}`))
    assert.deepInclude(job, { status: "done" })
    assert.deepInclude(job["stats"], { crawled: 200, failed: 0, skipped: 0, pending: 0 })
    const log = await sites.requests()
    assert.deepInclude(politenessOf(log, delay), { overlaps: 0, gapsBelow: 0 })
    assert.strictEqual(new Set(log.map(({ agent }) => agent)).size, 2)
    // Each domain has one proxy, and those of the failing one have another one since.
    const others = proxies.filter((proxy) => proxy !== failing).map(domainsOf)
    const reached = new Set(others.flatMap((domains) => [...domains]))
    assert.strictEqual(reached.size, others.reduce((sum, { size }) => sum + size, 0))
    const since = new Set(log.filter(({ begun }) => begun > closed).map(({ domain }) => domain))
    assert.isAbove(since.intersection(moved).size, 0)
    assert.deepStrictEqual(since.difference(reached), new Set())
  })
})

const domainsOf = ({ asked }: RunningProxy): ReadonlySet<string> =>
  new Set(asked.map((target) => target.split(":")[0] ?? ""))
