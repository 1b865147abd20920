/** The end of the run of lower-case letters, digits, hyphens, underscores and colons. */
export const endOfName = (bytes: Buffer, from: number): number => {
  let at = from
  while (at < bytes.length && isPlain[bytes[at]!] === 1) at++
  return at
}

const isPlain = Uint8Array.from({ length: 256 }, (_, code) => /[-a-z0-9_:]/.test(String.fromCharCode(code)) ? 1 : 0)

const maxNames = 4000
const maxNameLength = 40
/** Hash table with open addressing, at most half full. "" is free. */
const names: Array<string> = Array.from({ length: 8192 }, () => "")
let known = 0

/**
 * Returns the name at this position, as one string shared by all pages. As a property key it is an internalized string,
 * which the engine compares by address. Known names are found without a new string.
 */
export const nameIn = (bytes: Buffer, from: number, to: number): string => {
  let hash = to - from
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  hash ^= hash >>> 15
  for (let step = 0; step < maxSteps; step++) {
    const slot = (hash + step) & (names.length - 1)
    const name = names[slot] as string
    if (name === "") return newName(bytes.toString("latin1", from, to), slot)
    if (name.length === to - from && isAt(name, bytes, from)) return name
  }
  return bytes.toString("latin1", from, to)
}

/** Max probes of one look-up. A page can have names with one hash. */
const maxSteps = 16

const isAt = (name: string, bytes: Buffer, from: number): boolean => {
  for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) !== bytes[from + at]) return false
  return true
}

const newName = (name: string, slot: number): string => {
  if (known >= maxNames || name.length > maxNameLength) return name
  const [own = name] = Object.keys({ [name]: true })
  names[slot] = own
  known++
  return own
}
