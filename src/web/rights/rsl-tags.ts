/** A tag of an XML text. */
export interface Tag {
  /** Without the prefix of its namespace, in lower case. */
  readonly name: string
  readonly isClosing: boolean
  readonly isEmpty: boolean
  readonly attributes: string
  /** The text between this tag and the next one. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Max tags of a file. A license has ten. */
const maxTags = 50_000

/** The tags of an XML text, in one pass and without a tree. Comments, CDATA, instructions and the DOCTYPE are skipped. */
export function* tagsOf(xml: string): Generator<Tag> {
  let count = 0
  for (let at = xml.indexOf("<"); at >= 0 && count < maxTags;) {
    const aside = asides.find(({ begin }) => xml.startsWith(begin, at))
    const end = aside === undefined ? xml.indexOf(">", at) + 1 : afterOf(xml, aside.close, at)
    if (end === 0) return
    const next = xml.indexOf("<", end)
    if (aside === undefined) {
      count++
      yield tagOf(xml, at, end, next < 0 ? xml.length : next)
    }
    at = next
  }
}

const asides = [
  { begin: "<!--", close: "-->" },
  { begin: "<![CDATA[", close: "]]>" },
  { begin: "<?", close: "?>" },
  { begin: "<!", close: ">" }
] as const

const afterOf = (xml: string, close: string, at: number): number => {
  const found = xml.indexOf(close, at)
  return found < 0 ? 0 : found + close.length
}

const tagOf = (xml: string, start: number, end: number, next: number): Tag => {
  const isClosing = xml[start + 1] === "/"
  const inner = xml.slice(start + (isClosing ? 2 : 1), end - 1)
  const name = /^[^\s/]*/.exec(inner)?.[0] ?? ""
  return {
    name: name.slice(name.indexOf(":") + 1).toLowerCase(),
    isClosing,
    isEmpty: inner.endsWith("/"),
    attributes: inner.slice(name.length, name.length + maxAttributes),
    text: xml.slice(end, next),
    start,
    end
  }
}

/** Characters. */
const maxAttributes = 10_000

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" }

export const attribute = ({ attributes }: Tag, name: string): string | undefined => {
  for (const [, key, double, single] of attributes.matchAll(/(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (key === name) return (double ?? single ?? "").replace(/&(\w+);/g, (all, entity) => entities[entity] ?? all)
  }
  return undefined
}
