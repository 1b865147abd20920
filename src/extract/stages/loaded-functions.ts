import { Effect } from "effect"
import type * as Functions from "./stage-functions.ts"

let loaded: typeof Functions | undefined

/**
 * The functions that the stages run. They are loaded with the first layer of a stage, because their rules, tables and
 * parsers take longer to load than everything else that `gleaner/extract` imports. Later layers get them at once.
 */
export const stageFunctions = Effect.suspend(() => loaded === undefined ? loading : Effect.succeed(loaded))

const loading = Effect.promise(async () => (loaded = await import("./stage-functions.ts")))
