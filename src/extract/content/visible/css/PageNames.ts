import { TextUnits } from "../../../dom/fast/TextUnits.ts"
import { hashStep } from "../../../dom/fast/Vocabulary.ts"
import type { PageNode } from "../../../dom/node.ts"
import type { ParsedHtml } from "../../../dom/parse-html.ts"
import { nextNode } from "../../../dom/walk.ts"
import { ClassLists } from "./ClassLists.ts"
import { withoutEscapes } from "./escapes.ts"

/** The classes and ids of a page, found when they are needed. Most rules of a sheet are for others, and are left out. */
export class PageNames {
  readonly lists: ClassLists
  private readonly html: ParsedHtml
  private found: Found | undefined

  constructor(html: ParsedHtml) {
    this.html = html
    this.lists = new ClassLists(html.isQuirks)
  }

  /** Distinct style attributes. */
  get styles(): ReadonlySet<string> {
    return this.names.styles
  }

  private get names(): Found {
    return this.found ??= this.find()
  }

  private find(): Found {
    const ids = new Set<string>()
    const styles = new Set<string>()
    const root = this.html.document
    for (let node: PageNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
      if (node.nodeType !== 1) continue
      const { attrs } = node
      for (let index = 0; index < attrs.length; index++) {
        const { name, value } = attrs[index]!
        if (name === "class") this.lists.of(value)
        else if (name === "id") ids.add(this.named(value))
        else if (name === "style") styles.add(value)
      }
    }
    const { classes } = this.lists
    const hashes = new Uint32Array(hashWords)
    const add = (own: number) => (hashes[own >>> 5 & hashMask]! |= 1 << (own & 31))
    for (const name of classes) add(hashOf(dot, name))
    for (const name of ids) add(hashOf(hash, name))
    return { classes, ids, styles, hashes }
  }

  /** Without a doctype, classes and ids ignore case. */
  named(name: string): string {
    return this.html.isQuirks ? name.toLowerCase() : name
  }

  /** Whether the page has a name, given with its "." or "#". */
  has(name: string): boolean {
    const { classes, ids } = this.names
    return (name.startsWith(".") ? classes : ids).has(this.named(name.slice(1)))
  }

  /** Whether an element may match one of these selectors, whose escapes are not read yet. */
  mayMatch(selectors: string): boolean {
    const text = withoutEscapes(selectors)
    return this.judge(textUnits.of(text), 0, text.length) !== "no"
  }

  /** The same of a part of a text. Only names outside of parentheses and brackets are looked up. */
  judge(units: Uint16Array, from: number, to: number): "no" | "maybe" | "unknown" {
    const { hashes } = this.names
    let isPossible = true
    let depth = 0
    for (let at = from; at < to; at++) {
      const unit = units[at]!
      if ((unit === dot || unit === hash) && isPossible && depth === 0) {
        let own: number = unit
        while (at + 1 < to && isNameUnit(units[at + 1]!)) own = hashStep(own, this.plain(units[++at]!))
        isPossible = (hashes[own >>> 5 & hashMask]! & 1 << (own & 31)) !== 0
      } else if (unit === comma && depth === 0) {
        if (isPossible) return "maybe"
        isPossible = true
      } else if (unit === openParenthesis || unit === openBracket) depth++
      else if (unit === closeParenthesis || unit === closeBracket) depth--
      else if (unit < 0x80 ? unreadable[unit] === 1 : isSpace.test(String.fromCharCode(unit))) return "unknown"
    }
    return isPossible ? "maybe" : "no"
  }

  private plain(unit: number): number {
    const sign = unit >= 0xF000 && unit < 0xF080 ? unit - 0xF000 : unit
    return this.html.isQuirks && sign >= 0x41 && sign <= 0x5A ? sign | 0x20 : sign
  }
}

interface Found {
  readonly classes: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
  readonly styles: ReadonlySet<string>
  readonly hashes: Uint32Array
}

/** Signs after which a text may be anything: strings, comments and escapes. */
const unreadable = new Uint8Array(0x80)
for (const sign of "\"'\\/<") unreadable[sign.charCodeAt(0)] = 1
/** Classes end at it, but not in sheets. */
const isSpace = /\s/

/** Names as one bit each, of a hash. A name that the page does not have may share its bit with another. */
const hashWords = 2048
const hashMask = hashWords - 1

const hashOf = (sign: number, name: string): number => {
  let own = sign
  for (let at = 0; at < name.length; at++) own = hashStep(own, name.charCodeAt(at))
  return own
}

const textUnits = new TextUnits()
const [comma, dot, hash, openParenthesis, closeParenthesis, openBracket, closeBracket] = [
  0x2C,
  0x2E,
  0x23,
  0x28,
  0x29,
  0x5B,
  0x5D
] as const

/** Letters, digits, "-", "_" and all that is not ASCII. */
const isNameUnit = (unit: number): boolean =>
  unit >= 0x61 && unit <= 0x7A || unit >= 0x41 && unit <= 0x5A || unit >= 0x30 && unit <= 0x39 || unit === 0x2D ||
  unit === 0x5F || unit > 0x7F && !isSpace.test(String.fromCharCode(unit))
