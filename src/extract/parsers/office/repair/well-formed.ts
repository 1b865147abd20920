/**
 * Whether a text is well-formed XML, as far as a reader of office documents depends on it: tags that match, attributes
 * with quoted values, no bare ampersand or control character. Named entities pass, because books declare them. One pass.
 */
export const isWellFormed = (xml: string): boolean => {
  if (controls.test(xml) || bareAmpersand.test(xml) && !xml.includes("<![CDATA[")) return false
  const open: Array<string> = []
  let tags = 0
  for (let at = xml.indexOf("<"); at >= 0;) {
    const aside = asideEnd(xml, at)
    let end = aside
    if (end === undefined) {
      tag.lastIndex = at
      const found = tag.exec(xml)
      if (found === null) return false
      const [, slash, name = "", empty] = found
      if (slash === "/") {
        if (open.pop() !== name) return false
      } else if (empty === undefined) open.push(name)
      end = tag.lastIndex
      tags++
    }
    at = xml.indexOf("<", end)
  }
  return tags > 0 && open.length === 0
}

/** The end of a declaration, a comment or a CDATA section that begins here. Undefined for an element. */
export const asideEnd = (xml: string, at: number): number | undefined => {
  if (xml[at + 1] !== "?" && xml[at + 1] !== "!") return undefined
  const [, mark] = asides.find(([start]) => xml.startsWith(start, at)) ?? ["", ">"]
  const end = xml.indexOf(mark, at)
  return end < 0 ? xml.length : end + mark.length
}

const asides = [["<?", "?>"], ["<!--", "-->"], ["<![CDATA[", "]]>"]] as const

const tag = /<(\/)?([^\s<>/!?"'=]+)(?:\s+[^\s<>="'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/)?>/y

// oxlint-disable-next-line no-control-regex -- these characters are searched for
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/
const bareAmpersand = /&(?!#?\w{1,40};)/
