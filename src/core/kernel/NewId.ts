import { Context } from "effect"
import { randomBytes } from "node:crypto"

/** Makes an id of 128 bits that cannot be guessed. Not from `Random`, whose seed may be known. */
export const NewId = Context.Reference<() => string>("gleaner/core/kernel/NewId", {
  defaultValue: () => () => randomBytes(16).toString("hex")
})
