import { Context } from "effect"

/** Milliseconds that reading one page may take. A parser that can stop on its way, with what it has, stops well before. */
export const TimeLimit = Context.Reference<number>("gleaner/extract/TimeLimit", { defaultValue: () => 15_000 })
