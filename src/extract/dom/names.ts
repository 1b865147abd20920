/** The end of the run of lower-case letters, digits, hyphens, underscores and colons. */
export const endOfName = (html: string, from: number): number => {
  let at = from
  while (at < html.length && isPlain[html.charCodeAt(at)] === 1) at++
  return at
}

const isPlain = Uint8Array.from({ length: 128 }, (_, code) => /[-a-z0-9_:]/.test(String.fromCharCode(code)) ? 1 : 0)

const names = new Map<string, string>()
const maxNames = 4000
const longestName = 40

/**
 * The name at this position, as one shared string for all pages. As a property key it is one of the engine's internal
 * strings, which are compared by address.
 */
export const nameIn = (html: string, from: number, to: number): string => {
  const name = html.slice(from, to)
  const known = names.get(name)
  if (known !== undefined) return known
  if (names.size >= maxNames || name.length > longestName) return ` ${name}`.slice(1)
  const [own = name] = Object.keys({ [name]: true })
  names.set(own, own)
  return own
}
