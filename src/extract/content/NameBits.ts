import { ownText } from "../../domain/own-text.ts"

/**
 * What lists of names (class, id) say, one bit for each pattern. The patterns look at one name at a time. Names repeat
 * from element to element and from page to page, so the answers are remembered: for whole lists, and for single names.
 */
export class NameBits {
  private readonly patterns: ReadonlyArray<readonly [bit: number, pattern: RegExp]>
  /**
   * One expression for all patterns with the same flags. It matches what any of them matches. Half of all names say
   * nothing, and this finds them.
   */
  private readonly any: ReadonlyArray<RegExp>
  private readonly normalize: (name: string) => string
  private readonly byList = new Map<string, number>()
  private readonly byName = new Map<string, number>()

  constructor(
    patterns: ReadonlyArray<readonly [bit: number, pattern: RegExp]>,
    normalize: (name: string) => string = (name) => name
  ) {
    this.patterns = patterns
    this.any = [...Map.groupBy(patterns, ([, { flags }]) => flags)].map(([flags, group]) =>
      new RegExp(group.map(([, { source }]) => `(?:${source})`).join("|"), flags)
    )
    this.normalize = normalize
  }

  of(list: string): number {
    if (list === "") return 0
    const known = this.byList.get(list)
    if (known !== undefined) return known
    let bits = 0
    for (const name of list.split(" ")) bits |= this.ofName(name)
    return remember(this.byList, list, bits)
  }

  private ofName(name: string): number {
    if (name === "") return 0
    const known = this.byName.get(name)
    if (known !== undefined) return known
    const text = this.normalize(name)
    let bits = 0
    if (this.any.some((pattern) => pattern.test(text))) {
      for (const [bit, pattern] of this.patterns) if (pattern.test(text)) bits |= bit
    }
    return remember(this.byName, name, bits)
  }
}

const maxRemembered = 20_000

const remember = (map: Map<string, number>, key: string, bits: number): number => {
  if (map.size >= maxRemembered) map.clear()
  map.set(ownText(key), bits)
  return bits
}
