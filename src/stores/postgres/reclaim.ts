import { Duration, Effect } from "effect"
import { ints } from "./arrays.ts"
import type { Database } from "./Database.ts"
import { returnAll } from "./return-leases.ts"
import { freeGates } from "./sql/gates.ts"
import { bury, leave } from "./sql/nodes.ts"

/** Takes over what silent nodes had: their domains are free after the delay, their URLs wait again. */
export const reclaim = (database: Database["Service"], silence: Duration.Duration) =>
  database.transaction(Effect.gen(function*() {
    const dead = yield* database.run<{ readonly node: number }>(bury, [Duration.toSeconds(silence)])
    if (dead.length > 0) yield* takeOver(database, dead.map(({ node }) => node))
  }))

/** A node says goodbye, and leaves nothing behind. */
export const sayGoodbye = (database: Database["Service"], node: number) =>
  database.transaction(Effect.andThen(database.run(leave, [node]), takeOver(database, [node])))

const takeOver = (database: Database["Service"], nodes: ReadonlyArray<number>) =>
  Effect.andThen(database.run(freeGates, [ints(nodes)]), returnAll(database, nodes))
