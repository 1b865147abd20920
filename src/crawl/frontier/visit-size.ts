import type { VisitRecord } from "../visit/VisitRecord.ts"

/**
 * Memory of a visit that waits to be settled: its document, the strings of its links, and the fixed cost of an entry.
 */
export const visitSize = ({ outcome }: VisitRecord): number => {
  let bytes = fixedCost
  if (outcome._tag !== "Page") return bytes
  bytes += outcome.document.length
  // A compressed document may be far smaller than the URLs in it.
  for (const link of outcome.links) bytes += link.length + stringCost
  return bytes
}

const fixedCost = 1024
/** Memory of a string besides its characters. */
const stringCost = 32
