import { Context } from "effect"

/**
 * Timeout of one extraction in milliseconds, both of time and of this process's CPU. A parser that can return a partial
 * result stops well before it.
 */
export const TimeLimit = Context.Reference<number>("gleaner/extract/parsers/TimeLimit", { defaultValue: () => 15_000 })
