import { Effect } from "effect"
import { Settings } from "../Settings.ts"
import { notice } from "./output/verbosity.ts"

/** A command has its jobs in memory. Warns an operator who has set a store for the service. */
export const warnOfUnusedStore = Effect.flatMap(Settings, ({ documents, store }) => {
  const unused = [
    ...(store._tag === "Memory" ? [] : ["GLEANER_STORE"]),
    ...(documents._tag === "Store" ? [] : ["GLEANER_DOCUMENTS"])
  ]
  return unused.length === 0
    ? Effect.void
    : notice(
      `gleaner: ${unused.join(" and ")} ${
        unused.length === 1 ? "is" : "are"
      } not used here: the jobs of a command end with it`
    )
})
