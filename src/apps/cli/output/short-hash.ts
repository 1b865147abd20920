import { createHash } from "node:crypto"

/** Distinguishes names of files that would be the same. */
export const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8)
