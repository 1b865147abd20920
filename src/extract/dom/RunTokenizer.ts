import { html as htmlSpec, Token, Tokenizer, TokenizerMode } from "parse5"
import { endOfName, nameIn } from "./names.ts"
import { NextOf } from "./NextOf.ts"
import { Utf8Text } from "./Utf8Text.ts"

/**
 * parse5's tokenizer with fast paths. parse5 reads one character at a time and ends a token between words and white
 * space. This one reads text, scripts, quoted attribute values, names and plain tags as runs, and joins white space to
 * the text before it. The tree is the same, and its texts share the memory of the source (see `ownText`). It has no
 * source locations.
 */
export class RunTokenizer extends Tokenizer {
  /** In a frameset and beside the columns of a template, white space is part of the tree and text is not. */
  private isSplit = false
  private hasTemplate = false
  /** Plain tags share two tokens, except those of tags whose tokens the parser stores. */
  private readonly opening = tagToken(Token.TokenType.START_TAG)
  private readonly closing = tagToken(Token.TokenType.END_TAG)
  /** Plain attributes of the open tag. The list is reused, because a list that grows allocates unused capacity. */
  private readonly plain: Array<Token.Attribute> = []
  private plainCount = 0
  private readonly lessThan = new NextOf((from) => this.source.indexOf("<", from))
  private readonly ampersand = new NextOf((from) => this.source.indexOf("&", from))
  private readonly doubleQuote = new NextOf((from) => this.source.indexOf("\"", from))
  private readonly singleQuote = new NextOf((from) => this.source.indexOf("'", from))
  private readonly nul = new NextOf((from) => this.source.indexOf("\0", from))
  private readonly carriageReturn = new NextOf((from) => this.source.indexOf("\r", from))
  /** Next character that parse5's preprocessor has to read. */
  private readonly special = new NextOf((from) => Math.min(this.nul.after(from), this.carriageReturn.after(from)))
  /** The source, whose `chars` are written. Its bytes are read, because `charCodeAt` takes several times as long. */
  source = Utf8Text.of("")

  override emitCurrentTagToken(): void {
    const { tag } = this
    if (tag !== undefined) {
      tag.tagName = utf8Name(tag.tagName)
      this.hasTemplate ||= tag.tagName === "template"
      this.isSplit ||= tag.tagName === "frameset" || this.hasTemplate && tag.tagName === "col"
    }
    super.emitCurrentTagToken()
  }

  protected override _emitCodePoint(cp: number): void {
    if (this.isSplit) return super._emitCodePoint(cp)
    if (this.currentCharacterToken?.type === CHARACTER && isWhitespace(cp)) this._extendRun(cp)
    else super._emitCodePoint(cp)
    const type = this.currentCharacterToken?.type
    if (type === WHITESPACE_CHARACTER) this.passOver(this.endOfSpaces)
    if (type !== CHARACTER) return
    if (this.state === DATA || this.state === RCDATA) this.passOver(this.endOfText)
    if (this.state === RAWTEXT || this.state === SCRIPT_DATA) this.passOver(this.endOfRawText)
  }

  private readonly endOfSpaces = (from: number): number => endOfSpace(this.source.bytes, from)

  private readonly endOfText = (from: number): number =>
    Math.min(this.lessThan.after(from), this.ampersand.after(from), this.special.after(from))

  private readonly endOfRawText = (from: number): number =>
    Math.min(this.lessThan.after(from), this.special.after(from))

  private readonly endOfDoubleQuoted = (from: number): number =>
    Math.min(this.doubleQuote.after(from), this.ampersand.after(from), this.special.after(from))

  private readonly endOfSingleQuoted = (from: number): number =>
    Math.min(this.singleQuote.after(from), this.ampersand.after(from), this.special.after(from))

  /** parse5 copies each run, so a tree does not retain its source. Our pages retain it anyway. */
  protected override _flushRun(text: string): void {
    if (this.runEnd === this.runStart && text === "") return
    const run = this.source.slice(this.runStart, this.runEnd) + text
    const { currentToken: token } = this
    this.runStart = this.runEnd
    if (token?.type === COMMENT) token.data += run
    else if (token !== null) this.currentAttr.value += run
    else if (this.currentCharacterToken !== null) this.currentCharacterToken.chars += run
  }

  /** The open tag. */
  private get tag(): Token.TagToken | undefined {
    const token = this.currentToken
    return token?.type === START_TAG || token?.type === END_TAG ? token : undefined
  }

  /** Reads plain tags and the text between them, up to anything else. parse5 reads the rest. */
  protected override _stateData(cp: number): void {
    const { preprocessor } = this
    if (cp !== lessThan || !this.readTag(preprocessor.pos)) return super._stateData(cp)
    while (this.state === DATA) {
      const end = this.readText(preprocessor.pos + 1)
      if (this.source.bytes[end] !== lessThan || !this.readTag(end)) return
    }
  }

  /** Reads the tag at this position. Returns false if its name is not plain. */
  private readTag(at: number): boolean {
    const { bytes } = this.source
    const isEnd = bytes[at + 1] === slash
    const start = isEnd ? at + 2 : at + 1
    if (!isLowerCase(bytes[start])) return false
    const end = endOfName(bytes, start)
    const next = bytes[end]
    if (next !== greaterThan && next !== slash && !isWhitespace(next)) return false
    const name = nameIn(bytes, start, end)
    const tag = isEnd ? this.closing : formattingTags.has(name) ? tagToken(START_TAG) : this.opening
    this._flushRun("")
    tag.tagName = name
    tag.selfClosing = false
    tag.ackSelfClosing = false
    tag.attrs = []
    this.currentToken = tag
    if (next === greaterThan) this.finishTag(end)
    else {
      // Attributes follow.
      super._stateTagName(space)
      this.readAttributes(tag, end)
    }
    return true
  }

  /** Reads white space and text from this position, and returns their end. Each becomes a token, as parse5 has it. */
  private readText(from: number): number {
    if (this.isSplit) return from
    const start = this.endOfSpaces(from)
    if (start > from) this.addRun(WHITESPACE_CHARACTER, from, start)
    if (this.source.bytes[start] === lessThan) return start
    const end = this.endOfText(start)
    if (end > start) this.addRun(CHARACTER, start, end)
    return end
  }

  private addRun(type: Token.CharacterToken["type"], from: number, to: number): void {
    if (this.currentCharacterToken !== null) this._emitCurrentCharacterToken(null)
    this._createCharacterToken(type)
    this.runStart = from
    this.runEnd = to
    this.preprocessor.pos = to - 1
  }

  protected override _stateBeforeAttributeName(cp: number): void {
    const { pos } = this.preprocessor
    const { tag } = this
    const isPlain = tag !== undefined && tag.attrs.length < maxPlain && isLowerCase(cp) &&
      this.source.bytes[pos] === cp
    if (isPlain) this.readAttributes(tag, pos)
    else super._stateBeforeAttributeName(cp)
  }

  /** Reads plain attributes from this position, and the end of the tag. parse5 reads all others. */
  private readAttributes(tag: Token.TagToken, from: number): void {
    const { bytes } = this.source
    // Flush the value that parse5 has read, because texts are sliced from left to right.
    this._flushRun("")
    this.plainCount = 0
    for (const attribute of tag.attrs) this.plain[this.plainCount++] = attribute
    let at = endOfSpace(bytes, from)
    for (let end = this.readAttribute(at); end > at; end = this.readAttribute(at)) at = endOfSpace(bytes, end)
    tag.attrs = this.plain.slice(0, this.plainCount)
    const next = bytes[at]
    const isClosed = next === slash && bytes[at + 1] === greaterThan
    if (isClosed) tag.selfClosing = true
    if (isClosed || next === greaterThan) return this.finishTag(isClosed ? at + 1 : at)
    this.preprocessor.pos = isLowerCase(next) ? at : at - 1
    if (isLowerCase(next)) super._stateBeforeAttributeName(next)
  }

  /** Adds the attribute at this position, and returns its end. An attribute that is not plain has no length. */
  private readAttribute(start: number): number {
    const { bytes } = this.source
    const endName = endOfName(bytes, start)
    if (endName === start || this.plainCount >= maxPlain) return start
    const next = bytes[endName]
    if (next === greaterThan) return this.addAttribute(start, endName, endName, endName)
    const quote = bytes[endName + 1]
    if (next !== equals || quote !== doubleQuote && quote !== singleQuote) return start
    const from = endName + 2
    const end = (quote === doubleQuote ? this.doubleQuote : this.singleQuote).after(from)
    if (end === bytes.length || this.ampersand.after(from) < end || this.special.after(from) < end) return start
    this.addAttribute(start, endName, from, end)
    return end + 1
  }

  /** Adds an attribute with the value between two positions, and returns the second. The first of a name counts. */
  private addAttribute(start: number, endName: number, from: number, end: number): number {
    const { plain, plainCount } = this
    const name = nameIn(this.source.bytes, start, endName)
    for (let at = 0; at < plainCount; at++) if (plain[at]!.name === name) return end
    plain[this.plainCount++] = { name, value: this.source.slice(from, end) }
    return end
  }

  protected override _leaveAttrName(): void {
    this.currentAttr.name = utf8Name(this.currentAttr.name)
    super._leaveAttrName()
  }

  /** Emits the tag whose `>` is there. */
  private finishTag(at: number): void {
    this.preprocessor.pos = at
    this.state = DATA
    this.emitCurrentTagToken()
  }

  protected override _stateAttributeName(cp: number): void {
    const name = this.currentAttr.name === "" ? this.name() : ""
    if (name === "") super._stateAttributeName(cp)
    else this.currentAttr.name = name
  }

  /** Reads the plain characters of a name. parse5 adds the rest one at a time. */
  private name(): string {
    const { pos } = this.preprocessor
    const { bytes } = this.source
    const end = endOfName(bytes, pos)
    if (end === pos) return ""
    this.preprocessor.pos = end - 1
    return nameIn(bytes, pos, end)
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
  private passOver(endOf: (from: number) => number): void {
    const { pos } = this.preprocessor
    // parse5 changed the character: it ended the run, was replaced, or is a CR whose LF will be skipped.
    if (this.runEnd !== pos + 1 || this.source.bytes[pos] === carriageReturn) return
    this.runEnd = endOf(pos + 1)
    this.preprocessor.pos = this.runEnd - 1
  }
}

const { CHARACTER, COMMENT, END_TAG, START_TAG, WHITESPACE_CHARACTER } = Token.TokenType
const { DATA, RAWTEXT, RCDATA, SCRIPT_DATA } = TokenizerMode

/** Max attributes of a tag that are compared with each other. parse5 has a set of the names from here on. */
const maxPlain = 64

/** Tags whose tokens are stored in the list of active formatting elements. */
const formattingTags: ReadonlySet<string> = new Set(
  "a b big code em font i nobr s small strike strong tt u".split(" ")
)

const tagToken = (type: Token.TagToken["type"]): Token.TagToken => ({
  type,
  tagName: "",
  tagID: htmlSpec.TAG_ID.UNKNOWN,
  selfClosing: false,
  ackSelfClosing: false,
  attrs: [],
  location: null
})

const space = 0x20
const doubleQuote = 0x22
const singleQuote = 0x27
const slash = 0x2f
const lessThan = 0x3c
const equals = 0x3d
const greaterThan = 0x3e
const carriageReturn = 0x0d
const isWhitespace = (cp: number | undefined): boolean => cp === 0x20 || cp === 0x0a || cp === 0x09 || cp === 0x0c
const isLowerCase = (cp: number | undefined): cp is number => cp !== undefined && cp >= 0x61 && cp <= 0x7a

/** Most names are ASCII. parse5 reads those of others one character, here one byte, at a time. */
const utf8Name = (name: string): string => {
  for (let at = 0; at < name.length; at++) {
    if (name.charCodeAt(at) > 0x7F) return Buffer.from(name, "latin1").toString()
  }
  return name
}

const endOfSpace = (bytes: Buffer, from: number): number => {
  let at = from
  while (at < bytes.length && isWhitespace(bytes[at])) at++
  return at
}
