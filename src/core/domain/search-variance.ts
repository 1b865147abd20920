import { type Dictionary, type InnerList, isInnerList, type Item, parseDictionary } from "structured-headers"
import { canonical } from "./WebUrl.ts"

/** The part of a query that makes a difference to a response (draft-ietf-httpbis-no-vary-search, section 4). */
export interface SearchVariance {
  /** `except`: only these parameters count. */
  readonly only?: ReadonlySet<string>
  /** `params`: all parameters but these count. */
  readonly allBut?: ReadonlySet<string>
  readonly isOrdered: boolean
}

/** Max characters of a field that is read. A longer one is ignored whole. */
const maxLength = 4000

/** Section 5.1. Undefined if the field is not valid. Then it is ignored whole. */
export const searchVariance = (field: string): SearchVariance | undefined => {
  const members = field.length > maxLength ? undefined : dictionaryOf(field)
  if (members === undefined) return undefined
  const order = members.get("key-order")
  const params = members.get("params")
  const except = members.get("except")
  if (order !== undefined && typeof order[0] !== "boolean") return undefined
  const isOrdered = order?.[0] !== true
  const isWildcard = params?.[0] === true
  if (except !== undefined) {
    const only = keysOf(except)
    return isWildcard && only !== undefined ? { only, isOrdered } : undefined
  }
  if (isWildcard) return { only: new Set(), isOrdered }
  const allBut = params === undefined || params[0] === false ? new Set<string>() : keysOf(params)
  return allBut === undefined ? undefined : { allBut, isOrdered }
}

const dictionaryOf = (field: string): Dictionary | undefined => {
  try {
    return parseDictionary(field)
  } catch {
    return undefined
  }
}

/** Section 5.2: names in the list are percent-encoded, as in a query. Undefined if it is not a list of strings. */
const keysOf = (member: Item | InnerList): Set<string> | undefined => {
  if (!isInnerList(member)) return undefined
  const names = member[0].flatMap(([item]) => typeof item === "string" ? [keyOf(item)] : [])
  return names.length === member[0].length ? new Set(names) : undefined
}

/** The parser of queries splits at `&` and `=` and drops a `?` at the start. A name may contain all of them. */
const keyOf = (name: string): string =>
  [...new URLSearchParams(`&${name.replaceAll("&", "%26").replaceAll("=", "%3D")}`).keys()][0] ?? ""

/**
 * The same string for all URLs that are equivalent by this variance (section 6), in canonical form. They differ in their
 * queries only. Without any variance, the canonical form of the URL.
 */
export const equivalentForm = (url: URL, { allBut, isOrdered, only }: SearchVariance): string => {
  if (isOrdered && allBut?.size === 0) return canonical(url)
  const pairs = [...url.searchParams].filter(([name]) => only?.has(name) ?? allBut?.has(name) !== true)
  // The sort is stable, by code units.
  if (!isOrdered) pairs.sort(([one], [other]) => one < other ? -1 : Number(one > other))
  const plain = new URL(url)
  plain.search = new URLSearchParams(pairs).toString()
  return canonical(plain)
}
