import { Context } from "effect"

/** The request fields, in lower case, whose values nobody may record. */
export const SecretFields = Context.Reference<ReadonlyArray<string>>("gleaner/net/SecretFields", {
  defaultValue: () => []
})
