import { randomBytes, randomInt } from "node:crypto"

/** Identifies one lease. The node makes it, so it can return a lease even if the answer was lost. */
export const newToken = (): bigint => randomBytes(8).readBigInt64LE()

/** The same for webhooks: a positive integer that is exact as a JavaScript number. */
export const newClaim = (): number => randomInt(1, 2 ** 48 - 1)
