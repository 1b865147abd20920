/** An XML text, cut to a maximum size of its tree. */
export interface BoundedXml {
  readonly xml: string
  readonly isCut: boolean
}

/**
 * Cuts a text with more than `limit` tags, and closes the open elements. In a tree, the three bytes of the smallest tag
 * take a hundred times as much memory. Attributes do too, so a long tag counts as several. A text that nests too deep
 * ends there, because building the tree may take time quadratic in its depth. Runs in one pass and builds nothing.
 */
export const boundedXml = (xml: string, limit = maxTags): BoundedXml => {
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
    if (weight > limit || open.length > maxDepth) return { xml: xml.slice(0, at) + closing(open), isCut: true }
    if (xml[at + 1] === "/") open.pop()
    else if (xml[end - 1] !== "/" && xml[at + 1] !== "?" && xml[at + 1] !== "!") open.push(nameAt(xml, at + 1))
    at = xml.indexOf("<", end)
  }
  return { xml, isCut: false }
}

/** Max tags, about 200 MB as a tree. */
const maxTags = 500_000
/** Max open elements. */
const maxDepth = 1000
/** Characters of a tag that count as one more tag, such as three attributes with short names. */
const perTag = 16

/** The end of a comment or a CDATA section that begins here. Tags in it do not count. */
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
