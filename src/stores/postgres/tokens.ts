import { randomBytes } from "node:crypto"

/** Tells one lease from all others. We make it, so that we can give back what we do not know whether we got. */
export const newToken = (): bigint => randomBytes(8).readBigInt64LE()
