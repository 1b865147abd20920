import { Effect, Option, Schema, Stream } from "effect"
import { type PictureOptions, pictureOptions } from "../../../core/domain/document/Picture.ts"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { type CrawlOptions, type Job, JobId } from "../../../core/domain/job/Job.ts"
import type { SeenPage, StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import type { JobStore } from "../../jobs/JobStore.ts"
import type { EarlierRow, SitemapUrls } from "../model/VisitRecord.ts"
import { firstVisit } from "./page-history.ts"
import type { EarlierHistories, KnownHistory } from "./revisit-plan.ts"

/** The job that `since` names has expired, before the new crawl began or while it was parked. */
export class SinceGone extends Schema.TaggedError<SinceGone>()("SinceGone", { id: JobId }) {
  override get message(): string {
    return `Job ${this.id} (given as since) has expired. Start a crawl without since.`
  }
}

/** A page of the earlier job, as the crawl fetches it again. */
export interface EarlierPage extends EarlierRow {
  /** The target of its redirects. The validators are of that URL. */
  readonly at: string
  /** Set for a page that was stored or unchanged. */
  readonly seen?: SeenPage
}

/** A link of an earlier document. */
export interface EarlierLink {
  readonly url: string
  readonly nofollow: boolean
}

/** The pages of an earlier job. */
export interface EarlierPages extends EarlierHistories {
  get(url: string): EarlierPage | undefined
  /** How its pictures were taken. Undefined without pictures. */
  readonly pictured: PictureOptions | undefined
  /** Its URLs in their order, with their depths. */
  readonly listed: ReadonlyArray<SitemapUrls>
  /**
   * Whether it has a row for every link that a crawl with these options follows. Otherwise the links of unchanged pages
   * come from their documents.
   */
  isComplete(options: CrawlOptions): boolean
  /** The links in the document of a page. None if the document has expired, or has no links. */
  links(seen: SeenPage): Effect.Effect<Option.Option<ReadonlyArray<EarlierLink>>, StoreUnavailable>
  /** The document of a page, as JSON. None if it has expired. */
  document(seen: SeenPage): Effect.Effect<Option.Option<Uint8Array>, StoreUnavailable>
  /** The picture of a page. None if it has none, or has expired. */
  picture(seen: SeenPage): Effect.Effect<Option.Option<Uint8Array>, StoreUnavailable>
}

/** The pages of a job in the store. They are in memory while the crawl runs, about 400 bytes each. */
export const earlierPages = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  id: JobId
): Effect.fn.Return<EarlierPages, SinceGone | StoreUnavailable> {
  const owner = yield* store.ownerOf(id)
  const snapshot = Option.isNone(owner) ? Option.none() : yield* store.get(owner.value, id)
  if (Option.isNone(snapshot)) return yield* new SinceGone({ id })
  const startedAt = snapshot.value.job.created_at * 1000
  const rows: Array<StoredPage> = []
  const shared = new Map<string, string>()
  let stored = 0
  for (let after = 0, more = true; more;) {
    const slice = yield* store.ledger(id, { after, limit: batchSize })
    for (const row of slice.items) {
      rows.push(placed(withHistory(withShared(row, shared), startedAt), id, row.outcome === "stored" ? stored++ : 0))
    }
    after = slice.next
    more = slice.more
  }
  const existing = yield* Effect.filter(
    new Set(rows.flatMap(({ seen }) => seen?.kept?.job ?? [])),
    (job) => Effect.map(store.ownerOf(job), Option.isSome)
  )
  const readable = new Set(existing)
  const document = ({ kept }: SeenPage) =>
    kept === undefined
      ? Effect.succeedNone
      : store.documents(kept.job, kept.n, kept.n + 1).pipe(
        Stream.runHead,
        Effect.catchTag(["JobEvicted", "DocumentLost"], () => Effect.succeedNone)
      )
  const picture = ({ kept }: SeenPage) =>
    kept === undefined
      ? Effect.succeedNone
      : store.picture(kept.job, kept.n).pipe(
        Effect.map(Option.map(({ bytes }) => bytes)),
        Effect.catchTag(["JobEvicted", "DocumentLost"], () => Effect.succeedNone)
      )
  const links = (seen: SeenPage) => Effect.map(document(seen), Option.flatMap(linksIn))
  const of = earlierOf(rows.map((row) => isReadable(row, readable) ? row : withoutPlace(row)))
  const { content_use, purpose } = snapshot.value.job.options
  return {
    ...of,
    startedAt,
    intent: { content_use, purpose },
    pictured: pictureOptions(snapshot.value.job.options),
    isComplete: (options) => isComplete(snapshot.value.job, options),
    links,
    document,
    picture
  }
})

/** Without `since`, the visit of a page is the only one. */
const withHistory = (row: StoredPage, startedAt: number): StoredPage =>
  row.seen === undefined ? row : { ...row, seen: { history: firstVisit(startedAt), ...row.seen } }

/** The pages of a template have the same field names: one text for all of them. */
const withShared = (row: StoredPage, shared: Map<string, string>): StoredPage => {
  const { seen } = row
  if (seen?.likeness === undefined) return row
  const { fields } = seen.likeness
  if (!shared.has(fields)) shared.set(fields, fields)
  return { ...row, seen: { ...seen, likeness: { ...seen.likeness, fields: shared.get(fields) ?? fields } } }
}

/** Rows for each read of the ledger. */
const batchSize = 1000

/** The documents of a job are those of its stored rows, in their order. */
const placed = (row: StoredPage, job: JobId, n: number): StoredPage =>
  row.outcome !== "stored" || row.seen === undefined ? row : { ...row, seen: { ...row.seen, kept: { job, n } } }

const isReadable = ({ seen }: StoredPage, jobs: ReadonlySet<string>): boolean =>
  seen?.kept !== undefined && jobs.has(seen.kept.job)

const withoutPlace = (row: StoredPage): StoredPage => {
  if (row.seen === undefined) return row
  const { kept: _, ...seen } = row.seen
  return { ...row, seen }
}

/** The pages that these rows list. */
const earlierOf = (rows: ReadonlyArray<StoredPage>): Pick<EarlierPages, "get" | "histories" | "listed"> => {
  const pages = new Map<string, EarlierPage>()
  const histories: Array<KnownHistory> = []
  const listed: Array<SitemapUrls & { readonly urls: Array<string> }> = []
  for (const { code, depth, found_on, outcome, redirected_to, seen, status, url } of rows) {
    pages.set(url, {
      outcome,
      code,
      status,
      at: redirected_to ?? url,
      ...(seen === undefined ? {} : { seen, text: seen.text })
    })
    if (seen?.kept !== undefined && seen.history !== undefined) histories.push({ url, history: seen.history })
    const last = listed.at(-1)
    if (last?.sitemap === found_on && last.depth === depth) last.urls.push(url)
    else listed.push({ sitemap: found_on, depth, urls: [url] })
  }
  return { get: (url) => pages.get(url), histories, listed }
}

/** A job that reached one of its limits has left out URLs. A wider crawl admits URLs that the job refused. */
const isComplete = ({ errors, options, stats, status }: Job, wanted: CrawlOptions): boolean =>
  status === "done" && stats.crawled + stats.failed < options.max_pages && options.max_depth >= wanted.max_depth &&
  !errors.some(({ code }) => code === "frontier_full" || code === "ledger_full") &&
  (["scope", "include", "exclude", "drop_tracking", "canonical_links", "urls"] as const).every((name) =>
    JSON.stringify(options[name]) === JSON.stringify(wanted[name])
  )

/** Parsing a larger document would block the main thread for too long. Its page is fetched as if it were new. */
const maxBytes = 512 * 1024

const decodeLinks = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  links: Schema.Array(Schema.Struct({ url: Schema.String, nofollow: Schema.Boolean })),
  trace: Schema.optionalKey(Schema.Struct({ robots: Schema.Struct({ directives: Schema.Array(Schema.String) }) }))
})))

const linksIn = (json: Uint8Array): Option.Option<ReadonlyArray<EarlierLink>> =>
  json.length > maxBytes
    ? Option.none()
    : Option.map(decodeLinks(new TextDecoder().decode(json)), ({ links, trace }) => {
      const isRefused = trace?.robots.directives.includes("nofollow") === true
      return isRefused ? links.map((link) => ({ ...link, nofollow: true })) : links
    })
