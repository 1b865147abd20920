import { nameSigns, nameWithEscapes, withoutEscapes } from "./escapes.ts"
import { splitList } from "./split-list.ts"

/** Names in a selector that is not parsed. */
export interface RuleNames {
  /** Names of which every element of the selector has one: "#id", ".class", "tag", "[attribute" or "*". */
  readonly keys: ReadonlyArray<string>
  /** Classes and ids that the page must have. */
  readonly needed: ReadonlyArray<string>
  /** Whether an element matches only in a state that its reader brings about. */
  readonly needsState: boolean
}

export const ruleNames = (escaped: string): RuleNames | undefined => {
  if (escaped === "") return undefined
  const selector = withoutEscapes(escaped)
  if (!unusual.test(selector)) {
    return { keys: [nameIn(selector.slice(endOfParent(selector)))], needed: namesIn(selector), needsState: false }
  }
  if (/[^\S\t\n\f\r ]/.test(selector)) return { keys: ["*"], needed: [], needsState: false }
  // From the inside of nested parentheses. Of brackets, only the attribute is read.
  let outer = selector
  for (let depth = 0; depth < maxDepth && outer.includes("("); depth++) outer = outer.replaceAll(/\([^()]*\)/g, "")
  const attribute = /\[\s*([\w-]+)[^\]]*\][^\s>+~]*$/.exec(outer)?.[1]
  outer = outer.replaceAll(/\[[^\]]*\]/g, "[")
  if (/::|:(?:before|after|first-line|first-letter)\b/.test(outer)) return undefined
  const compound = outer.slice(endOfParent(outer))
  const name = nameIn(compound.replaceAll(/:[\w-]+|\[/g, ""))
  const needed = namesIn(outer.replaceAll(/:[\w-]+|\[/g, ""))
  const needsState = states.test(outer)
  if (name !== "*") return { keys: [name], needed, needsState }
  if (attribute !== undefined && compound.includes("[")) {
    return { keys: [`[${attribute.toLowerCase()}`], needed, needsState }
  }
  if (compound.includes(":root")) return { keys: ["html"], needed, needsState }
  return { keys: keysWithin(selector.slice(selector.length - lengthOfLast(selector))) ?? ["*"], needed, needsState }
}

const unusual = new RegExp(`[^${nameSigns}\\s.#*>+~]|[^\\S\\t\\n\\f\\r ]`)
const maxDepth = 6
/** `:focus` is also the start of `:focus-within`. */
const states = /:(?:hover|focus|active|visited|target|popover-open|modal)/

/** The keys of the selectors in `:is()` or `:where()`, if the compound begins with one. */
const keysWithin = (compound: string): ReadonlyArray<string> | undefined => {
  const [, inner] = /^:(?:is|where)\((.+?)\)(?:$|[:[])/.exec(compound) ?? []
  if (inner === undefined) return undefined
  // The end of the list may be that of a nested one.
  const open = inner.split("(").length - inner.split(")").length
  const list = open === 0 ? inner : compound.slice(compound.indexOf("(") + 1, compound.lastIndexOf(")"))
  if (open > 0 && !compound.endsWith(")")) return undefined
  const keys = splitList(list).map((selector) => ruleNames(selector)?.keys ?? [])
  return keys.some((names) => names.length === 0 || names.includes("*")) ? undefined : [...new Set(keys.flat())]
}

/** Length of the last compound, with its parentheses. */
const lengthOfLast = (selector: string): number => {
  let depth = 0
  for (let at = selector.length - 1; at >= 0; at--) {
    const sign = selector.charAt(at)
    if (sign === ")" || sign === "]") depth++
    else if (sign === "(" || sign === "[") depth--
    else if (depth === 0 && /[\s>+~]/.test(sign)) return selector.length - at - 1
  }
  return selector.length
}

const namesIn = (selector: string): ReadonlyArray<string> => selector.match(names)?.map(nameWithEscapes) ?? []

const names = new RegExp(`[.#][${nameSigns}]+`, "g")

const endOfParent = (selector: string): number => {
  for (let at = selector.length - 1; at >= 0; at--) {
    const unit = selector.charCodeAt(at)
    if (unit <= 0x20 || unit === 0x3E || unit === 0x2B || unit === 0x7E) return at + 1
  }
  return 0
}

const nameIn = (compound: string): string => {
  const id = compound.indexOf("#")
  const start = id < 0 ? compound.indexOf(".") : id
  if (start < 0) return compound === "" ? "*" : compound.toLowerCase()
  const end = compound.slice(start + 1).search(/[.#]/)
  return nameWithEscapes(end < 0 ? compound.slice(start) : compound.slice(start, start + 1 + end))
}
