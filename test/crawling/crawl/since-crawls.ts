import { Duration, Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { Document } from "../../../src/core/domain/document/Document.ts"
import { crawlDefaults, type CrawlOptions, isFinal } from "../../../src/core/domain/job/Job.ts"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import type { FakePage, fakeWeb } from "../../support/web/fake-web.ts"

export const site = "https://example.com"

/** A page that answers conditional requests as a server of files does. */
export const versioned = (body: string, etag: string | undefined, modified?: string): FakePage => ({ headers }) => {
  const validators = {
    ...(etag === undefined ? {} : { etag }),
    ...(modified === undefined ? {} : { "last-modified": modified })
  }
  const isSame = etag === undefined
    ? modified !== undefined && headers["if-modified-since"] === modified
    : headers["if-none-match"] === etag
  return isSame ? { status: 304, headers: validators } : { headers: validators, body }
}

/** Crawls as the service runs them: the job at its end with its ledger and its documents. */
export const job = Effect.fnUntraced(function*(changes: Partial<CrawlOptions> = {}) {
  const supervisor = yield* CrawlSupervisor
  const store = yield* JobStore
  // Time stands still here. A clock that was asked to go on by nothing does not warn of that.
  yield* TestClock.adjust(Duration.zero)
  const { id } = yield* supervisor.start("owner", new URL(site), { ...crawlDefaults, ...changes })
  const jobId = id
  for (;;) {
    const { job, revision } = Option.getOrThrow(yield* store.get("owner", jobId))
    if (isFinal(job.status)) {
      const { items } = yield* store.ledger(jobId, { after: 0, limit: 100_000 })
      const documents = yield* Stream.runCollect(store.documents(jobId))
      return {
        ...job,
        rows: items,
        changes: Object.fromEntries(items.map(({ change, url }) => [url.replace(site, ""), change])),
        documents: documents.map((json) => JSON.parse(new TextDecoder().decode(json)) as Document)
      }
    }
    yield* store.changed(jobId, revision)
  }
})

/** Requests since the last call, with the validators that were sent. */
export const asks = (web: ReturnType<typeof fakeWeb>) => {
  let from = 0
  return () => {
    const fresh = web.pages().slice(from)
    from = web.pages().length
    return fresh.map(({ headers, url }) => ({
      path: url.replace(site, ""),
      isConditional: headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined
    }))
  }
}
