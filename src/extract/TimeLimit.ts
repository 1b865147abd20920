import { Context } from "effect"

/** Milliseconds for extracting one page. A parser that can stop early, with what it has, stops well before. */
export const TimeLimit = Context.Reference<number>("gleaner/extract/TimeLimit", { defaultValue: () => 15_000 })
