import { randomBytes, randomInt } from "node:crypto"

/** Tells one lease from all others. We make it, so that we can give back what we do not know whether we got. */
export const newToken = (): bigint => randomBytes(8).readBigInt64LE()

/** The same for webhooks: a positive whole number that every number type holds. */
export const newClaim = (): number => randomInt(1, 2 ** 48 - 1)
