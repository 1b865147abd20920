import { Effect } from "effect"
import type { Database, Row } from "./Database.ts"

/** The first row of an answer. Statements that count or look for one thing have no other. */
export const firstRow = <A extends object = Row>(
  database: Pick<Database["Service"], "run">,
  statement: string,
  parameters: ReadonlyArray<unknown> = []
) => Effect.map(database.run<A>(statement, parameters), ([row]) => row)
