import { Token, Tokenizer, TokenizerMode } from "parse5"
import { endOfName, nameIn } from "./names.ts"
import { NextOf } from "./NextOf.ts"

/**
 * parse5's tokenizer with two short cuts. parse5 reads one character at a time and ends a token between words and
 * white space. Here text, scripts, quoted attribute values and names are taken in one go, and white space after text
 * joins the text. The tree is the same. There are no source locations.
 */
export class RunTokenizer extends Tokenizer {
  /** In a frameset, white space stays and text does not. */
  private isFramed = false
  private readonly lessThan = new NextOf((html, from) => html.indexOf("<", from))
  private readonly ampersand = new NextOf((html, from) => html.indexOf("&", from))
  private readonly doubleQuote = new NextOf((html, from) => html.indexOf("\"", from))
  private readonly singleQuote = new NextOf((html, from) => html.indexOf("'", from))
  private readonly nul = new NextOf((html, from) => html.indexOf("\0", from))
  private readonly carriageReturn = new NextOf((html, from) => html.indexOf("\r", from))
  private readonly surrogate = new NextOf(nextSurrogate)
  /** Characters that parse5's preprocessor has to see. */
  private readonly special = new NextOf((html, from) =>
    Math.min(this.nul.after(html, from), this.carriageReturn.after(html, from), this.surrogate.after(html, from))
  )

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

  /** Takes the plain characters from here on. parse5 adds what follows one at a time. */
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

  /** Adds everything up to `endOf` to the current run. */
  private passOver(endOf: (html: string, from: number) => number): void {
    const { html, pos } = this.preprocessor
    // parse5 did not take the character as it is: it ended the run, was replaced, or is a CR whose LF will be skipped.
    if (this.runEnd !== pos + 1 || html.charCodeAt(pos) === carriageReturn) return
    this.runEnd = endOf(html, pos + 1)
    this.preprocessor.pos = this.runEnd - 1
  }
}

const { CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType
const { DATA, RAWTEXT, RCDATA, SCRIPT_DATA } = TokenizerMode

const carriageReturn = 0x0d
const isWhitespace = (cp: number): boolean => cp === 0x20 || cp === 0x0a || cp === 0x09 || cp === 0x0c

/** A separate search, because the engine skips it for strings with one byte a character. */
const nextSurrogate = (html: string, from: number): number => {
  surrogate.lastIndex = from
  return surrogate.test(html) ? surrogate.lastIndex - 1 : -1
}

const surrogate = /[\uD800-\uDFFF]/g

const endOfSpace = (html: string, from: number): number => {
  let at = from
  while (at < html.length && isWhitespace(html.charCodeAt(at))) at++
  return at
}
