import { Schema } from "effect"

/** Maximum length of a list. The default message of `isMaxLength` is about characters. */
export const maxEntries = (max: number) =>
  Schema.isMaxLength(max, { message: `must not have more than ${max} entries` })
