import { assert } from "@effect/vitest"
import { Clock, Effect, Layer, Logger, Option, References, Stream } from "effect"
import {
  crawlDefaults,
  type CrawlOptions,
  isFinal,
  type Job,
  JobId,
  noStats
} from "../../../src/core/domain/job/Job.ts"
import type { StoredPage } from "../../../src/core/domain/job/LedgerRow.ts"
import type { WebhookEvent } from "../../../src/core/domain/options/Webhook.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { JobEvicted } from "../../../src/crawling/jobs/JobEvicted.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { type Mail, Mailer, type MailRefused } from "../../../src/crawling/notify/Mailer.ts"
import { memoryWebhooks } from "../../../src/crawling/stores/shared/local-webhooks.ts"
import { slice } from "../../../src/crawling/stores/shared/slices.ts"
import { openCursors } from "../../../src/crawling/webhooks/event-cursors.ts"
import { secretFrom } from "../../../src/crawling/webhooks/sign-message.ts"
import { NoAnswer, type Receipt, WebhookClient } from "../../../src/crawling/webhooks/WebhookClient.ts"
import { Webhooks } from "../../../src/crawling/webhooks/Webhooks.ts"
import { WebhookSecrets } from "../../../src/crawling/webhooks/WebhookSecrets.ts"
import { WebhookStore } from "../../../src/crawling/webhooks/WebhookStore.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"

export const id = JobId.make("0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6")
export const secretQuery = "token=a-secret-of-the-receiver"

interface Try {
  readonly at: number
  readonly id: string
  readonly type: string
  readonly body: string
  readonly data: { readonly pages?: ReadonlyArray<StoredPage>; readonly status?: string }
}

export const row = (n: number, outcome: StoredPage["outcome"]): StoredPage => ({
  url: `https://site.example/${n}`,
  outcome,
  code: outcome === "failed" ? "http_status" : "",
  status: outcome === "failed" ? 404 : 200,
  depth: 0,
  found_on: "",
  elapsed_ms: 1,
  seen: { text: "a hash that is nobody's business", etag: "\"1\"" }
})

/** A job with a webhook, whose ledger and status the test writes, and a receiver with the answers of the test. */
export const scene = (
  events: ReadonlyArray<WebhookEvent>,
  answer: (attempt: Try, count: number) => number | "none" | "silence" | Partial<Receipt> = () => 204,
  options: Partial<CrawlOptions> = {},
  refuse: (count: number) => Effect.Effect<void, MailRefused> = () => Effect.void
) => {
  const tries: Array<Try> = []
  const mails: Array<Mail> = []
  const logs: Array<string> = []
  const rows: Array<StoredPage> = []
  const state = { isKept: true, hasKey: true }
  let job: Job = {
    id,
    url: "https://site.example/",
    status: "queued",
    created_at: 0,
    finished_at: null,
    stats: noStats,
    errors: [],
    document_count: 0,
    notes: [],
    options: {
      ...crawlDefaults,
      ...options,
      ...(events.length === 0 ? {} : { webhook: { url: `receiver.example/hook?${secretQuery}`, events } })
    }
  }
  const become = (status: Job["status"]) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      job = { ...job, status, finished_at: isFinal(status) ? now / 1000 : null }
    })
  const layer = Webhooks.layerNoDeps.pipe(
    Layer.provideMerge(memoryWebhooks),
    Layer.provide(Layer.mock(JobStore, {
      isDurable: false,
      get: () => Effect.sync(() => state.isKept ? Option.some({ job, revision: 0 }) : Option.none()),
      documents: () => Stream.fail(new JobEvicted({ id })),
      ledger: (_, { after, change, limit }) =>
        Effect.sync(() => slice(rows.filter((row) => change === undefined || row.change === change), after, limit))
    })),
    Layer.provide(Layer.mock(Extractor, { parsers: [] })),
    Layer.provide(Layer.succeed(WebhookClient, {
      checkAddress: () => Effect.void,
      post: (url, fields, body, now) => {
        assert.match(url.href, /^https:\/\/(?:receiver|chat)\.example\/hook\?token=a-secret-of-the-receiver$/)
        const { data, type } = JSON.parse(body) as Try
        const attempt: Try = { at: now, id: String(fields["webhook-id"]), type, body, data }
        tries.push(attempt)
        const result = answer(attempt, tries.length)
        if (result === "silence") return Effect.never
        if (result === "none") return Effect.fail(new NoAnswer({ why: "the connection was refused" }))
        return Effect.succeed({
          status: 204,
          retryAfter: undefined,
          ...typeof result === "number" ? { status: result } : result
        })
      }
    })),
    Layer.provide(Layer.succeed(Mailer, {
      isConfigured: true,
      check: Effect.succeed(undefined),
      send: (mail) => {
        mails.push(mail)
        return refuse(mails.length)
      }
    })),
    Layer.provide(Layer.succeed(WebhookSecrets, {
      of: () => state.hasKey ? secretFrom(Buffer.from("0123456789abcdef0123456789abcdef")) : undefined
    })),
    Layer.provide(Settings.layerWith()),
    Layer.provide(Logger.layer([Logger.map(Logger.formatStructured, (line) => void logs.push(JSON.stringify(line)))])),
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "All"))
  )
  const open = Effect.flatMap(
    WebhookStore,
    (store) => store.open(id, "first", openCursors(events, 0, options.notify?.to.length))
  )
  const left = Effect.flatMap(WebhookStore, (store) => store.take(10))
  return { tries, mails, logs, rows, become, state, layer, open, left }
}

export const all: ReadonlyArray<WebhookEvent> = ["job.finished", "page.failed", "page.stored", "job.started"]
export const types = (tries: ReadonlyArray<Try>) => tries.map(({ type }) => type)
