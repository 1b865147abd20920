import { Context } from "effect"

/** Request fields, in lower case, whose values are never recorded. */
export const SecretFields = Context.Reference<ReadonlyArray<string>>("gleaner/net/SecretFields", {
  defaultValue: () => []
})
