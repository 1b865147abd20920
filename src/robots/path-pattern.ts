/** A normalised path as the matcher reads it: its octets. */
export type Octets = ArrayLike<number>

export const octetsOf = (normalized: string): Octets => Buffer.from(normalized, "latin1")

const star = 0x2A

/**
 * The matcher of one rule's pattern (RFC 9309 section 2.2.3): the path begins with it, `*` stands for any octets, `$` at the end for the
 * end of the path. Each part between two `*` is sought once, behind the one before, and no octet of the path is read
 * more than twice for it: a pattern of thousands of `*` costs what its length and the path's do.
 */
export const pathPattern = (source: string): (path: Octets) => boolean => {
  const isAnchored = source.endsWith("$")
  const pattern = octetsOf(isAnchored ? source.slice(0, -1) : source)
  const firstEnd = source.indexOf("*")
  if (firstEnd < 0) {
    return (path) => (!isAnchored || path.length === pattern.length) && isAt(path, 0, pattern, 0, pattern.length)
  }
  const borders = bordersOf(pattern)
  const lastStart = isAnchored ? source.lastIndexOf("*") + 1 : pattern.length
  return (path) => {
    if (!isAt(path, 0, pattern, 0, firstEnd)) return false
    let position = firstEnd
    for (let start = firstEnd + 1, end = start; end < lastStart; start = ++end) {
      while (end < lastStart && pattern[end] !== star) end++
      position = endOf(path, position, pattern, start, end, borders)
      if (position < 0) return false
    }
    const lastLength = pattern.length - lastStart
    return position + lastLength <= path.length &&
      isAt(path, path.length - lastLength, pattern, lastStart, pattern.length)
  }
}

const isAt = (path: Octets, position: number, pattern: Octets, start: number, end: number): boolean => {
  if (path.length < position + end - start) return false
  for (let index = start; index < end; index++) if (path[position++] !== pattern[index]) return false
  return true
}

/**
 * Where the first occurrence of a part of the pattern ends, or -1: Knuth, Morris and Pratt's search. `indexOf` is quicker on what is
 * harmless, and quadratic on what is not.
 */
const endOf = (
  path: Octets,
  from: number,
  pattern: Octets,
  start: number,
  end: number,
  borders: Uint16Array
): number => {
  if (start === end) return from
  let next = start
  for (let position = from; position < path.length; position++) {
    const octet = path[position]
    while (next > start && pattern[next] !== octet) next = borders[next - 1] ?? start
    if (pattern[next] === octet) next++
    if (next === end) return position + 1
  }
  return -1
}

/** For each octet, where the search goes on in its part, had the octet behind it not matched. */
const bordersOf = (pattern: Octets): Uint16Array => {
  const borders = new Uint16Array(pattern.length)
  let next = 0
  let start = 0
  for (let index = 0; index < pattern.length; index++) {
    if (pattern[index] === star) start = index + 1
    if (index <= start) {
      borders[index] = next = start
      continue
    }
    while (next > start && pattern[index] !== pattern[next]) next = borders[next - 1] ?? start
    if (pattern[index] === pattern[next]) next++
    borders[index] = next
  }
  return borders
}
