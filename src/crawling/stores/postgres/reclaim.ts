import { Duration, Effect } from "effect"
import type { Database } from "./Database.ts"
import { returnAll } from "./frontier/return-leases.ts"
import { ago } from "./statement.ts"
import { releaseAllLeases } from "./statements/domain-leases/release-leases.ts"
import { Node } from "./statements/nodes/heartbeat.ts"

/** Takes over what silent nodes had: their domains are free after the delay, their URLs wait again. */
export const reclaim = (database: Database["Service"], silence: Duration.Duration) =>
  database.transaction(Effect.gen(function*() {
    const dead = yield* database.rows(Node)`DELETE FROM gleaner.nodes WHERE node IN (
        SELECT node FROM gleaner.nodes WHERE beat_at < ${ago(Duration.toSeconds(silence))} FOR UPDATE SKIP LOCKED
      ) RETURNING node`
    if (dead.length > 0) yield* takeOver(database, dead.map(({ node }) => node))
  }))

/** Removes a node that stops, with its leases of domains and of URLs. */
export const unregister = (database: Database["Service"], node: number) =>
  database.transaction(
    Effect.andThen(database.run`DELETE FROM gleaner.nodes WHERE node = ${node}`, takeOver(database, [node]))
  )

const takeOver = (database: Database["Service"], nodes: ReadonlyArray<number>) =>
  Effect.andThen(releaseAllLeases(database, nodes), returnAll(database, nodes))
