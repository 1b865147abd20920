import { Clock, Effect, Option, Stream } from "effect"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../../core/domain/job/Job.ts"
import { type CancelHooks, CrawlJournal, type FrontierStep, type Settled } from "../../../jobs/CrawlJournal.ts"
import type { KeptDocuments } from "../KeptDocuments.ts"
import type { LiveJobs } from "./LiveJobs.ts"
import type { LocalStore } from "./LocalStore.ts"
import { type CommittedPage, placesPerRead } from "./operations.ts"

/** Writes settled pages to the store. A job shows them when they are durable. */
export const localJournal = (
  local: LocalStore["Service"],
  live: LiveJobs,
  documents: KeptDocuments,
  hooks: CancelHooks
): CrawlJournal["Service"] => {
  const documentOf = (id: JobId, json: Uint8Array): Effect.Effect<CommittedPage["document"], StoreUnavailable> =>
    documents.areElsewhere
      ? Effect.map(documents.store(id, json), (stored) => {
        if (Option.isNone(stored)) return "refused"
        return typeof stored.value === "string" ? { ref: stored.value } : { json: stored.value }
      })
      : Effect.succeed({ json })

  const pageOf = Effect.fnUntraced(function*(id: JobId, { end: { document: json, ...end }, step }: Settled) {
    const document = json === undefined ? undefined : yield* documentOf(id, json)
    return { end, document, step: JSON.stringify(step) } satisfies CommittedPage
  })

  const write = Effect.fnUntraced(function*(id: JobId, ended: ReadonlyArray<Settled>) {
    const job = live.get(id)
    if (job === undefined || ended.length === 0) return
    const pages = yield* Effect.forEach(ended, (page) => pageOf(id, page), { concurrency: "unbounded" })
    const batch = { job: job.job, now: (yield* Clock.currentTimeMillis) / 1000, pages }
    const changed = yield* local.call("commit", batch, documents.areElsewhere ? [] : wholeBuffers(pages))
    if (changed !== undefined) live.changed(job, changed)
  }, Effect.uninterruptible)

  const settled = Effect.fnUntraced(function*(id: JobId) {
    const job = live.get(id)
    const places: Array<number> = []
    let spent = 0
    for (let more = job !== undefined; more;) {
      const some = yield* local.call("settled", { job: job?.job ?? 0, after: places.length })
      for (const place of some.places) places.push(place)
      spent += some.spent
      more = some.places.length === placesPerRead
    }
    return { places, spent }
  })

  const steps = (id: JobId) => {
    const job = live.get(id)
    if (job === undefined) return Stream.empty
    return Stream.paginate(0, (after) =>
      Effect.map(local.call("steps", { job: job.job, after }), ({ steps }) => {
        const some = steps.map((step) => JSON.parse(step) as FrontierStep) // written by us
        return [[some], some.length === 0 ? Option.none<number>() : Option.some(after + some.length)] as const
      }))
  }

  return CrawlJournal.of({
    keepsSteps: true,
    write,
    settled,
    steps,
    beforeCancel: (id, settleRest) => hooks.add(id, settleRest)
  })
}

/** The buffers that contain a single document: they are transferred to the thread without a copy. */
const wholeBuffers = (pages: ReadonlyArray<CommittedPage>): ReadonlyArray<ArrayBuffer> => {
  const buffers = new Set<ArrayBuffer>()
  for (const { document } of pages) {
    if (typeof document !== "object" || !("json" in document)) continue
    const { buffer, byteLength } = document.json
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffers.add(buffer)
  }
  return [...buffers]
}
