import { Token, Tokenizer, TokenizerMode } from "parse5"
import { endOfName, nameIn } from "./names.ts"
import { NextOf } from "./NextOf.ts"

/**
 * parse5's tokenizer, which reads a character at a time and ends a token wherever words and white space meet, with two short cuts: plain
 * text, scripts, quoted attribute values and names are passed over to their end in one go, and white space after text belongs to the text.
 * The tree is the same; source locations there are none.
 */
export class RunTokenizer extends Tokenizer {
  /** In a frameset alone white space stays where text does not. */
  private isFramed = false
  private readonly lessThan = new NextOf((html, from) => html.indexOf("<", from))
  private readonly ampersand = new NextOf((html, from) => html.indexOf("&", from))
  private readonly doubleQuote = new NextOf((html, from) => html.indexOf("\"", from))
  private readonly singleQuote = new NextOf((html, from) => html.indexOf("'", from))
  private readonly special = new NextOf(nextSpecial)

  override emitCurrentTagToken(): void {
    this.isFramed ||= this.currentToken !== null && "tagName" in this.currentToken
      && this.currentToken.tagName === "frameset"
    super.emitCurrentTagToken()
  }

  protected override _emitCodePoint(cp: number): void {
    if (this.isFramed) return super._emitCodePoint(cp)
    if (this.currentCharacterToken?.type === CHARACTER && isWhitespace(cp)) this._extendRun(cp)
    else super._emitCodePoint(cp)
    const type = this.currentCharacterToken?.type
    if (type === WHITESPACE_CHARACTER) this.passOver(endOfSpace)
    if (type !== CHARACTER) return
    if (this.state === DATA || this.state === RCDATA) this.passOver(this.endOfText)
    if (this.state === RAWTEXT || this.state === SCRIPT_DATA) this.passOver(this.endOfRawText)
  }

  private readonly endOfText = (html: string, from: number): number =>
    Math.min(this.lessThan.after(html, from), this.ampersand.after(html, from), this.special.after(html, from))

  private readonly endOfRawText = (html: string, from: number): number =>
    Math.min(this.lessThan.after(html, from), this.special.after(html, from))

  private readonly endOfDoubleQuoted = (html: string, from: number): number =>
    Math.min(this.doubleQuote.after(html, from), this.ampersand.after(html, from), this.special.after(html, from))

  private readonly endOfSingleQuoted = (html: string, from: number): number =>
    Math.min(this.singleQuote.after(html, from), this.ampersand.after(html, from), this.special.after(html, from))

  protected override _stateTagName(cp: number): void {
    const token = this.currentToken
    const name = token !== null && "tagName" in token && token.tagName === "" ? this.name() : ""
    if (name === "") super._stateTagName(cp)
    else if (token !== null && "tagName" in token) token.tagName = name
  }

  protected override _stateAttributeName(cp: number): void {
    const name = this.currentAttr.name === "" ? this.name() : ""
    if (name === "") super._stateAttributeName(cp)
    else this.currentAttr.name = name
  }

  /** The plain characters from here, which are passed over; what follows them is added one at a time. */
  private name(): string {
    const { html, pos } = this.preprocessor
    const end = endOfName(html, pos)
    if (end === pos) return ""
    this.preprocessor.pos = end - 1
    return nameIn(html, pos, end)
  }

  protected override _stateAttributeValueDoubleQuoted(cp: number): void {
    super._stateAttributeValueDoubleQuoted(cp)
    this.passOver(this.endOfDoubleQuoted)
  }

  protected override _stateAttributeValueSingleQuoted(cp: number): void {
    super._stateAttributeValueSingleQuoted(cp)
    this.passOver(this.endOfSingleQuoted)
  }

  /** Takes into the run that is being read all that `endOf` passes. */
  private passOver(endOf: (html: string, from: number) => number): void {
    const { html, pos } = this.preprocessor
    // The character was not taken as it stands: it ended the run, was replaced, or is a CR, whose LF the preprocessor is to skip.
    if (this.runEnd !== pos + 1 || html.charCodeAt(pos) === carriageReturn) return
    this.runEnd = endOf(html, pos + 1)
    this.preprocessor.pos = this.runEnd - 1
  }
}

const { CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType
const { DATA, RAWTEXT, RCDATA, SCRIPT_DATA } = TokenizerMode

const carriageReturn = 0x0d
const isWhitespace = (cp: number): boolean => cp === 0x20 || cp === 0x0a || cp === 0x09 || cp === 0x0c

/** What the preprocessor is to see: NUL, CR, and halves of a surrogate pair. */
const nextSpecial = (html: string, from: number): number => {
  special.lastIndex = from
  return special.test(html) ? special.lastIndex - 1 : -1
}

// oxlint-disable-next-line no-control-regex -- NUL is what is looked for
const special = /[\0\r\uD800-\uDFFF]/g

const endOfSpace = (html: string, from: number): number => {
  let at = from
  while (at < html.length && isWhitespace(html.charCodeAt(at))) at++
  return at
}
