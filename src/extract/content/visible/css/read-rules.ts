import { TextUnits } from "../../../dom/fast/TextUnits.ts"
import type { ParsedHtml } from "../../../dom/parse-html.ts"
import { closest, textContent } from "../../../dom/walk.ts"
import { type Likelihood, mediaOf, supportOf } from "./at-rules.ts"
import { endOf, endOfString, endOfUrl, withoutComments } from "./escapes.ts"
import { marks, marksOf, unknownMarks, variableMarks } from "./marks.ts"
import type { PageNames } from "./PageNames.ts"
import { splitList } from "./split-list.ts"

/** A rule of a style element, not parsed yet. */
export interface RawRule {
  readonly prelude: string
  readonly block: string
  /** Only on some screens, so it can show an element but hides none for good. */
  readonly isConditional: boolean
  /** Cascade layer; "" if it is in none. */
  readonly layer: string
  /** Bits for its declarations. */
  readonly marks: number
}

/** The rules of a page, in its order. */
export interface PageRules {
  readonly rules: ReadonlyArray<RawRule>
  /** Layers in the order of the cascade: a later one wins. */
  readonly layers: ReadonlyArray<string>
  /** By the name of an animation: its keyframes. */
  readonly keyframes: ReadonlyMap<string, string>
}

/** Max characters of style elements that are read, and max rules of them. */
const maxCharacters = 1_000_000
const maxRules = 20_000

/**
 * The rules of the page's style elements for a screen. Rules for other media are left out, and of those that match no
 * element all but their variables.
 */
export const readRules = (html: ParsedHtml, names: PageNames): PageRules => {
  const reader = new RuleReader(names)
  let left = maxCharacters
  for (const element of html.tagged("style")) {
    if (closest(element, "noscript", "svg") !== undefined) continue
    if (!/^(?:|text\/css)$/i.test((element.attr("type") ?? "").trim())) continue
    const media = mediaOf(element.attr("media") ?? "")
    if (media === "never") continue
    const text = element.firstChild?.nextSibling === null && element.firstChild.nodeType === 3
      ? element.firstChild.data
      : textContent(element)
    left -= text.length
    if (left < 0 || reader.rules.length >= maxRules) break
    reader.read(text, media)
  }
  return reader
}

/** A block that is not closed yet. */
interface OpenBlock {
  readonly kind: "rules" | "style" | "keyframes" | "skipped"
  /** Selectors of a style rule, with those of the rules around it. "" outside of one. */
  readonly prelude: string
  readonly from: number
  readonly isConditional: boolean
  readonly layer: string
  /** Whether an element of the page may match. */
  readonly isPossible: boolean
  marks: number
}

/** A sheet that is being read. */
interface OpenSheet {
  readonly text: string
  readonly units: Uint16Array
  /** Blocks around `outer`. */
  readonly open: Array<OpenBlock>
  outer: OpenBlock
  /** After the last brace. */
  from: number
  /** Start of the declaration, or of the selectors. */
  start: number
  /** The first colon after `start`; -1 before it. */
  colon: number
}

/** Max length of the selectors of a rule that are read, and max depth of nested rules. */
const maxPrelude = 2000
const maxDepth = 32

/** Reads sheets in one pass over their characters. Comments and strings do not open or close blocks. */
class RuleReader implements PageRules {
  readonly rules: Array<RawRule> = []
  readonly layers: Array<string> = []
  readonly keyframes = new Map<string, string>()
  private readonly names: PageNames

  constructor(names: PageNames) {
    this.names = names
  }

  read(text: string, media: Likelihood): void {
    const outer: OpenBlock = {
      kind: "rules",
      prelude: "",
      from: 0,
      isConditional: media === "sometimes",
      layer: "",
      isPossible: true,
      marks: 0
    }
    const units = textUnits.of(text)
    const sheet: OpenSheet = { text, units, open: [], outer, from: 0, start: 0, colon: -1 }
    const { length } = text
    for (let at = 0; at < length && this.rules.length < maxRules; at++) {
      const unit = units[at]!
      if (unit > 0x7D || signs[unit] === 0) continue
      if (unit === colonSign) {
        if (sheet.colon < 0) sheet.colon = at
      } else if (unit === semicolon || unit === closeBrace) this.endStatement(sheet, at)
      else if (unit === openBrace) this.openBlock(sheet, at)
      else at = endOfSign(sheet, at)
    }
    // The end of the sheet closes what is open (CSS Syntax 3 section 5.4).
    if (sheet.outer.kind === "style") {
      sheet.outer.marks = unknownMarks
      this.add(sheet.outer, withoutComments(text.slice(sheet.from)))
    }
  }

  private endStatement(sheet: OpenSheet, at: number): void {
    const { colon, open, outer, start, text, units } = sheet
    if (colon >= 0 && outer.kind === "style") {
      outer.marks |= outer.isPossible ? marksOf(text, units, start, colon, at) : variableMarks(units, start)
    }
    sheet.start = at + 1
    sheet.colon = -1
    if (units[at] === semicolon || open.length === 0) return
    if (outer.kind === "style") this.add(outer, text.slice(sheet.from, at))
    else if (outer.kind === "keyframes") this.keyframes.set(outer.prelude, text.slice(outer.from, at))
    sheet.from = at + 1
    sheet.outer = open.pop() ?? outer
  }

  private openBlock(sheet: OpenSheet, at: number): void {
    const { from, open, outer, text, units } = sheet
    const isOne = sheet.start === from
    open.push(outer)
    const verdict = isOne && outer.kind === "rules" && outer.prelude === "" ? this.judged(units, from, at) : "unknown"
    const prelude = text.slice(from, at)
    sheet.outer = verdict === "no"
      ? { ...outer, kind: "style", prelude, from: at + 1, isPossible: false, marks: 0 }
      : this.opened(prelude, isOne, at + 1, outer, open.length, verdict === "maybe")
    sheet.from = sheet.start = at + 1
    sheet.colon = -1
  }

  private add({ isConditional, layer, marks, prelude }: OpenBlock, block: string): void {
    if (marks === 0 || prelude.length > maxPrelude) return
    this.rules.push({ prelude, block, isConditional, layer, marks })
  }

  /** Most rules are for no element of a page: their selectors need not be read. */
  private judged(units: Uint16Array, from: number, to: number): "no" | "maybe" | "unknown" {
    let start = from
    while (units[start]! <= space && start < to) start++
    return units[start] === at ? "unknown" : this.names.judge(units, start, to)
  }

  private opened(
    text: string,
    isOne: boolean,
    from: number,
    outer: OpenBlock,
    depth: number,
    isPossible: boolean
  ): OpenBlock {
    const before = withoutComments(text)
    const end = isOne ? -1 : before.lastIndexOf(";")
    const prelude = before.slice(end + 1).trim()
    if (end >= 0) {
      const statements = before.slice(0, end)
      // Declarations before a nested rule are before it in the cascade, too.
      if (outer.kind === "style") this.add(outer, statements)
      else if (statements.includes("@layer")) this.declareLayers(statements, outer.layer)
    }
    const { isConditional, kind, layer, prelude: around } = outer
    const inner = { kind, prelude: around, from, isConditional, layer, isPossible: outer.isPossible, marks: 0 }
    if (outer.kind === "skipped" || outer.kind === "keyframes" || depth > maxDepth || prelude.startsWith("--")) {
      return { ...inner, kind: "skipped" }
    }
    if (!prelude.startsWith("@")) {
      const own = prelude.startsWith("<") || prelude.startsWith("-")
        ? prelude.replace(/^(?:<!--|-->|\s)+/, "")
        : prelude
      const selectors = around === "" ? own : nested(own, around)
      return { ...inner, kind: "style", prelude: selectors, isPossible: isPossible || this.names.mayMatch(selectors) }
    }
    return this.openedAtRule(prelude, inner)
  }

  private openedAtRule(prelude: string, inner: OpenBlock): OpenBlock {
    const name = /^@[\w-]+/.exec(prelude)?.[0].toLowerCase() ?? "@"
    const condition = prelude.slice(name.length).trim()
    // In a style rule, the block of a condition has declarations of the same elements.
    const within = (likelihood: Likelihood): OpenBlock => ({
      ...inner,
      kind: likelihood === "never" ? "skipped" : inner.kind,
      isConditional: inner.isConditional || likelihood === "sometimes"
    })
    if (name === "@media") return within(mediaOf(condition))
    if (name === "@supports") return within(supportOf(condition))
    if (name === "@container") return within("sometimes")
    if (name === "@layer") return { ...inner, layer: this.layerOf(condition, inner.layer) }
    if (name === "@scope") {
      const [, root = "", end = ""] = /^\(([^()]*)\)\s*(.*)$/.exec(condition) ?? []
      return root === ""
        ? within("sometimes")
        : { ...within(end === "" ? "always" : "sometimes"), prelude: `:is(${root}) &` }
    }
    if (/^@(?:-\w+-)?keyframes$/.test(name)) return { ...inner, kind: "keyframes", prelude: condition }
    return { ...inner, kind: "skipped" }
  }

  private declareLayers(statements: string, outer: string): void {
    for (const [, names = ""] of statements.matchAll(/@layer\s+([^;{}]{1,2000})/gi)) {
      for (const name of names.split(",", maxDepth)) this.layerOf(name.trim(), outer)
    }
  }

  /** Registers a layer. One without a name is like no other. */
  private layerOf(name: string, outer: string): string {
    const own = name === "" ? `(${this.layers.length})` : name
    const full = outer === "" ? own : `${outer}.${own}`
    // Rules of a layer win over those of its sublayers (CSS Cascade 5 section 6.4.3).
    const before = outer === "" ? -1 : this.layers.indexOf(outer)
    if (!this.layers.includes(full) && this.layers.length < maxLayers) {
      this.layers.splice(before < 0 ? this.layers.length : before, 0, full)
    }
    return full
  }
}

const maxLayers = 100

/** Marks the block for a sign that changes how it is read. Returns the end of a comment, a string, a URL or an escape. */
const endOfSign = (sheet: OpenSheet, at: number): number => {
  const { colon, from, outer, start, text, units } = sheet
  const unit = units[at]!
  switch (unit) {
    case slash: {
      if (units[at + 1] !== star) return at
      const end = endOf(text, "*/", at + 2)
      // A comment in a declaration, or before it.
      if (start === from || colon >= 0) outer.marks = unknownMarks
      else sheet.start = end + 1
      return end
    }
    case doubleQuote:
    case singleQuote:
      return endOfString(units, at, unit, text.length)
    case parenthesis:
      return endOfUrl(text, at)
    case exclamation:
      if (outer.isPossible) outer.marks |= marks.important
      return at
    default:
      outer.marks = unknownMarks
      return at + 1
  }
}

/** Selectors of a rule in another one: `&` is an element of the outer rule (CSS Nesting 1). */
const nested = (prelude: string, outer: string): string => {
  if (outer === "" || prelude.length > maxPrelude) return prelude
  const selectors = splitList(prelude)
  const copies = selectors.length + prelude.split("&").length
  if (copies * outer.length + prelude.length > maxPrelude) return tooLong
  // The elements of rules in a scope are in it.
  if (outer.endsWith(" &")) return selectors.map((selector) => `${outer.slice(0, -1)}${selector}`).join()
  return selectors.map((selector) => {
    if (selector === "&") return outer
    return selector.includes("&") ? selector.replaceAll("&", `:is(${outer})`) : `:is(${outer}) ${selector}`
  }).join()
}

const tooLong = " ".repeat(maxPrelude + 1)

const textUnits = new TextUnits()
const [slash, star, doubleQuote, singleQuote, parenthesis, openBrace, closeBrace, colonSign, semicolon] = [
  ..."/*\"'({}:;"
].map((sign) => sign.charCodeAt(0))
const at = 0x40
const space = 0x20
const exclamation = 0x21
const signs = new Uint8Array(0x7E)
for (const sign of "/\\\"'({}:;!") signs[sign.charCodeAt(0)] = 1
