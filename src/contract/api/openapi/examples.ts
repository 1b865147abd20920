import { crawlDefaults, type Job, JobId } from "../../../core/domain/job/Job.ts"
import type { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import type { Limits } from "../../../core/domain/options/Limits.ts"
import { type Schedule, ScheduleId, type ScheduleRun } from "../../../core/domain/schedule/Schedule.ts"
import { discovered, document, explained, url } from "./page-examples.ts"
import { profileExamples } from "./profile-examples.ts"
import { wrapperExamples } from "./wrapper-examples.ts"

/** No key has this secret. */
const webhookSecret = { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA=" }

const job: Job = {
  id: JobId.make("0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6"),
  url: "https://example.com/",
  status: "running",
  created_at: 1_795_241_722.9,
  finished_at: null,
  stats: { crawled: 12, stored: 11, failed: 1, skipped: 0, duplicates: 0, pending: 30 },
  errors: [],
  document_count: 11,
  notes: [],
  options: crawlDefaults
}

const row: LedgerRow = {
  url,
  outcome: "stored",
  code: "",
  status: 200,
  depth: 1,
  found_on: "https://example.com/",
  elapsed_ms: 84
}

const record = {
  page_url: url,
  source: "json-ld",
  type: "Product",
  name: "Tide clock",
  url: "https://example.com/clock",
  image: "",
  price: 89,
  currency: "GBP",
  description: "",
  fields: { name: "Tide clock", offers: { price: "89", priceCurrency: "GBP" } }
}

export const exampleLimits: Limits = {
  max_pages: 10_000,
  max_depth: 20,
  max_running_crawls: 4,
  max_crawls: 16,
  max_crawls_per_key: 16,
  max_schedules: 100,
  max_profiles: 100,
  max_wrappers: 100,
  frontier_urls: 1_000_000,
  crawl_hold_bytes: 67_108_864,
  max_sitemaps: 50_000,
  requests_per_minute: 120,
  max_ocr_pages: 50,
  max_body_bytes: 10_485_760,
  max_request_body_bytes: 65_536,
  max_batch_body_bytes: 1_048_576,
  fetch_timeout_seconds: 30,
  request_timeout_seconds: 60,
  max_redirects: 10,
  domain_delay_seconds: 1,
  job_retention_seconds: 900,
  store_bytes: 536_870_912,
  ledger_pages: 100_000,
  max_streams: 32,
  unread_bytes: 268_435_456,
  cache_bytes: 134_217_728,
  cache_directory_bytes: 0,
  render_concurrency: 2,
  max_picture_bytes: 33_554_432,
  workers: 2,
  worker_memory_bytes: 536_870_912,
  extract_timeout_seconds: 15,
  max_scrapes: 64,
  max_loop_delay_seconds: 0.5,
  max_memory_percent: 90
}

const run: ScheduleRun = {
  n: 2,
  scheduled_at: 1_795_241_700,
  started_at: 1_795_241_700.4,
  finished_at: 1_795_241_790.2,
  status: "done",
  job_id: job.id,
  since: JobId.make("5d1c7a90b3e24f6889aa10c4d7e2f3b6"),
  changes: { new: 1, changed: 2, same: 38, removed: 0 },
  skipped: 0
}

const schedule: Schedule = {
  id: ScheduleId.make("c2a1f0e9d8b74635a2b1c0d9e8f7a6b5"),
  name: "Prices of the shop",
  cron: "30 6 * * 1-5",
  every_seconds: null,
  timezone: "Europe/Berlin",
  keep: 10,
  paused: false,
  created_at: 1_795_155_322,
  next_run_at: 1_795_325_400,
  last_run: run,
  job: { url: job.url, options: crawlDefaults }
}

const scheduled = { url: "https://example.com/", max_pages: 50 }

const follows = { next_cursor: "am9iczox", has_more: true, total: 42 }

/** One example of each body. The key is the name of its schema. */
export const examples: Readonly<Record<string, unknown>> = {
  ScrapeRequest: { url, include_html: false },
  ExtractRequest: {
    html: "<title>Tides</title><p>The tide comes in twice a day.</p>",
    url,
    fields: ["title", "markdown"]
  },
  ScreenshotRequest: { url, full_page: true, format: "webp" },
  ExplainRequest: { url, exclude_selectors: [".comments"] },
  DiscoverRequest: { url, internal_only: true },
  BatchRequest: { urls: [url, "https://example.org/"], fields: ["url", "title", "markdown"] },
  SearchRequest: { query: "how are tides predicted", limit: 3, pages: { fields: ["title", "markdown"] } },
  SearchAnswer: {
    results: [{ url, title: document.title, snippet: "A tide table.", engines: ["brave", "duckduckgo"], document }],
    notes: ["These engines did not answer: google (CAPTCHA)."]
  },
  CrawlRequest: { url: "https://example.com/", max_pages: 50, exclude: ["*print=*"] },
  CrawlPlan: {
    url: "https://example.com/",
    allowed: true,
    robots_line: "Allow: /",
    delay_seconds: 1,
    sitemap_urls: 40,
    lastmod: { urls: 38, oldest: "2024-05-02", newest: "2026-11-22" },
    links: 12,
    pages: 41,
    finish_seconds: 44.2,
    notes: []
  },
  Document: document,
  Explanation: explained,
  DiscoverResult: discovered,
  Job: job,
  JobWithDocuments: { ...job, documents: [document] },
  JobList: { jobs: [job], ...follows },
  JobRecords: { records: [record], next_cursor: "cmVjb3Jkczo0LjI", has_more: true },
  JobTemplates: {
    templates: [{
      template: "5d0b1f6a8c2e4973",
      host: "example.com",
      pages: 240,
      share: 0.8,
      url_pattern: "https://example.com/articles/*",
      examples: [url],
      fields: [{ name: "title", pages: 240 }, { name: "author", pages: 212 }],
      records: [{ type: "Article", pages: 236, fields: [{ name: "name", pages: 236 }, { name: "image", pages: 120 }] }]
    }],
    next_cursor: null,
    has_more: false,
    total: 1
  },
  JobDocuments: { documents: [document], ...follows },
  JobPassages: {
    passages: [{
      url: `${url}#:~:text=printed%20a%20year%20ahead`,
      title: document.title,
      heading_path: [document.title],
      markdown: "A tide table is printed a year ahead.",
      tokens: 10,
      score: 3.2,
      highlights: [{ start: 2, end: 6 }]
    }]
  },
  Ledger: { ledger: [row], ...follows },
  ScheduleRequest: { name: schedule.name, cron: schedule.cron, timezone: schedule.timezone, job: scheduled },
  SchedulePatch: { paused: true },
  Schedule: schedule,
  ScheduleList: { schedules: [schedule], ...follows },
  ScheduleRun: run,
  ScheduleRuns: { runs: [run] },
  ScheduleChanges: {
    changes: [{ run: 2, job_id: job.id, at: 1_795_241_790.2, page: { ...row, change: "changed" } }],
    next_cursor: "Y2hhbmdlczoyLjEuMg",
    has_more: true
  },
  ...profileExamples,
  ...wrapperExamples,
  WebhookSecret: webhookSecret,
  Session: { name: "search", expires_at: 1_795_284_922 },
  Domains: {
    domains: [{
      domain: "example.com",
      delay_seconds: 5,
      crawl_delay_seconds: 5,
      back_off_seconds: 0,
      in_flight: 0,
      waiting: 3,
      waiting_others: 0,
      reason: "crawl_delay",
      next_turn_at: 1_795_241_726.4,
      last_turn_at: 1_795_241_721.4
    }],
    total: 1
  },
  Usage: { nodes: 1, bounds: [{ name: "max_running_crawls", used: 1, limit: 4 }] },
  Health: {
    status: "ok",
    version: "0.2.0",
    uptime_seconds: 12.5,
    capabilities: { rendering: true, parsers: ["text/html", "application/pdf"], ocr: ["eng"] },
    limits: exampleLimits
  }
}
