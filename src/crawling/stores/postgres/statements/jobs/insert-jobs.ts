import { Effect, Schema } from "effect"
import type { CrawlOptions, JobId } from "../../../../../core/domain/job/Job.ts"
import { registrableDomain } from "../../../../../core/domain/WebUrl.ts"
import { hashOf } from "../../../../crawl/frontier/keyed-hash.ts"
import { crawlRules, startingUrls } from "../../../../crawl/model/CrawlRules.ts"
import { jobBytes } from "../../../../jobs/accounting.ts"
import type { Idempotency } from "../../../../jobs/Idempotency.ts"
import { newToken } from "../../../shared/nodes/tokens.ts"
import { bigints, bools, type Db, ints, tableOf, texts } from "../../statement.ts"
import { jobColumns, JobRow } from "./job-row.ts"

/** A job to create, with its first URLs, which wait from the beginning. */
export interface NewJob {
  readonly id: JobId
  readonly owner: string
  readonly url: string
  readonly options: CrawlOptions
  readonly idempotency: Idempotency | undefined
  readonly hashKey: bigint
  readonly urls: ReadonlyArray<{
    readonly id: string
    readonly seq: number
    readonly name: string
    readonly hash: bigint
    readonly domain: string
  }>
}

export const newJobRow = (
  id: JobId,
  owner: string,
  url: string,
  options: CrawlOptions,
  idempotency: Idempotency | undefined
): NewJob => {
  const hashKey = newToken()
  const { nameOf } = crawlRules(options, undefined)
  const first = new Map(startingUrls({ seed: new URL(url), options }).map((start) => [nameOf(start), start]))
  const urls = Array.from(first, ([name, { hostname }], seq) => {
    return { id, seq, name, hash: hashOf(name, hashKey), domain: registrableDomain(hostname) }
  })
  return { id, owner, url, options, idempotency, hashKey, urls }
}

/** Returns the rows of the jobs. */
export const insertJobs = Effect.fnUntraced(function*(db: Db, jobs: ReadonlyArray<NewJob>) {
  const placeOf = yield* takePlaces(db, jobs)
  const rows = jobs.map(({ hashKey, id, idempotency, options, owner, url, urls }) => ({
    id,
    owner,
    place: placeOf(owner),
    key: idempotency?.key ?? null,
    asked: idempotency?.asked ?? null,
    url,
    options: JSON.stringify(options),
    maxPages: options.max_pages,
    hashKey,
    bytes: jobBytes(url, options),
    since: options.since ?? null,
    isPinned: options.schedule !== undefined,
    admitted: urls.length,
    characters: urls.reduce((sum, { name }) => sum + name.length, 0)
  }))
  return yield* db.rows(JobRow)`WITH jobs AS (
      SELECT * FROM ${tableOf("x", rows, columns)}
    ), first AS (
      SELECT * FROM ${tableOf("x", jobs.flatMap(({ urls }) => urls), urlColumns)}
    ), made AS (
      INSERT INTO gleaner.jobs AS j (id, owner, place, idempotency_key, asked, url, options, max_pages, hash_key, bytes,
        since, is_pinned, admitted, known, characters)
      SELECT id, owner, place, key, asked, url, options, "maxPages", "hashKey", bytes, since, "isPinned", admitted,
        admitted, characters
      FROM jobs RETURNING ${jobColumns}
    ), known AS (
      INSERT INTO gleaner.seen (job, hash, at) SELECT job, hash, seq FROM made JOIN first USING (id)
    ), waiting AS (
      INSERT INTO gleaner.frontier (job, seq, domain, url, depth, found_on)
      SELECT job, seq, domain, name, 0, '' FROM made JOIN first USING (id)
    ), lines AS (
      INSERT INTO gleaner.domain_queues (job, domain, first)
      SELECT job, domain, min(seq) FROM made JOIN first USING (id) GROUP BY job, domain
    ), needed AS (
      INSERT INTO gleaner.needed_jobs (job, id, is_named)
      SELECT made.job, jobs.since, false FROM made JOIN jobs USING (id) WHERE jobs.since IS NOT NULL
      UNION SELECT made.job, n.id, false FROM made JOIN jobs USING (id)
        JOIN gleaner.jobs i ON i.id = jobs.since JOIN gleaner.needed_jobs n ON n.job = i.job AND n.is_named
    )
    SELECT * FROM made`
})

const columns = {
  id: texts,
  owner: texts,
  place: ints,
  key: texts,
  asked: texts,
  url: texts,
  options: texts,
  maxPages: ints,
  hashKey: bigints,
  bytes: bigints,
  since: texts,
  isPinned: bools,
  admitted: bigints,
  characters: bigints
}
const urlColumns = { id: texts, seq: bigints, name: texts, hash: bigints, domain: texts }

const Places = Schema.Struct({ owner: Schema.String, made: Schema.Finite })

/** The numbers of the next jobs among those of their owners. */
const takePlaces = Effect.fnUntraced(function*(db: Db, jobs: ReadonlyArray<NewJob>) {
  const counts = Array.from(
    Map.groupBy(jobs, ({ owner }) => owner),
    ([owner, own]) => ({ owner, count: own.length })
  )
  const rows = yield* db.rows(Places)`INSERT INTO gleaner.owners AS o (owner, made)
    SELECT owner, count FROM ${tableOf("x", counts, { owner: texts, count: ints })} ORDER BY owner
    ON CONFLICT (owner) DO UPDATE SET made = o.made + excluded.made RETURNING owner, made`
  const numbers = new Map(rows.map(({ made, owner }) => [owner, made]))
  const next = new Map(counts.map(({ count, owner }) => [owner, (numbers.get(owner) ?? 0) - count]))
  return (owner: string): number => {
    const place = next.get(owner) ?? 0
    next.set(owner, place + 1)
    return place
  }
})

/** Removes the keys of new jobs from expired ones that are not deleted yet. */
export const freeKeys = (db: Db, jobs: ReadonlyArray<NewJob>) => {
  const keys = jobs.flatMap(({ idempotency, owner }) =>
    idempotency === undefined ? [] : { owner, key: idempotency.key }
  )
  return keys.length === 0
    ? Effect.void
    : db.run`UPDATE gleaner.jobs j SET idempotency_key = NULL
        FROM ${tableOf("x", keys, { owner: texts, key: texts })} WHERE j.owner = x.owner AND j.idempotency_key = x.key`
}
