import { Schema } from "effect"
import { DataSchema } from "../data/DataSchema.ts"
import { DocumentFields } from "../document/DocumentField.ts"
import { ExtractRule } from "../document/ExtractRule.ts"
import { JobPictures, PictureFormat, windowOptions } from "../document/Picture.ts"
import { ContentUse } from "../document/Rights.ts"
import { Selector } from "../document/Selector.ts"
import { Purpose } from "../document/Signals.ts"
import { jobIdPattern } from "../schema/job-id-pattern.ts"
import { RandomId } from "../schema/json-schema-form.ts"
import { maxEntries } from "../schema/max-entries.ts"
import { option, optionWith } from "../schema/option.ts"
import { Actions, PageActions } from "./Action.ts"
import { ChunkSize, TokenCount } from "./ChunkSize.ts"
import { CrawlSource, Day } from "./CrawlSource.ts"
import { ProfileName, RequestCookies, RequestHeaders } from "./Credentials.ts"
import { OneOrMoreLanguages } from "./Language.ts"
import { Scope } from "./Scope.ts"
import { UrlPatternText } from "./UrlPattern.ts"
import { Webhook } from "./Webhook.ts"

const maxPatterns = 100
/** Seconds. */
const maxTimeout = 3600
/** Milliseconds, the same as the maximum Crawl-delay. */
const maxDelay = 60_000
/** Seconds: a year. */
export const maxAge = 31_536_000
/** Characters. */
const maxQuery = 1000
const maxSelectors = 50
const maxRules = 20

const patterns = Schema.Array(UrlPatternText).check(maxEntries(maxPatterns))
const selectors = Schema.Array(Selector).check(Schema.isNonEmpty(), maxEntries(maxSelectors))
const extractRules = Schema.Array(ExtractRule).check(Schema.isNonEmpty(), maxEntries(maxRules))
const atLeast = (minimum: number) => Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum))

/**
 * All options of all requests: schema, description and default. Routes of the API and commands use subsets of these
 * (`routeOptions`), so a name has the same meaning everywhere.
 */
export const requestOptions = {
  use_cache: optionWith(Schema.Boolean, true, "Serve the page from the HTTP cache if it is fresh."),
  max_age_seconds: option(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxAge })),
    `Use a cached copy up to this many seconds old; otherwise fetch. 0 is use_cache false. At most ${maxAge}.`
  ),
  language: option(
    OneOrMoreLanguages,
    "Language of the pages as a BCP 47 tag, or up to 5 with the preferred one first. Sent as Accept-Language, also by the browser. A field accept-language in headers wins."
  ),
  prefer: option(
    Schema.Literal("markdown"),
    "markdown: ask the site for text/markdown first. Taken if the answer is markdown, and then trace.variant is markdown. Default: HTML."
  ),
  include_html: optionWith(Schema.Boolean, false, "Include the raw HTML in the field html."),
  internal_only: optionWith(
    Schema.Boolean,
    false,
    "Return only links to the same registrable domain. counts still describes all links."
  ),
  fields: option(
    DocumentFields,
    "Keys of a Document to return and to store. Default: all but blocks and content_html. Stages that no key needs are skipped."
  ),
  include_selectors: option(
    selectors,
    "CSS selectors of the elements that the content is extracted from. Default: the main content is detected. A selector without a match is a warning."
  ),
  exclude_selectors: option(
    selectors,
    "CSS selectors of elements that are removed before extraction. A selector without a match is a warning."
  ),
  hidden: option(
    Schema.Literal("include"),
    "include: text that readers of the page can neither see nor bring to sight is content too. Default: it is left out, and trace.hidden lists it."
  ),
  ocr: option(
    Schema.Union([Schema.Literal("auto"), Schema.Literal(false)]).annotate({ message: "must be auto or false" }),
    "auto: pages of a PDF without text, and images, are read by optical character recognition. trace.ocr lists them. Default: auto where the service has tesseract.js (capabilities.ocr of /v1/health). false: they are not read."
  ),
  links: option(
    Schema.Literals(["text", "none"]),
    "Markdown without addresses. text: a link is its text, and a picture its alternative text. none: a link is its text, and pictures are left out. Default: with addresses."
  ),
  extract: option(
    extractRules,
    "Rules that extract records by CSS selectors. URLs are absolute, prices are numbers, dates are YYYY-MM-DD."
  ),
  schema: option(
    DataSchema,
    "JSON Schema of the data wanted of each page. The Document gets data: an instance of what the page declares (JSON-LD, microdata, RDFa, records, metadata), or null. A field that was not found is absent."
  ),
  wrapper: option(
    RandomId,
    "Wrapper whose rules read the data of each page. Default: the newest wrapper of this key for the host of the page with an equal schema, if there is one."
  ),
  wait_for: option(
    Selector,
    "CSS selector of a required element. A page without it is rendered, and the browser waits for the element. If it does not appear, that is a warning."
  ),
  actions: option(
    Actions,
    "Steps in a browser before the page is read, at most 50, in their order: click, type, press, select, hover, scroll, scroll_until, click_until, next_page, wait_for, wait_ms, screenshot. A step that fails ends them, with a warning. The page is not stored in the shared cache."
  ),
  page_actions: option(
    PageActions,
    "Actions by URL: [{pattern, actions}]. A page of the crawl whose URL matches is opened in a browser, and read after the actions of the first pattern that matches."
  ),
  hide_overlays: option(
    Schema.Boolean,
    "Hide consent banners and other overlays where a browser shows the page; nothing is clicked. Their text is excluded from rendered pages. Default: true for pictures, false for Documents."
  ),
  chunks: option(
    ChunkSize,
    "Add chunks of the content, for language models: max_tokens (default 400) and overlap (default 0) of each, in tokens of the encoding o200k."
  ),
  query: option(
    Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(maxQuery)),
    "Return only the chunks that have a word of this text, the best first (BM25). chunks_left_out counts the others."
  ),
  max_tokens: option(
    TokenCount,
    "Maximum tokens of all chunks together. chunks_left_out counts the others. Default: no maximum."
  ),
  headers: option(
    RequestHeaders,
    "Header fields by name, sent only to the origin of url, never for robots.txt or to another origin. The page is not stored in the shared cache."
  ),
  cookies: option(
    RequestCookies,
    "Cookies by name, sent only to the origin of url. The page is not stored in the shared cache."
  ),
  profile: option(
    ProfileName,
    "Name of a profile of this key, whose cookies, header fields and login are sent to the origins of the profile, and to no other. The page is not stored in the shared cache."
  ),
  timeout_seconds: option(
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(maxTimeout)),
    `Timeout for the request in seconds, at most ${maxTimeout}. Default and effective maximum: limits.request_timeout_seconds.`
  ),
  max_pages: optionWith(
    atLeast(1),
    100,
    "Maximum number of pages. A larger value is reduced to limits.max_pages."
  ),
  max_depth: optionWith(
    atLeast(0),
    3,
    "Maximum number of links between the seed and a page. A larger value is reduced to limits.max_depth."
  ),
  scope: optionWith(
    Scope,
    "domain",
    "Links that are followed. domain: same host as the seed. subdomains: same registrable domain. prefix: same host, under the path of the seed. any: all links."
  ),
  dedup: optionWith(
    Schema.Union([Schema.Boolean, Schema.Literal("near")]).annotate({ message: "must be true, false or near" }),
    true,
    "Drop pages with the same text and headings as an earlier page. near: also pages with the same article under other dates, counts, menus or teasers."
  ),
  include: optionWith(
    patterns,
    [],
    "URL patterns. Only matching URLs are followed; an empty list allows all."
  ),
  exclude: optionWith(
    patterns,
    [],
    "URL patterns. Matching URLs are not followed, even if include matches."
  ),
  sitemaps: optionWith(
    Schema.Boolean,
    false,
    "Add the URLs of the site's sitemaps, to the seeds of a crawl or to the links of a discover (at most 50,000; the header field Sitemaps-Gap gives the reason if some are missing)."
  ),
  max_sitemaps: optionWith(
    atLeast(1),
    50_000,
    "Maximum number of sitemap files that are read; a file of many URLs counts once for each 10,000. Never more than 100 and one for each page of max_pages. A larger value is reduced to limits.max_sitemaps."
  ),
  source: option(
    CrawlSource,
    "Source of the URLs of a crawl. all: links, and with sitemaps the URLs of sitemaps. links: only links. sitemaps: only URLs that sitemaps list; no links are followed. Default: all."
  ),
  modified_since: option(
    Day,
    "With sitemaps: only URLs that a sitemap says changed on this day (YYYY-MM-DD, from 00:00 UTC) or later. URLs without a date are left out."
  ),
  canonical_links: optionWith(
    Schema.Boolean,
    false,
    "Count pages with the same canonical URL as one page."
  ),
  drop_tracking: optionWith(
    Schema.Boolean,
    // Avoids a second visit, and visits in the site's campaign statistics. The seed and listed links are not changed.
    true,
    "Remove tracking parameters (utm_*, gclid, ...) from followed URLs."
  ),
  purpose: option(
    Purpose,
    "Use of the pages. Pages whose site refuses this use (Content-Signal and the like) are skipped."
  ),
  content_use: option(
    ContentUse,
    "Extent to which the content is used: immediate (read it, keep nothing), reference (index, excerpt, link) or full (summarize, reproduce). Pages whose site allows less (use in Content-Signal) are skipped."
  ),
  delay_ms: option(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxDelay })),
    "Minimum delay in milliseconds between two requests to one registrable domain. A longer delay of the deployment or of the site wins."
  ),
  concurrency: option(
    atLeast(1),
    "Maximum pages of the crawl fetched at the same time. Default and effective maximum: the limit of the deployment."
  ),
  since: option(
    RandomId.check(Schema.isPattern(jobIdPattern, { message: "must be the id of a finished job" })),
    "Id of a finished job of the same key. Pages are requested conditionally, the ledger says new, changed, same or removed, and no document is stored for an unchanged page."
  ),
  search: option(
    Schema.Boolean,
    "Index the text of the pages, so that GET /v1/jobs/{id}/search finds passages. Default: false."
  ),
  adaptive: option(
    Schema.Boolean,
    "With since, request a page only if it has probably changed, by its earlier changes and by those of similar pages, or by its sitemap if that has been right; each page at least once a week. Default: request every page."
  ),
  dry_run: optionWith(
    Schema.Boolean,
    false,
    "Return a plan (robots.txt, number of pages, duration) and start no crawl. Only robots.txt, the seed and, if the crawl reads them, its sitemaps are fetched."
  ),
  webhook: option(
    Webhook,
    "URL that receives the job's events, signed per Standard Webhooks. GET /v1/webhook-secret returns the secret."
  ),
  pictures: option(
    JobPictures,
    "Store a picture of each page, with full_page, width, height and format. Documents have its path in picture; GET /v1/jobs/{id}/pictures/{n} returns it. Needs a browser; a picture that fails is a warning of its page."
  ),
  archive: option(
    Schema.Boolean,
    "Store the responses of each page, and what the browser loaded for it, for GET /v1/jobs/{id}/wacz and /warc. Default: false."
  ),
  ...windowOptions,
  format: optionWith(PictureFormat, "png", "Format of the picture. The pages of a pdf have the size of the window.")
} as const

export type Options = typeof requestOptions
export type OptionName = keyof Options
