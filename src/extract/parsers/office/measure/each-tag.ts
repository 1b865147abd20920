export interface Tag {
  /** Without its prefix. */
  readonly name: string
  readonly isEnd: boolean
  readonly isEmpty: boolean
  /** The place behind the tag. */
  readonly end: number
  readonly attributes: string
  /** The value of an attribute, named without its prefix. */
  readonly get: (attribute: string) => string | undefined
}

/** Calls `use` for each tag of an XML text, in one pass that builds nothing. Tags in comments count too. */
export const eachTag = (xml: string, use: (tag: Tag) => void): void => {
  tags.lastIndex = 0
  for (let found = tags.exec(xml); found !== null; found = tags.exec(xml)) {
    const [whole, slash, name = "", attributes = ""] = found
    const end = tags.lastIndex
    use({
      name,
      attributes,
      isEnd: slash === "/",
      isEmpty: whole.endsWith("/>"),
      end,
      get: (attribute) => valueOf(attributes, attribute)
    })
    tags.lastIndex = end
  }
}

const tags = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s[^<>]*)?)\/?>/g

const valueOf = (attributes: string, name: string): string | undefined => {
  const found = (patterns.get(name) ?? pattern(name)).exec(attributes)
  return found?.[1] ?? found?.[2]
}

const patterns = new Map<string, RegExp>()

const pattern = (name: string): RegExp => {
  const made = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, made)
  return made
}

/** A number that an attribute has, at least 1. */
export const countIn = (value: string | undefined): number => Math.max(1, Number.parseInt(value ?? "1", 10) || 1)
