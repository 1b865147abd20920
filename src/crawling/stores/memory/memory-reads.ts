import { Clock, Effect, Option, Stream } from "effect"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { JobEvicted } from "../../jobs/JobEvicted.ts"
import type { JobRange, JobReads, LedgerRange, Slice } from "../../jobs/JobStore.ts"
import { countJobs } from "../shared/count-jobs.ts"
import type { KeptDocuments } from "../shared/KeptDocuments.ts"
import { filteredSlice, fingerprintsPerRead, slice } from "../shared/slices.ts"
import { foundPages, nothingFound } from "../shared/terms/found-pages.ts"
import type { JobEntry } from "./JobEntry.ts"
import type { MemoryEntries } from "./MemoryEntries.ts"

/** Reads of the jobs in memory. */
export const memoryReads = (entries: MemoryEntries, documents: KeptDocuments): JobReads => ({
  get: (owner, id) =>
    Effect.map(
      entryOf(entries, id, owner),
      Option.map(({ job, revision }) => ({ job, revision }))
    ),
  changed: (id, revision) =>
    Effect.suspend(() => entries.get(id)?.revision === revision ? entries.watchers.next(id) : Effect.void),
  list: (owner, range) => list(entries, range, owner, ({ job }) => job),
  listAll: (range) => list(entries, range, undefined, ({ job, owner }) => ({ owner, job })),
  ownerOf: (id) =>
    Effect.map(
      entryOf(entries, id, undefined),
      Option.map(({ owner }) => owner)
    ),
  ledger: (id, range) => Effect.sync(() => ledgerSlice(entries.get(id)?.pages ?? [], range)),
  documents: (id, from = 0, to) =>
    Stream.suspend(() =>
      Stream.range(from, (to ?? entries.get(id)?.documents.length ?? from + 1) - 1).pipe(
        Stream.mapEffect((index) =>
          Effect.flatMap(documentAt(entries, id, index), (stored) => documents.read(id, stored, index))
        )
      )
    ),
  picture: (id, index) => Effect.flatMap(documentAt(entries, id, index), (stored) => documents.picture(id, stored)),
  archive: (id, index) => Effect.flatMap(documentAt(entries, id, index), (stored) => documents.archive(id, stored)),
  fingerprints: (id, from, to) =>
    Effect.sync(() => entries.get(id)?.fingerprints.slice(from, Math.min(to, from + fingerprintsPerRead)) ?? []),
  search: (id, terms, limit) =>
    Effect.sync(() => {
      const entry = entries.get(id)
      return entry?.index === undefined
        ? nothingFound(terms)
        : foundPages(id, entry.index.search(entry.place, terms, limit))
    }),
  counts: Effect.map(
    Clock.currentTimeMillis,
    (now) => countJobs(entries.activeWhere(() => true).map(({ job }) => job), now)
  ),
  activeOf: (owner) => Effect.sync(() => entries.activeWhere((entry) => entry.owner === owner).length)
})

const entryOf = (entries: MemoryEntries, id: JobId, owner: string | undefined) =>
  Effect.map(Clock.currentTimeMillis, (now) => Option.fromUndefinedOr(entries.find(id, owner, now)))

const list = <A>(
  entries: MemoryEntries,
  { after = Infinity, limit }: JobRange,
  owner: string | undefined,
  pick: (entry: JobEntry) => A
) =>
  Effect.map(Clock.currentTimeMillis, (now): Slice<A> => {
    const all = entries.all(owner, now)
    const older = all.filter(({ place }) => place < after)
    const items = older.slice(0, limit)
    return {
      items: items.map(pick),
      next: items.at(-1)?.place ?? 0,
      more: older.length > limit,
      total: all.length
    }
  })

const ledgerSlice = (pages: JobEntry["pages"], { after, change, limit, outcome }: LedgerRange) =>
  outcome === undefined && change === undefined
    ? slice(pages, after, limit)
    : filteredSlice(
      pages,
      after,
      limit,
      (page) => page.outcome === (outcome ?? page.outcome) && page.change === (change ?? page.change)
    )

const documentAt = (entries: MemoryEntries, id: JobId, index: number) =>
  Effect.suspend(() => {
    const stored = entries.get(id)?.documents[index]
    return stored === undefined ? Effect.fail(new JobEvicted({ id })) : Effect.succeed(stored)
  })
