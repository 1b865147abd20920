/**
 * The size of a JSON text as values, and as text with indents of two. Nothing is built. Text that is not JSON has a
 * size too.
 */
export interface JsonSize {
  readonly values: number
  readonly depth: number
  /** Length in characters. */
  readonly indented: number
}

export const measureJson = (source: string): JsonSize => {
  let values = 1
  let depth = 0
  let deepest = 0
  let added = 0
  for (let at = 0; at < source.length; at++) {
    switch (source.charCodeAt(at)) {
      case quote:
        at = endOfString(source, at)
        break
      case openList:
      case openObject:
        values++
        depth++
        if (depth > deepest) deepest = depth
        added += 1 + 2 * depth
        break
      case closeList:
      case closeObject:
        depth = Math.max(0, depth - 1)
        added += 1 + 2 * depth
        break
      case comma:
        values++
        added += 1 + 2 * depth
        break
      default:
    }
  }
  return { values, depth: deepest, indented: source.length + added }
}

const endOfString = (source: string, start: number): number => {
  let at = start + 1
  while (at < source.length) {
    const code = source.charCodeAt(at)
    if (code === quote) break
    at += code === backslash ? 2 : 1
  }
  return at
}

const [quote, comma, openList, backslash, closeList, openObject, closeObject] = [..."\",[\\]{}"].map((mark) =>
  mark.charCodeAt(0)
)
