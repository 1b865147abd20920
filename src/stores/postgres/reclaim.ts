import { Duration, Effect } from "effect"
import type { Database } from "./Database.ts"
import { returnAll } from "./frontier/return-leases.ts"
import { releaseAllGates } from "./statements/gates/release-gates.ts"
import { deleteDead, deleteNode } from "./statements/nodes/heartbeat.ts"

/** Takes over what silent nodes had: their domains are free after the delay, their URLs wait again. */
export const reclaim = (database: Database["Service"], silence: Duration.Duration) =>
  database.transaction(Effect.gen(function*() {
    const dead = yield* deleteDead(database, Duration.toSeconds(silence))
    if (dead.length > 0) yield* takeOver(database, dead.map(({ node }) => node))
  }))

/** A node that stops leaves nothing behind. */
export const sayGoodbye = (database: Database["Service"], node: number) =>
  database.transaction(Effect.andThen(deleteNode(database, node), takeOver(database, [node])))

const takeOver = (database: Database["Service"], nodes: ReadonlyArray<number>) =>
  Effect.andThen(releaseAllGates(database, nodes), returnAll(database, nodes))
