import { type Selector as Token, SelectorType } from "css-what"
import { Result } from "effect"
import { LRUCache } from "lru-cache"
import { parseSelector, type SelectorTokens } from "../../../core/domain/document/parse-selector.ts"

/** The conditions on one element. */
export interface Compound {
  readonly tag: string | undefined
  readonly id: string | undefined
  readonly classes: ReadonlyArray<string>
  readonly attributes: ReadonlyArray<AttributeTest>
  /** Position among siblings of the same tag, from 1. */
  readonly ofType: number | undefined
  /** Tag of a child, as in `div:has(> h1)`. */
  readonly childTag: string | undefined
}

export interface AttributeTest {
  readonly name: string
  readonly action: "exists" | "equals" | "element" | "start" | "any"
  readonly value: string
}

/** Compounds from the left to the right. Each but the first says how it is below the one before it. */
export type Chain = ReadonlyArray<{ readonly compound: Compound; readonly isChild: boolean }>

export interface CompiledSelector {
  readonly tokens: SelectorTokens
  /** Undefined if the selector needs more than tags, ids, classes, attributes and positions. */
  readonly chain: Chain | undefined
}

/** Parses a selector once for many pages. Undefined if it is not valid. */
export const compileSelector = (source: string): CompiledSelector | undefined => {
  const before = known.get(source)
  if (before !== undefined) return before
  const tokens = Result.getOrUndefined(parseSelector(source))
  if (tokens === undefined) return undefined
  const [only, second] = tokens
  const compiled = { tokens, chain: only === undefined || second !== undefined ? undefined : chainOf(only) }
  known.set(source, compiled)
  return compiled
}

/** Key of the rarest elements that a compound may match: `#id`, `.class` or the tag. Undefined: all elements. */
export const keyOf = ({ classes, id, tag }: Compound, isQuirks: boolean): string | undefined => {
  const key = id !== undefined ? `#${id}` : classes[0] !== undefined ? `.${classes[0]}` : undefined
  return key === undefined ? tag : isQuirks ? key.toLowerCase() : key
}

const known = new LRUCache<string, CompiledSelector>({ max: 2000 })

const chainOf = (tokens: ReadonlyArray<Token>): Chain | undefined => {
  const chain: Array<Chain[number]> = []
  let own: Array<Token> = []
  let isChild = false
  const close = (): boolean => {
    const compound = compoundOf(own)
    if (compound !== undefined) chain.push({ compound, isChild })
    own = []
    return compound !== undefined
  }
  for (const token of tokens) {
    if (token.type !== SelectorType.Descendant && token.type !== SelectorType.Child) {
      own.push(token)
      continue
    }
    if (!close()) return undefined
    isChild = token.type === SelectorType.Child
  }
  return close() ? chain : undefined
}

const compoundOf = (tokens: ReadonlyArray<Token>): Compound | undefined => {
  let tag: string | undefined
  let id: string | undefined
  let ofType: number | undefined
  let childTag: string | undefined
  const classes: Array<string> = []
  const attributes: Array<AttributeTest> = []
  for (const token of tokens) {
    if (token.type === SelectorType.Universal) continue
    if (token.type === SelectorType.Tag) tag = token.name
    else if (token.type === SelectorType.Pseudo && token.name === "has" && childTag === undefined) {
      childTag = childTagOf(token.data)
      if (childTag === undefined) return undefined
    } else if (token.type === SelectorType.Pseudo && token.name === "nth-of-type" && ofType === undefined) {
      if (typeof token.data !== "string" || !/^\s*[1-9]\d{0,5}\s*$/.test(token.data)) return undefined
      ofType = Number(token.data)
    } else if (token.type === SelectorType.Attribute) {
      const { action, ignoreCase, name, value } = token
      if (name === "class" && action === "element" && ignoreCase === "quirks") classes.push(value)
      else if (name === "id" && action === "equals" && ignoreCase === "quirks" && id === undefined) id = value
      else if (ignoreCase === true || caseless.has(name) || !isSimple(action)) return undefined
      else attributes.push({ name, action, value })
    } else return undefined
  }
  return { tag, id, ofType, childTag, classes, attributes }
}

const childTagOf = (data: string | ReadonlyArray<ReadonlyArray<Token>> | null): string | undefined => {
  const [only, second] = typeof data === "string" || data === null ? [] : data
  if (only === undefined || second !== undefined || only.length !== 2) return undefined
  const [combinator, tag] = only
  return combinator?.type === SelectorType.Child && tag?.type === SelectorType.Tag ? tag.name : undefined
}

const isSimple = (action: string): action is AttributeTest["action"] => simple.has(action)

const simple: ReadonlySet<string> = new Set(["exists", "equals", "element", "start", "any"])

/** Attributes whose values ignore case in selectors (HTML section 4.16.2). */
const caseless: ReadonlySet<string> = new Set(
  ("accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir " +
    "direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref " +
    "noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype " +
    "vlink").split(" ")
)
