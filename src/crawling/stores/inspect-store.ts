import { Effect, Option } from "effect"
import * as fs from "node:fs/promises"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { Settings } from "../../core/settings/Settings.ts"
import type { DocumentsPlace, StorePlace } from "../../core/settings/store-kinds.ts"
import type { StoreReport } from "./StoreReport.ts"

/** Reads the store without creating tables or registering a node. None for jobs in memory. */
export const inspectStore: Effect.Effect<Option.Option<StoreReport>, StoreUnavailable, Settings> = Effect.gen(
  function*() {
    const settings = yield* Settings
    const { store } = settings
    switch (store._tag) {
      case "Memory":
        return Option.none()
      case "Sqlite": {
        const { inspectSqlite } = yield* Effect.promise(() => import("./sqlite/inspect-sqlite.ts"))
        return Option.some(yield* inspectSqlite(store.path))
      }
      case "Postgres": {
        const { inspectPostgres } = yield* Effect.promise(() => import("./postgres/inspect-postgres.ts"))
        return Option.some(yield* inspectPostgres(store.url, settings))
      }
    }
  }
)

/** Why a setting of the store has no effect. */
export const unusedPooler = ({ store, storePooler }: Pick<Settings["Service"], "store" | "storePooler">) =>
  storePooler === "off" || store._tag === "Postgres"
    ? undefined
    : "GLEANER_STORE_POOLER is ignored: GLEANER_STORE is not Postgres"

/** The store in one line, for the operator. */
export const storeLine = (place: StorePlace, shown: string): Effect.Effect<string, never, Settings> =>
  Effect.zipWith(
    engineLine(place, shown),
    Effect.map(Settings, unusedPooler),
    (line, unused) => unused === undefined ? line : `${line}; ${unused}`
  )

const engineLine = (place: StorePlace, shown: string): Effect.Effect<string, never, Settings> =>
  inspectStore.pipe(
    Effect.map(Option.match({
      onNone: () => "memory: jobs end with the process",
      onSome: ({ bytes, engine, nodes, schema }) =>
        schema === 0
          ? `${shown}: ${engine}, no tables yet; the first start makes them`
          : `${shown}: ${engine}, schema ${schema}, ${sizeOf(bytes)}, ${inUse(place, nodes)}`
    })),
    Effect.catch(({ reason }) => Effect.succeed(`${shown}: cannot be used: ${reason}`))
  )

/** The store of documents in one line, with the free space of a folder. */
export const documentsLine = (place: DocumentsPlace, shown: string): Effect.Effect<string> => {
  if (place._tag === "Store") return Effect.succeed("with the jobs")
  if (place._tag === "S3") return Effect.succeed(shown)
  return Effect.tryPromise(() => fs.statfs(place.folder)).pipe(
    Effect.map(({ bavail, bsize }) => `${shown}: ${sizeOf(bavail * bsize)} free`),
    Effect.orElseSucceed(() => `${shown}: the folder is not there yet; the first start makes it`)
  )
}

const inUse = (place: StorePlace, nodes: number): string => {
  if (place._tag === "Postgres") return `${nodes} ${nodes === 1 ? "node" : "nodes"} alive`
  return nodes === 0 ? "no service has it open" : "a service has it open"
}

const sizeOf = (bytes: number): string => {
  const [unit, length] = units.find(([, length]) => bytes >= length) ?? ["bytes", 1]
  return `${length === 1 ? bytes : (bytes / length).toFixed(1)} ${unit}`
}

const units: ReadonlyArray<readonly [name: string, length: number]> = [
  ["TiB", 1024 ** 4],
  ["GiB", 1024 ** 3],
  ["MiB", 1024 ** 2],
  ["KiB", 1024]
]
