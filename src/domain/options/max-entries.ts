import { Schema } from "effect"

/** For lists. The message of `isMaxLength` alone speaks of characters. */
export const maxEntries = (most: number) =>
  Schema.isMaxLength(most, { message: `must not have more than ${most} entries` })
