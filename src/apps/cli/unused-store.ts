import { Effect } from "effect"
import { Settings } from "../../core/settings/Settings.ts"
import { notice } from "./output/verbosity.ts"

/** Warns if a store is configured: the jobs of a command are in memory. */
export const warnOfUnusedStore = Effect.flatMap(Settings, ({ documents, store, storePooler }) => {
  const unused = [
    ...(store._tag === "Memory" ? [] : ["GLEANER_STORE"]),
    ...(storePooler === "off" ? [] : ["GLEANER_STORE_POOLER"]),
    ...(documents._tag === "Store" ? [] : ["GLEANER_DOCUMENTS"])
  ]
  return unused.length === 0
    ? Effect.void
    : notice(
      `gleaner: ${unused.join(" and ")} ${
        unused.length === 1 ? "is" : "are"
      } ignored: jobs of a command are in memory and end with it`
    )
})
