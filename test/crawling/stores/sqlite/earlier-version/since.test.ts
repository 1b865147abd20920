import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import * as fs from "node:fs"
import * as path from "node:path"
import * as zlib from "node:zlib"
import { crawlDefaults, isFinal, type JobId } from "../../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../../src/core/settings/Settings.ts"
import { CrawlSupervisor } from "../../../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore, sqliteStores } from "../../../../../src/crawling/stores/index.ts"
import { fakeWeb } from "../../../../support/web/fake-web.ts"
import { folder } from "../folder.ts"

/** The pages of a site, and the file of version 0.1.0 after it had crawled them. */
const read = (name: string) => fs.readFileSync(path.join(import.meta.dirname, name))
const pages = JSON.parse(read("pages.json").toString()) as Record<string, string>
const seed = new URL("https://example.com/")

const crawled = Effect.fnUntraced(function*(since: string) {
  const { id } = yield* (yield* CrawlSupervisor).start("owner", seed, { ...crawlDefaults, since })
  const store = yield* JobStore
  for (;;) {
    const { job, revision } = Option.getOrThrow(yield* store.get("owner", id))
    if (isFinal(job.status)) {
      const { items } = yield* store.ledger(id, { after: 0, limit: 100 })
      const changes = Object.fromEntries(items.map(({ change, url }) => [new URL(url).pathname, change]))
      return { id: id as JobId, stored: job.stats.stored, changes }
    }
    yield* store.changed(id, revision)
  }
})

const same = { "/": "same", "/model-1": "same", "/model-2": "same", "/visit": "same" } as const

it.effect("pages of a job of an earlier version are the same where their markdown is the same", () =>
  Effect.gen(function*() {
    const file = path.join(yield* folder, "jobs.db")
    fs.writeFileSync(file, zlib.gunzipSync(read("jobs.db.gz")))
    const services = CrawlSupervisor.layer.pipe(
      Layer.provideMerge(sqliteStores(file)),
      Layer.provide(fakeWeb(pages).layer),
      Layer.provide(Settings.layerWith({ workers: 0, domainDelay: Duration.zero }))
    )
    yield* Effect.gen(function*() {
      yield* TestClock.adjust(Duration.zero)
      const [old] = (yield* (yield* JobStore).list("owner", { limit: 1 })).items
      const first = yield* crawled(old?.id ?? "")
      assert.deepStrictEqual(first, { id: first.id, stored: 0, changes: same })
      // From then on by the hash of this version.
      pages[`${seed.href}visit`] = (pages[`${seed.href}visit`] ?? "").replace("Saturdays", "Sundays")
      const second = yield* crawled(first.id)
      assert.deepStrictEqual(second, { id: second.id, stored: 1, changes: { ...same, "/visit": "changed" } })
    }).pipe(Effect.provide(services))
  }))
