import { Clock, Context, Duration, Effect, Layer, Schedule, Semaphore } from "effect"
import { decodeFingerprint } from "../../core/domain/document/Fingerprint.ts"
import type { Repetition } from "../../core/domain/document/Repetition.ts"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { isFinal, type Job, type JobId } from "../../core/domain/job/Job.ts"
import { inSlices } from "../../core/kernel/slices/in-slices.ts"
import { WorkOwner } from "../../core/kernel/slices/MainThread.ts"
import { LineHashes } from "../../extract/fingerprint/LineHashes.ts"
import { isEnough, SampledPages } from "../../extract/fingerprint/SampledPages.ts"
import { hostName, type SampleLimits, SitePages } from "../../extract/fingerprint/SitePages.ts"
import { JobCache } from "./JobCache.ts"
import { JobStore } from "./JobStore.ts"

/** The repeated lines of one page: the hash of each, and the other pages that have it. */
export type RepeatedLines = ReadonlyMap<number, Repetition>

/**
 * Text that the pages of a job repeat. The fingerprints are read when somebody asks, and each only once while the job
 * is in use; a job that runs is answered for the pages that it has so far. The answer for a final job depends on its
 * pages, not on their order.
 */
export class Repeats extends Context.Service<Repeats, {
  /** Of a document of the job, by its index. */
  linesOf(job: Job, index: number): Effect.Effect<RepeatedLines, StoreUnavailable>
  /** Lines that enough pages of a host have, with their number, of the host's pages. */
  linesOfHost(job: Job, host: string): Effect.Effect<RepeatedLines, StoreUnavailable>
  /** Number of documents of the job that were stored by an earlier version, and cannot be compared. */
  unknownIn(job: Job): Effect.Effect<number, StoreUnavailable>
}>()("gleaner/crawling/jobs/Repeats") {
  static readonly layerWith = (limits: SampleLimits) =>
    Layer.effect(
      Repeats,
      Effect.gen(function*() {
        const store = yield* JobStore
        const sites = new JobCache<Site>(maxJobs)
        yield* Effect.forkScoped(Effect.repeat(forgetIdle(sites), Schedule.spaced(idleTimeout)))

        const siteOf = Effect.fnUntraced(function*(id: JobId) {
          const site = sites.get(yield* WorkOwner, id, () => ({
            lock: Semaphore.makeUnsafe(1),
            pages: new SitePages(limits),
            hosts: new Map(),
            counts: undefined,
            usedAt: 0
          }))
          site.usedAt = yield* Clock.currentTimeMillis
          return site
        })

        const linesOf = Effect.fn("Repeats.linesOf")(function*(job: Job, index: number) {
          const site = yield* siteOf(job.id)
          const [fingerprint] = yield* store.fingerprints(job.id, index, index + 1)
          if (fingerprint === undefined || fingerprint === null) return none
          const { host, lines } = decodeFingerprint(fingerprint)
          const counted = yield* site.lock.withPermits(1)(Effect.andThen(
            // A job that runs may have more documents by now.
            readPages(store, job.id, site.pages, Math.max(job.document_count, index + 1)),
            countedHost(store, job, site, hostName(host))
          ))
          return counted === undefined ? none : repeatedOn(new LineHashes(lines), counted)
        })

        const linesOfHost = Effect.fn("Repeats.linesOfHost")(function*(job: Job, host: string) {
          const site = yield* siteOf(job.id)
          const counted = yield* site.lock.withPermits(1)(Effect.andThen(
            readPages(store, job.id, site.pages, job.document_count),
            countedHost(store, job, site, host)
          ))
          return counted === undefined ? none : repeatedOnHost(counted)
        })

        const unknownIn = Effect.fn("Repeats.unknownIn")(function*(job: Job) {
          const { lock, pages } = yield* siteOf(job.id)
          yield* lock.withPermits(1)(readPages(store, job.id, pages, job.document_count))
          return pages.unknown
        })

        return Repeats.of({ linesOf, linesOfHost, unknownIn })
      })
    )

  static readonly layer = this.layerWith({ ofHost: 1000, ofJob: 50_000 })
}

interface Site {
  readonly lock: Semaphore.Semaphore
  readonly pages: SitePages
  /** The hosts that were asked for last. */
  readonly hosts: Map<string, CountedHost>
  /** Of all hosts that are larger than their samples. */
  counts: CountedLines | undefined
  usedAt: number
}

interface CountedLines {
  /** The pages that were counted. */
  readonly read: number
  /** By host: all pages that have a line which many pages of its sample have. */
  readonly hosts: ReadonlyMap<string, ReadonlyMap<number, number>>
}

interface CountedHost {
  readonly sample: SampledPages
  /** Pages of the host when it was counted. */
  readonly pages: number
  /** All pages that have a line; undefined if the sample has all pages. */
  readonly counts: ReadonlyMap<number, number> | undefined
  /** While the job runs, the host is not counted again before. */
  readonly notBefore: number
}

const none: RepeatedLines = new Map()

/** Jobs, and hosts of each, that are in memory. */
const maxJobs = 4
const maxHosts = 16
const idleTimeout = Duration.minutes(5)
/** A host of a running job is counted again when it has grown by this factor. */
const growth = 1.25
/** Min time between two counts of a host of a running job, as a multiple of the time that the first took. */
const pauseOfCounts = 20
/** Min share of the sample that has a line which is counted on all pages. Repeated lines have twice that share. */
const minSampleShare = 0.15

const forgetIdle = (sites: JobCache<Site>) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    sites.forget(({ usedAt }) => now - usedAt > Duration.toMillis(idleTimeout))
  })

type Store = Pick<JobStore["Service"], "fingerprints">

/** Adds the documents that are new. */
const readPages = (store: Store, id: JobId, pages: SitePages, to: number) =>
  eachFingerprint(store, id, pages.read, to, (fingerprint) => pages.add(fingerprint))

const eachFingerprint = Effect.fnUntraced(function*(
  store: Store,
  id: JobId,
  from: number,
  to: number,
  use: (fingerprint: Uint8Array | null) => void
) {
  for (let at = from; at < to;) {
    const batch = yield* store.fingerprints(id, at, to)
    if (batch.length === 0) return
    yield* inSlices(function*() {
      for (const [index, fingerprint] of batch.entries()) {
        use(fingerprint)
        if (index % pagesInSlice === 0) yield
      }
    })
    at += batch.length
  }
})

const pagesInSlice = 100

const countedHost = Effect.fnUntraced(function*(store: Store, job: Job, site: Site, name: string) {
  const host = site.pages.host(name)
  if (host === undefined) return undefined
  const known = site.hosts.get(name)
  const started = yield* Clock.currentTimeMillis
  const mayWait = ({ notBefore, pages }: CountedHost) => host.pages < pages * growth || started < notBefore
  if (known !== undefined && (known.pages === host.pages || !isFinal(job.status) && mayWait(known))) return known
  const { pages } = host
  const sample = yield* inSlices(() => SampledPages.of(host.sample.map(({ lines }) => lines)))
  const counts = site.pages.isSampled(host)
    ? (yield* countedLines(store, job.id, site)).get(name)
    : undefined
  const ended = yield* Clock.currentTimeMillis
  const counted: CountedHost = { sample, pages, counts, notBefore: ended + pauseOfCounts * (ended - started) }
  site.hosts.delete(name)
  site.hosts.set(name, counted)
  for (const oldest of site.hosts.keys()) if (site.hosts.size > maxHosts) site.hosts.delete(oldest)
  return counted
})

/** Counts lines of all hosts in one pass over the job, once for the pages that it has. */
const countedLines = Effect.fnUntraced(function*(store: Store, id: JobId, site: Site) {
  const { pages } = site
  if (site.counts?.read === pages.read) return site.counts.hosts
  const hosts = new Map<string, Map<number, number>>()
  yield* inSlices(function*() {
    for (const [name, host] of pages.sampledHosts()) {
      const sample = yield* SampledPages.of(host.sample.map(({ lines }) => lines))
      hosts.set(name, new Map(sample.commonLines(minSampleShare).values().map((hash) => [hash, 0])))
    }
  })
  yield* eachFingerprint(store, id, 0, pages.read, (fingerprint) => {
    if (fingerprint === null) return
    const page = decodeFingerprint(fingerprint)
    const counts = hosts.get(hostName(page.host))
    if (counts === undefined) return
    const lines = new LineHashes(page.lines)
    for (let line = 0; line < lines.count; line++) {
      const count = counts.get(lines.hashAt(line))
      if (count !== undefined) counts.set(lines.hashAt(line), count + 1)
    }
  })
  site.counts = { read: pages.read, hosts }
  return hosts
})

/** The page is one of the pages of the host. */
const repeatedOn = (page: LineHashes, { counts, pages, sample }: CountedHost): RepeatedLines =>
  new Map(
    sample.repeatedLines(page).flatMap((hash): ReadonlyArray<[number, Repetition]> => {
      const own = (counts === undefined ? sample.countOf(hash) : counts.get(hash) ?? 0) - 1
      const repetition = { pages: own, of: pages - 1 }
      return counts === undefined || isEnough(repetition) ? [[hash, repetition]] : []
    })
  )

const repeatedOnHost = ({ counts, pages, sample }: CountedHost): RepeatedLines =>
  counts === undefined
    ? sample.repetitions()
    : new Map(
      counts.entries().flatMap(([hash, count]) => {
        const repetition = { pages: count, of: pages }
        return isEnough(repetition) ? [[hash, repetition]] : []
      })
    )
