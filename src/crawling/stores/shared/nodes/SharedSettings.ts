import { Context, Duration, Effect, Layer } from "effect"
import { monotonicMillis } from "../../../../core/kernel/RequestContext.ts"
import { Settings, settings as all } from "../../../../core/settings/Settings.ts"

/** Settings that decide about jobs of all nodes, or about sites that all of them visit. */
const shared = [
  "jobRetention",
  "maxCrawls",
  "maxCrawlsPerKey",
  "maxRunningCrawls",
  "storeBytes",
  "rateLimit",
  "domainDelay",
  "documents"
] as const

/** A node that is away for less than this, as for a restart, still counts. */
const memory = Duration.toMillis(Duration.hours(1))

/**
 * Settings that all nodes over one store should share. Heartbeats carry them. Differences are logged, and finished jobs
 * are stored for the longest retention of all nodes.
 */
export class SharedSettings extends Context.Service<SharedSettings, {
  /** The settings of this node, as the table of nodes has them. */
  readonly own: string
  /** Compares the settings of another live node. */
  compare(node: number, settings: string): Effect.Effect<void>
  /** The settings of this node, with the longest retention of all nodes. */
  readonly limits: Settings["Service"]
}>()("gleaner/crawling/stores/shared/nodes/SharedSettings") {
  static readonly layer = Layer.effect(
    SharedSettings,
    Effect.gen(function*() {
      const settings = yield* Settings
      const values = valuesOf(settings)
      const own = JSON.stringify({ retention: Duration.toSeconds(settings.jobRetention), values })
      const logged = new Map<number, string>()
      let longer: { readonly retention: Duration.Duration; readonly until: number } | undefined

      const compare = Effect.fnUntraced(function*(node: number, theirs: string) {
        if (theirs === own) return
        const { retention: seconds, values: others } = JSON.parse(theirs) as OfNode // written by a node
        const now = yield* monotonicMillis
        const retention = Duration.seconds(seconds)
        if (longer !== undefined && now > longer.until) longer = undefined
        if (Duration.isGreaterThanOrEqualTo(retention, longer?.retention ?? settings.jobRetention)) {
          longer = { retention, until: now + memory }
        }
        if (logged.get(node) === theirs) return
        logged.set(node, theirs)
        const differing = Object.entries(values).filter(([name, value]) => (others[name] ?? value) !== value)
        const list = differing.map(([name, value]) => `${name} is ${value} here and ${others[name]} there`)
        if (list.length === 0) return
        yield* Effect.logWarning(
          `node ${node} has other settings, and all nodes should have the same: ${list.join("; ")}`
        )
      })

      const limits = Object.create(settings, {
        jobRetention: { get: () => longer?.retention ?? settings.jobRetention }
      }) as Settings["Service"] // the same, but for one
      return SharedSettings.of({ own, compare, limits })
    })
  )
}

interface OfNode {
  /** In seconds. */
  readonly retention: number
  /** By the names of their variables, as an operator would write them. */
  readonly values: Readonly<Record<string, string>>
}

const valuesOf = (given: Settings["Service"]): OfNode["values"] =>
  Object.fromEntries(shared.map((key) => {
    const setting: { readonly variable: string; show(value: unknown): string } = all[key]
    return [setting.variable, setting.show(given[key])]
  }))
