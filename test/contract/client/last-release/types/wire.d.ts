type WireBlock = {
  readonly "markdown": string
  readonly "path": string
  readonly "start": number
  readonly "end": number
  readonly "url": string
}
type WireLink = {
  readonly "url": string
  readonly "text": string
  readonly "internal": boolean
  readonly "nofollow": boolean
}
type WireImage = { readonly "url": string; readonly "alt": string; readonly "title": string }
type WireTable = {
  readonly "caption": string
  readonly "headers": ReadonlyArray<string>
  readonly "rows": ReadonlyArray<ReadonlyArray<string>>
}
type WireRecord = {
  readonly "source": "json-ld" | "microdata" | "rdfa" | "selectors" | "repeated"
  readonly "type": string
  readonly "fields": { readonly [x: string]: unknown }
}
type WireMetadata = {
  readonly "json_ld": ReadonlyArray<{ readonly [x: string]: unknown }>
  readonly "open_graph": { readonly [x: string]: ReadonlyArray<string> }
  readonly "twitter": { readonly [x: string]: string }
  readonly "canonical_url": string
  readonly "feeds": ReadonlyArray<{ readonly "url": string; readonly "title": string; readonly "type": string }>
  readonly "icons": ReadonlyArray<
    { readonly "url": string; readonly "rel": string; readonly "sizes": string; readonly "type": string }
  >
  readonly "modified_date": string
  readonly "microdata": ReadonlyArray<{ readonly [x: string]: unknown }>
}
type WireStage = {
  readonly "name": "fetch" | "parse" | "content" | "metadata" | "links" | "media" | "records" | "combine"
  readonly "elapsed_ms": number
}
type WireRedirect = { readonly "url": string; readonly "status": number; readonly "location": string }
type WireSignals = {
  readonly "search"?: "yes" | "no"
  readonly "ai-input"?: "yes" | "no"
  readonly "ai-train"?: "yes" | "no"
}
type WireWarningCode =
  | "stale_response"
  | "rendering_unavailable"
  | "render_failed"
  | "render_timeout"
  | "render_unsettled"
  | "render_budget"
  | "javascript_required"
  | "challenge_page"
  | "login_required"
  | "consent_page"
  | "not_found_page"
  | "selector_unmatched"
  | "wait_for_missing"
  | "no_content"
  | "encoding_guessed"
  | "page_truncated"
  | "page_flattened"
  | "json_ld_invalid"
  | "csv_invalid"
  | "csv_truncated"
  | "xml_invalid"
  | "xml_truncated"
  | "json_invalid"
  | "json_deep"
  | "json_large"
  | "feed_truncated"
  | "document_truncated"
  | "pdf_truncated"
  | "pdf_without_text"
type WireJobStatus = "queued" | "running" | "done" | "failed" | "cancelled"
type WireJobStats = {
  readonly "crawled": number
  readonly "stored": number
  readonly "failed": number
  readonly "skipped": number
  readonly "duplicates": number
  readonly "pending": number
}
type WireJobError = {
  readonly "url": string
  readonly "code": string
  readonly "message": string
  readonly "at": number
}
type WireScope = "domain" | "subdomains" | "prefix" | "any"
type WirePurpose = "search" | "ai-input" | "ai-train"
type WireDocumentField =
  | "url"
  | "final_url"
  | "fetched_at"
  | "status"
  | "content_type"
  | "depth"
  | "size_bytes"
  | "title"
  | "author"
  | "published_date"
  | "language"
  | "description"
  | "keywords"
  | "site_name"
  | "markdown"
  | "text"
  | "blocks"
  | "html"
  | "links"
  | "images"
  | "tables"
  | "records"
  | "metadata"
  | "trace"
type WireSelector = string
type WireSelector_1 = string
type WireFieldPlace = string
type WirePageOutcome = "stored" | "duplicate" | "skipped" | "failed"
type WireSignals_1 = {
  readonly "search"?: "yes" | "no"
  readonly "ai-input"?: "yes" | "no"
  readonly "ai-train"?: "yes" | "no"
}
type WirePageChange = "new" | "changed" | "same" | "removed"
type WireSelector_2 = string
type WireDiscoverRequest = {
  readonly "url": string
  readonly "internal_only"?: boolean
  readonly "timeout_seconds"?: number
  readonly "sitemaps"?: boolean
  readonly "headers"?: { readonly [x: string]: string }
  readonly "cookies"?: { readonly [x: string]: string }
}
type WireLinkCounts = {
  readonly "total": number
  readonly "internal": number
  readonly "external": number
  readonly "nofollow": number
  readonly "returned": number
}
type WirePictureFormat = "png" | "jpeg" | "webp" | "pdf"
type WireScope_1 = "domain" | "subdomains" | "prefix" | "any"
type WireUrlPattern = string
type WirePurpose_1 = "search" | "ai-input" | "ai-train"
type WireSelector_3 = string
type WirePurpose_2 = "search" | "ai-input" | "ai-train"
type WireSelector_4 = string
type WireCrawlPlan = {
  readonly "url": string
  readonly "allowed": boolean
  readonly "robots_line": string
  readonly "delay_seconds": number
  readonly "sitemap_urls": number
  readonly "links": number
  readonly "pages": number
  readonly "finish_seconds": number
  readonly "notes": ReadonlyArray<string>
}
type WireLimits = {
  readonly "max_pages": number
  readonly "max_depth": number
  readonly "max_running_crawls": number
  readonly "max_crawls": number
  readonly "max_crawls_per_key": number
  readonly "frontier_urls": number
  readonly "crawl_hold_bytes": number
  readonly "max_sitemaps": number
  readonly "requests_per_minute": number
  readonly "max_body_bytes": number
  readonly "max_request_body_bytes": number
  readonly "max_batch_body_bytes": number
  readonly "fetch_timeout_seconds": number
  readonly "request_timeout_seconds": number
  readonly "max_redirects": number
  readonly "domain_delay_seconds": number
  readonly "job_retention_seconds": number
  readonly "store_bytes": number
  readonly "ledger_pages": number
  readonly "max_streams": number
  readonly "unread_bytes": number
  readonly "cache_bytes": number
  readonly "cache_directory_bytes": number
  readonly "render_concurrency": number
  readonly "max_picture_bytes": number
  readonly "workers": number
  readonly "worker_memory_bytes": number
  readonly "extract_timeout_seconds": number
  readonly "max_scrapes": number
  readonly "max_loop_delay_seconds": number
  readonly "max_memory_percent": number
}
type WireFieldError = {
  readonly "pointer"?: string
  readonly "parameter"?: string
  readonly "header"?: string
  readonly "detail": string
}
type WireRobotsWishes = { readonly "directives": ReadonlyArray<string>; readonly "signals": WireSignals }
type WireWarning = { readonly "code": WireWarningCode; readonly "message": string }
type WireExtractRule = {
  readonly "type"?: string
  readonly "select"?: WireSelector_1
  readonly "fields": { readonly [x: string]: WireFieldPlace }
}
type WireLedgerRow = {
  readonly "url": string
  readonly "outcome": WirePageOutcome
  readonly "code": string
  readonly "status": number
  readonly "depth": number
  readonly "found_on": string
  readonly "redirected_to"?: string
  readonly "referrers"?: ReadonlyArray<string>
  readonly "signals"?: WireSignals_1
  readonly "change"?: WirePageChange
  readonly "elapsed_ms": number
}
type WireDiscoverResult = {
  readonly "url": string
  readonly "final_url": string
  readonly "status": number
  readonly "links": ReadonlyArray<WireLink>
  readonly "counts": WireLinkCounts
}
type WireScreenshotRequest = {
  readonly "url": string
  readonly "full_page"?: boolean
  readonly "width"?: number
  readonly "height"?: number
  readonly "format"?: WirePictureFormat
}
type WireHealth = {
  readonly "status": "ok"
  readonly "version": string
  readonly "uptime_seconds": number
  readonly "capabilities": { readonly "rendering": boolean; readonly "parsers": ReadonlyArray<string> }
  readonly "limits": WireLimits
}
type WireTrace = {
  readonly "stages": ReadonlyArray<WireStage>
  readonly "cache_hit": boolean
  readonly "rendered": boolean
  readonly "redirects": ReadonlyArray<WireRedirect>
  readonly "retries": number
  readonly "robots": WireRobotsWishes
  readonly "warnings": ReadonlyArray<WireWarning>
}
type WireCrawlOptions = {
  readonly "max_pages": number
  readonly "max_depth": number
  readonly "scope": WireScope
  readonly "dedup": boolean
  readonly "include": ReadonlyArray<string>
  readonly "exclude": ReadonlyArray<string>
  readonly "sitemaps": boolean
  readonly "max_sitemaps": number
  readonly "canonical_links": boolean
  readonly "drop_tracking": boolean
  readonly "purpose"?: WirePurpose
  readonly "since"?: string
  readonly "urls"?: ReadonlyArray<string>
  readonly "delay_ms"?: number
  readonly "concurrency"?: number
  readonly "fields"?: ReadonlyArray<WireDocumentField>
  readonly "include_selectors"?: ReadonlyArray<WireSelector>
  readonly "exclude_selectors"?: ReadonlyArray<WireSelector>
  readonly "extract"?: ReadonlyArray<WireExtractRule>
  readonly "wait_for"?: WireSelector
  readonly "credentials_node"?: number
}
type WireScrapeRequest = {
  readonly "url": string
  readonly "use_cache"?: boolean
  readonly "include_html"?: boolean
  readonly "fields"?: ReadonlyArray<WireDocumentField>
  readonly "include_selectors"?: ReadonlyArray<WireSelector>
  readonly "exclude_selectors"?: ReadonlyArray<WireSelector>
  readonly "extract"?: ReadonlyArray<WireExtractRule>
  readonly "wait_for"?: WireSelector_2
  readonly "timeout_seconds"?: number
  readonly "headers"?: { readonly [x: string]: string }
  readonly "cookies"?: { readonly [x: string]: string }
}
type WireCrawlRequest = {
  readonly "url": string
  readonly "max_pages"?: number
  readonly "max_depth"?: number
  readonly "scope"?: WireScope_1
  readonly "dedup"?: boolean
  readonly "include"?: ReadonlyArray<WireUrlPattern>
  readonly "exclude"?: ReadonlyArray<WireUrlPattern>
  readonly "sitemaps"?: boolean
  readonly "max_sitemaps"?: number
  readonly "canonical_links"?: boolean
  readonly "drop_tracking"?: boolean
  readonly "purpose"?: WirePurpose_1
  readonly "delay_ms"?: number
  readonly "concurrency"?: number
  readonly "headers"?: { readonly [x: string]: string }
  readonly "cookies"?: { readonly [x: string]: string }
  readonly "fields"?: ReadonlyArray<WireDocumentField>
  readonly "include_selectors"?: ReadonlyArray<WireSelector>
  readonly "exclude_selectors"?: ReadonlyArray<WireSelector>
  readonly "extract"?: ReadonlyArray<WireExtractRule>
  readonly "wait_for"?: WireSelector_3
  readonly "since"?: string
  readonly "dry_run"?: boolean
}
type WireBatchRequest = {
  readonly "urls": ReadonlyArray<string>
  readonly "max_pages"?: number
  readonly "purpose"?: WirePurpose_2
  readonly "delay_ms"?: number
  readonly "concurrency"?: number
  readonly "headers"?: { readonly [x: string]: string }
  readonly "cookies"?: { readonly [x: string]: string }
  readonly "fields"?: ReadonlyArray<WireDocumentField>
  readonly "include_selectors"?: ReadonlyArray<WireSelector>
  readonly "exclude_selectors"?: ReadonlyArray<WireSelector>
  readonly "extract"?: ReadonlyArray<WireExtractRule>
  readonly "wait_for"?: WireSelector_4
  readonly "since"?: string
}
type WireJobEvent =
  | {
    readonly "id"?: string | undefined
    readonly "event": "status"
    readonly "data": { readonly "status": WireJobStatus; readonly "finished_at": number | null }
  }
  | { readonly "id"?: string | undefined; readonly "event": "stats"; readonly "data": WireJobStats }
  | { readonly "id"?: string | undefined; readonly "event": "page"; readonly "data": WireLedgerRow }
type WireLedger = {
  readonly "ledger": ReadonlyArray<WireLedgerRow>
  readonly "next_cursor": string | null
  readonly "has_more": boolean
  readonly "total": number
}
type WireDocument = {
  readonly "url": string
  readonly "final_url": string
  readonly "fetched_at": string
  readonly "status": number
  readonly "content_type": string
  readonly "depth": number
  readonly "size_bytes": number
  readonly "title": string
  readonly "author": string
  readonly "published_date": string
  readonly "language": string
  readonly "description": string
  readonly "keywords": ReadonlyArray<string>
  readonly "site_name": string
  readonly "markdown": string
  readonly "text": string
  readonly "blocks"?: ReadonlyArray<WireBlock>
  readonly "html": string
  readonly "links": ReadonlyArray<WireLink>
  readonly "images": ReadonlyArray<WireImage>
  readonly "tables": ReadonlyArray<WireTable>
  readonly "records": ReadonlyArray<WireRecord>
  readonly "metadata": WireMetadata
  readonly "trace": WireTrace
}
type WireJob = {
  readonly "id": string
  readonly "url": string
  readonly "status": WireJobStatus
  readonly "created_at": number
  readonly "finished_at": number | null
  readonly "stats": WireJobStats
  readonly "errors": ReadonlyArray<WireJobError>
  readonly "document_count": number
  readonly "options": WireCrawlOptions
}
type WireJobWithDocuments = {
  readonly "id": string
  readonly "url": string
  readonly "status": WireJobStatus
  readonly "created_at": number
  readonly "finished_at": number | null
  readonly "stats": WireJobStats
  readonly "errors": ReadonlyArray<WireJobError>
  readonly "document_count": number
  readonly "options": WireCrawlOptions
  readonly "documents"?: ReadonlyArray<WireDocument>
}
type WireJobDocuments = {
  readonly "documents": ReadonlyArray<WireDocument>
  readonly "next_cursor": string | null
  readonly "has_more": boolean
  readonly "total": number
}
type WireJobList = {
  readonly "jobs": ReadonlyArray<WireJob>
  readonly "next_cursor": string | null
  readonly "has_more": boolean
  readonly "total": number
}
export type Document = WireDocument
export type Job = WireJob
export type LedgerRow = WireLedgerRow
export type JobEvent = WireJobEvent
export type ScrapeBody = WireScrapeRequest
export type DiscoverRequest = WireDiscoverRequest
export type DiscoverResult = WireDiscoverResult
export type ScreenshotRequest = WireScreenshotRequest
export type CrawlBody = WireCrawlRequest
export type BatchBody = WireBatchRequest
export type CrawlPlan = WireCrawlPlan
export type JobList = WireJobList
export type JobWithDocuments = WireJobWithDocuments
export type JobDocuments = WireJobDocuments
export type Ledger = WireLedger
export type Health = WireHealth
export type FieldError = WireFieldError
