/** An XML text with no more than may be made a tree of. */
export interface BoundedXml {
  readonly xml: string
  readonly isCut: boolean
}

/**
 * Of a text with more tags than `most` the first of them, with what is open then closed: in a tree the three bytes of the smallest
 * tag are a hundred times as much. Attributes are too, so a long tag counts as several. A text that nests absurdly deep ends there:
 * what makes the tree may cost the square of its depth. One pass, in which nothing is built.
 */
export const boundedXml = (xml: string, most = maxTags): BoundedXml => {
  const open: Array<string> = []
  let weight = 0
  for (let at = xml.indexOf("<"); at >= 0;) {
    const aside = asideAt(xml, at)
    if (aside !== undefined) {
      const end = xml.indexOf(aside, at)
      if (end < 0) break
      at = xml.indexOf("<", end + aside.length)
      continue
    }
    const end = xml.indexOf(">", at)
    if (end < 0) break
    weight += 1 + Math.floor((end - at) / perTag)
    if (weight > most || open.length > deepest) return { xml: xml.slice(0, at) + closing(open), isCut: true }
    if (xml[at + 1] === "/") open.pop()
    else if (xml[end - 1] !== "/" && xml[at + 1] !== "?" && xml[at + 1] !== "!") open.push(nameAt(xml, at + 1))
    at = xml.indexOf("<", end)
  }
  return { xml, isCut: false }
}

/** Some 200 MB as a tree. */
const maxTags = 500_000
/** Open elements. */
const deepest = 1000
/** Characters of a tag that count as one more: three attributes without a name to speak of. */
const perTag = 16

/** What ends a comment or a CDATA section that begins here; tags within are none. */
const asideAt = (xml: string, at: number): string | undefined => {
  if (xml[at + 1] !== "!") return undefined
  if (xml.startsWith("<!--", at)) return "-->"
  return xml.startsWith("<![CDATA[", at) ? "]]>" : undefined
}

const nameAt = (xml: string, at: number): string => {
  name.lastIndex = at
  return name.exec(xml)?.[0] ?? ""
}

const name = /[^\s/>]*/y

const closing = (open: ReadonlyArray<string>): string => open.toReversed().map((tag) => `</${tag}>`).join("")
