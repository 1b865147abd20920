import { strToU8 } from "fflate"
import { xmlText } from "../office-archive.ts"

/**
 * A list of shared texts (ECMA-376 part 1, 18.4.9) that lost its end, with empty texts in the place of those that it
 * declares. A cell that names a missing text would lose its whole sheet.
 */
export const padTexts = (name: string, part: Uint8Array): Uint8Array => {
  if (!/sharedstrings\.xml$/i.test(name)) return part
  const xml = xmlText(part)
  const declared = Number(/^[^<]*<[^<>]*\suniqueCount="(\d{1,7})"/.exec(xml)?.[1] ?? 0)
  const missing = declared - (xml.match(/<(?:\w+:)?si[\s>/]/g)?.length ?? 0)
  const end = /<\/(\w+:)?sst>$/.exec(xml)
  if (missing <= 0 || missing > maxPadded || end === null) return part
  return strToU8(xml.slice(0, end.index) + `<${end[1] ?? ""}si/>`.repeat(missing) + end[0])
}

const maxPadded = 1_000_000
