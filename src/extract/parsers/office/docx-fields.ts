/**
 * Removes the marks of deeply nested fields, such as links, and leaves their text. For each run, mammoth reads all open
 * fields, and a hostile document opens tens of thousands.
 */
export const withoutDeepFields = (xml: string): string => {
  const pieces: Array<string> = []
  let depth = 0
  let from = 0
  for (let at = xml.indexOf(mark); at >= 0; at = xml.indexOf(mark, at + mark.length)) {
    const kind = kindOf.exec(xml.slice(at + mark.length, at + mark.length + maxKindLength))?.[1]
    if (kind === "begin") depth++
    if (kind === undefined || depth > maxOpen) {
      pieces.push(xml.slice(from, at), unknownMark)
      from = at + mark.length
    }
    if (kind === "end" && depth > 0) depth--
  }
  return pieces.length === 0 ? xml : pieces.join("") + xml.slice(from)
}

/** Max open fields. Documents from Word have two or three. */
const maxOpen = 32

/** Attribute with the role of a mark. A renamed mark has no effect. */
const mark = "fldCharType"
const unknownMark = "fldCharDeep"

const kindOf = /^\s*=\s*["'](begin|separate|end)["']/
const maxKindLength = 30
