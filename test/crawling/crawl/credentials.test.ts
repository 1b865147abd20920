// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { inspect } from "node:util"
import { crawlOptions, JobId } from "../../../src/core/domain/job/Job.ts"
import { credentialsOf } from "../../../src/core/domain/SiteCredentials.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { idempotency } from "../../../src/crawling/jobs/Idempotency.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { NodeId, Nodes } from "../../../src/crawling/jobs/Nodes.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { options, page, redirect, servicesOver } from "../../support/entries/crawl-over.ts"
import { timePasses } from "../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../support/web/fake-web.ts"

const site = "https://example.com"
const secrets = ["token-of-header", "token-of-cookie"]
const credentials = credentialsOf(`${site}/`, {
  headers: Redacted.make({ Authorization: "Bearer token-of-header" }),
  cookies: Redacted.make({ sid: "token-of-cookie" })
})

const members = (text: string, ...links: ReadonlyArray<string>): FakePage => ({ headers }) =>
  headers["authorization"] === undefined
    ? { status: 401, headers: { "content-type": "text/html" } }
    : page(text, ...links)

const pages: Readonly<Record<string, FakePage>> = {
  [`${site}/robots.txt`]: { body: `Sitemap: ${site}/sitemap.xml\nSitemap: https://maps.example.com/theirs.xml` },
  // Only members get the sitemap of their own site.
  [`${site}/sitemap.xml`]: ({ headers }) => ({
    status: headers["authorization"] === undefined ? 401 : 200,
    headers: { "content-type": "text/xml" },
    body: `<urlset><url><loc>${site}/listed</loc></url></urlset>`
  }),
  "https://maps.example.com/theirs.xml": redirect(`${site}/back.xml`),
  [`${site}/back.xml`]: {
    headers: { "content-type": "text/xml" },
    body: `<urlset><url><loc>${site}/listed</loc></url></urlset>`
  },
  [`${site}/`]: members(
    "start",
    "/a",
    "/out",
    "https://other.org/",
    "http://example.com/plain",
    "https://www.example.com/w"
  ),
  [`${site}/a`]: members("a"),
  [`${site}/listed`]: members("listed"),
  [`${site}/out`]: redirect("https://other.org/back"),
  "https://other.org/": page("other", `${site}/b`),
  "https://other.org/back": redirect(`${site}/c`),
  [`${site}/b`]: members("b"),
  [`${site}/c`]: members("c"),
  "http://example.com/plain": page("plain"),
  "https://www.example.com/w": page("w")
}

/** A crawl by the supervisor until it ends: its job, and all that is kept of it. */
const crawlWith = Effect.fnUntraced(function*() {
  const supervisor = yield* CrawlSupervisor
  const store = yield* JobStore
  const made = yield* supervisor.start(
    "owner",
    new URL(`${site}/`),
    crawlOptions(
      // Fields of a request besides its options.
      Object.assign({ ...options, scope: "any" as const, sitemaps: true }, { headers: credentials?.headers }),
      yield* Settings
    ),
    { key: "key", asked: "" },
    credentials
  )
  const { id } = made
  const look = Effect.map(store.get("owner", id), (found) => Option.getOrThrow(found).job)
  for (let round = 0; round < 200 && (yield* look).finished_at === null; round++) yield* timePasses("1 second")
  const { items } = yield* store.ledger(id, { after: 0, limit: 1000 })
  return { job: yield* look, rows: items }
})

const told = (web: ReturnType<typeof fakeWeb>) =>
  web.log.filter(({ headers }) => secrets.some((secret) => JSON.stringify(headers).includes(secret))).map(({ url }) =>
    url
  )

describe("a crawl with credentials", () => {
  it.effect("sends them to the pages of the seed's origin, and nowhere else; the job shows none", () => {
    const web = fakeWeb(pages)
    return Effect.gen(function*() {
      const { job, rows } = yield* crawlWith()
      const own = ["/", "/a", "/listed", "/out", "/b", "/sitemap.xml"].map((path) => site + path)
      assert.sameMembers([...new Set(told(web))], own)
      assert.isAbove(web.count("https://other.org/back"), 0)
      assert.isAbove(web.count(`${site}/back.xml`), 0)
      assert.deepInclude(job, { status: "done" })
      // Behind a redirect that had left the origin, it is asked for without them.
      assert.strictEqual(web.count(`${site}/c`), 1)
      assert.deepInclude(rows.find(({ url }) => url === `${site}/out`), { outcome: "failed", status: 401 })
      assert.strictEqual(job.options.credentials_node, 1)
      for (const secret of secrets) {
        assert.notInclude(`${JSON.stringify({ job, rows })}${inspect(job, { depth: 9 })}`, secret)
      }
    }).pipe(Effect.provide(servicesOver(web)))
  })

  it.effect("runs where they are: another node leaves it alone, and fails it once that node is gone", () => {
    let isGone = false
    const ran: Array<string> = []
    const nodes = Layer.effect(
      Nodes,
      Effect.map(Nodes, (single) => ({
        ...single,
        self: NodeId.make(2),
        isAlive: () => Effect.sync(() => !isGone)
      }))
    )
    const runner = Layer.succeed(CrawlRunner, {
      run: ({ id }) => Effect.sync(() => ran.push(id)).pipe(Effect.as("done" as const))
    })
    return Effect.gen(function*() {
      const store = yield* JobStore
      const held = { ...options, credentials_node: 1 }
      const { id } = yield* store.create("owner", `${site}/`, held)
      const plain = yield* store.create("owner", `${site}/`, options)
      const jobOf = (id: string) =>
        Effect.map(store.get("owner", JobId.make(id)), (found) => Option.getOrThrow(found).job)
      yield* timePasses("5 seconds")
      assert.deepStrictEqual(ran, [plain.id])
      assert.strictEqual((yield* jobOf(id)).status, "running")
      isGone = true
      yield* timePasses("5 seconds")
      const job = yield* jobOf(id)
      assert.strictEqual(job.status, "failed")
      assert.deepStrictEqual(job.errors.map(({ code }) => code), ["credentials_lost"])
      assert.deepStrictEqual(ran, [plain.id])
    }).pipe(
      Effect.provide(
        CrawlSupervisor.layerNoDeps.pipe(
          Layer.provide(runner),
          Layer.provide(nodes),
          Layer.provideMerge(memoryStore),
          Layer.provideMerge(Settings.layerWith({}))
        )
      )
    )
  })

  it("is another crawl without them, and the same one with them", () => {
    const asked = (hasCredentials: boolean) => idempotency("key", site, options, hasCredentials).asked
    assert.strictEqual(asked(true), asked(true))
    assert.notStrictEqual(asked(true), asked(false))
  })

  it("has no option that could hold them", () => {
    const made = crawlOptions({ headers: credentials?.headers, cookies: secrets } as object, {
      maxPages: 1,
      maxDepth: 1,
      sitemapFiles: 1
    })
    assert.notInclude(Object.keys(made).join(), "headers")
    assert.notInclude(Object.keys(made).join(), "cookies")
  })
})
