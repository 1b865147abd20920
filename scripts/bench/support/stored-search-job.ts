import { Duration, Effect, Logger } from "effect"
import { batchOptions } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import type { StorePlace } from "../../../src/core/settings/store-kinds.ts"
import { Frontier } from "../../../src/crawling/crawl/model/Frontier.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { storesIn } from "../../../src/crawling/stores/configured-stores.ts"
import { type IndexedPage, pageTerms } from "../../../src/extract/works/page-terms.ts"

/** Leases at a time: as many as a busy crawl settles together. */
const batch = 64

/** Stores a batch with an index, by the functions of its store alone. Its owner is the key of `serviceProcess`. */
export const storeSearchJob = (store: StorePlace, count: number, page: (n: number) => IndexedPage): Promise<string> =>
  Effect.gen(function*() {
    const jobs = yield* JobStore
    const urls = Array.from({ length: count }, (_, n) => page(n).url)
    const [seed = ""] = urls
    const ceiling = { maxPages: count, maxDepth: 1, sitemapFiles: 1 }
    const options = { ...batchOptions(urls, { max_pages: count, search: true }, ceiling), urls }
    const { id } = yield* jobs.create("bench", seed, options)
    yield* jobs.promote(1)
    const frontier = yield* (yield* Frontier).open({ id, seed: new URL(seed), options })
    const encoder = new TextEncoder()
    for (let stored = 0; stored < count;) {
      const leases = yield* frontier.lease(batch)
      for (const lease of leases) {
        const { depth, foundOn, seq, url } = lease
        const { markdown, title } = page(seq)
        const outcome = {
          _tag: "Page" as const,
          status: 200,
          finalUrl: url,
          canonicalUrl: "",
          textHash: url,
          links: [],
          signals: {},
          document: encoder.encode(JSON.stringify({ url, final_url: url, title, markdown })),
          terms: pageTerms({ url, title, markdown })
        }
        yield* frontier.end(lease, { seq, url, depth, foundOn, chain: [], elapsed: 1, outcome })
      }
      stored += yield* frontier.settle
    }
    return id
  }).pipe(
    Effect.scoped,
    Effect.provide(storesIn(store)),
    Effect.provide(
      Settings.layerWith({
        frontierUrls: count,
        ledgerPages: count,
        storeBytes: 2 ** 40,
        nodeBeat: Duration.minutes(5),
        nodeSilence: Duration.hours(1)
      })
    ),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  )
