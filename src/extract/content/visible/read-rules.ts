import type { ParsedHtml } from "../../dom/parse-html.ts"
import { closest, textContent } from "../../dom/walk.ts"

/** A rule of a style element, not parsed yet. */
export interface RawRule {
  readonly prelude: string
  readonly block: string
  /** In a media query: for other screens, so it can only show. */
  readonly isConditional: boolean
}

/** Max characters of style elements that are read, and max rules of them. */
const maxCharacters = 1_000_000
const maxRules = 20_000

/** The rules of the page's style elements for a screen. Rules for other media are left out. */
export const readRules = (html: ParsedHtml): ReadonlyArray<RawRule> => {
  const rules: Array<RawRule> = []
  let left = maxCharacters
  for (const element of html.tagged("style")) {
    if (closest(element, "noscript", "svg") !== undefined) continue
    if (!/^(?:|all|screen)$/i.test((element.attr("media") ?? "").trim())) continue
    const text = textContent(element)
    left -= text.length
    if (left < 0 || rules.length >= maxRules) break
    addRules(withoutComments(text), rules)
  }
  return rules
}

interface OpenBlock {
  readonly prelude: string
  readonly from: number
  /** Whether its rules are read: those of a sheet, a layer or a media query for screens. */
  readonly isSheet: boolean
  readonly isConditional: boolean
}

const sheet: OpenBlock = { prelude: "@", from: 0, isSheet: true, isConditional: false }

/** Reads the rules of a sheet in one pass over its braces. */
const addRules = (text: string, into: Array<RawRule>): void => {
  const open: Array<OpenBlock> = []
  let from = 0
  let opening = text.indexOf("{")
  let closing = text.indexOf("}")
  while ((opening >= 0 || closing >= 0) && into.length < maxRules) {
    const outer = open.at(-1) ?? sheet
    if (opening >= 0 && (opening < closing || closing < 0)) {
      const before = text.slice(from, opening)
      const prelude = before.slice(before.lastIndexOf(";") + 1).trim()
      open.push(blockOf(prelude, opening + 1, outer))
      from = opening + 1
      opening = text.indexOf("{", from)
    } else {
      const block = open.pop()
      const isRule = block !== undefined && !block.prelude.startsWith("@") && (open.at(-1) ?? sheet).isSheet
      if (isRule && block.prelude.length <= maxPrelude) {
        into.push({
          prelude: block.prelude,
          block: text.slice(block.from, closing),
          isConditional: block.isConditional
        })
      }
      from = closing + 1
      closing = text.indexOf("}", from)
    }
  }
}

/** Max length of the selectors of a rule that are read. */
const maxPrelude = 2000

const blockOf = (prelude: string, from: number, outer: OpenBlock): OpenBlock => {
  if (!prelude.startsWith("@")) return { prelude, from, isSheet: false, isConditional: outer.isConditional }
  const isSheet = outer.isSheet && /^@(?:layer|supports|media)\b/i.test(prelude) && !/\bprint\b/i.test(prelude)
  const isPlain = /^@(?:layer\b|media\s+(?:all|screen)$)/i.test(prelude)
  return { prelude, from, isSheet, isConditional: outer.isConditional || !isPlain }
}

/** The sheet without its comments. An open one ends with it (CSS Syntax 3 section 4.3.2). */
const withoutComments = (text: string): string => {
  const parts: Array<string> = []
  let from = 0
  for (let at = text.indexOf("/*"); at >= 0; at = text.indexOf("/*", from)) {
    parts.push(text.slice(from, at))
    const end = text.indexOf("*/", at + 2)
    if (end < 0) return parts.join(" ")
    from = end + 2
  }
  return from === 0 ? text : [...parts, text.slice(from)].join(" ")
}
