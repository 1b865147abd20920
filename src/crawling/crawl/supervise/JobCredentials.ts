import { Effect, Option } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { type CrawlOptions, isFinal, type Job, type JobId } from "../../../core/domain/job/Job.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import type { Idempotency } from "../../jobs/Idempotency.ts"
import type { JobStore, RunningJob } from "../../jobs/JobStore.ts"
import type { Nodes } from "../../jobs/Nodes.ts"

/** The headers and cookies of queued and running crawls, in the memory of this node only. */
export class JobCredentials {
  private readonly store: JobStore["Service"]
  private readonly nodes: Nodes["Service"]
  private readonly secrets = new Map<JobId, SiteCredentials>()
  /** Number of crawls that are being created. Their job may be visible before its secrets are stored here. */
  private creating = 0

  constructor(store: JobStore["Service"], nodes: Nodes["Service"]) {
    this.store = store
    this.nodes = nodes
  }

  of(id: JobId): SiteCredentials | undefined {
    return this.secrets.get(id)
  }

  /** Creates a job. If it has credentials, they are stored here, and the job is bound to this node. */
  create(
    owner: string,
    seed: string,
    options: CrawlOptions,
    idempotency: Idempotency | undefined,
    credentials: SiteCredentials | undefined
  ): ReturnType<JobStore["Service"]["create"]> {
    if (credentials === undefined) return this.store.create(owner, seed, options, idempotency)
    return Effect.suspend(() => {
      this.creating++
      const bound = { ...options, credentials_node: this.nodes.self }
      const store = ({ id, status }: Job) =>
        Effect.sync(() => {
          if (!isFinal(status) && !this.secrets.has(id)) this.secrets.set(id, credentials)
        })
      return Effect.ensuring(
        Effect.tap(this.store.create(owner, seed, bound, idempotency), store),
        Effect.sync(() => this.creating--)
      )
    })
  }

  /** Whether this node may run the job. A job whose credentials were on a dead node fails. */
  canRun({ id, options: { credentials_node: node }, url }: RunningJob): Effect.Effect<boolean, StoreUnavailable> {
    if (node === undefined || this.secrets.has(id)) return Effect.succeed(true)
    if (this.creating > 0) return Effect.succeed(false)
    const lost = this.store.finish(id, "failed", { url, code: "credentials_lost", message: credentialsLost })
    const isAlive = node === this.nodes.self ? Effect.succeed(false) : this.nodes.isAlive(node)
    return Effect.flatMap(isAlive, (alive) => alive ? Effect.succeed(false) : Effect.as(lost, false))
  }

  /** Deletes the credentials of jobs that have ended. */
  readonly forget: Effect.Effect<void, StoreUnavailable> = Effect.suspend(() =>
    this.creating > 0
      ? Effect.void
      : Effect.forEach([...this.secrets.keys()], (id) => this.forgetOver(id), { discard: true })
  )

  private forgetOver(id: JobId): Effect.Effect<void, StoreUnavailable> {
    const { secrets, store } = this
    return Effect.gen(function*() {
      const owner = yield* store.ownerOf(id)
      const found = Option.isNone(owner) ? Option.none() : yield* store.get(owner.value, id)
      if (Option.isNone(found) || isFinal(found.value.job.status)) secrets.delete(id)
    })
  }
}

const credentialsLost =
  "The service that took this crawl has stopped, and its headers and cookies were only in its memory. Start the crawl again."
