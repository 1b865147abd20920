import { Token, type Tokenizer } from "parse5"

/** What of parse5's tokenizer is reached for here; its version is pinned, and html5lib's cases are run against the result. */
interface Internals {
  readonly preprocessor: { readonly html: string; pos: number }
  runEnd: number
  _ensureCharacterToken(type: number): void
  _extendRun(codePoint: number): void
  _stateData(codePoint: number): void
  _stateScriptData(codePoint: number): void
  _stateRawtext(codePoint: number): void
  _stateAttributeValueDoubleQuoted(codePoint: number): void
  _stateAttributeValueSingleQuoted(codePoint: number): void
}

/**
 * Lets the tokenizer go over a stretch in which nothing can happen (the text of a script, a word, white space, an attribute's value)
 * at once instead of a code point at a time. Half of most pages is scripts.
 */
export const skipAhead = (tokenizer: Tokenizer): void => {
  // The methods are private; the tokenizer calls them by name, so an instance's own take their place.
  const internals = tokenizer as unknown as Internals
  const { preprocessor } = internals

  /** The end of input, NUL, and a carriage return, after which a line feed is dropped, are the tokenizer's own matter. */
  const isOrdinary = (codePoint: number): boolean =>
    codePoint > 0 && preprocessor.html.charCodeAt(preprocessor.pos) !== 0x0D

  /** The current code point and all up to the next one that the pattern stops at are one run. */
  const run = (codePoint: number, stop: RegExp) => {
    internals._extendRun(codePoint)
    stop.lastIndex = preprocessor.pos + 1
    const end = stop.exec(preprocessor.html)?.index ?? preprocessor.html.length
    preprocessor.pos = end - 1
    internals.runEnd = end
  }

  const rawText = (state: (codePoint: number) => void) => (codePoint: number): void => {
    if (codePoint === lessThan || !isOrdinary(codePoint)) return state(codePoint)
    // In the text of one element white space is text like any other.
    internals._ensureCharacterToken(Token.TokenType.CHARACTER)
    run(codePoint, rawStop)
  }
  const attributeValue =
    (state: (codePoint: number) => void, quote: number, stop: RegExp) => (codePoint: number): void => {
      if (codePoint === quote || codePoint === ampersand || !isOrdinary(codePoint)) state(codePoint)
      else run(codePoint, stop)
    }
  const data = internals._stateData.bind(tokenizer)

  internals._stateScriptData = rawText(internals._stateScriptData.bind(tokenizer))
  internals._stateRawtext = rawText(internals._stateRawtext.bind(tokenizer))
  internals._stateAttributeValueDoubleQuoted = attributeValue(
    internals._stateAttributeValueDoubleQuoted.bind(tokenizer),
    0x22,
    /["&\0\r]/g
  )
  internals._stateAttributeValueSingleQuoted = attributeValue(
    internals._stateAttributeValueSingleQuoted.bind(tokenizer),
    0x27,
    /['&\0\r]/g
  )
  internals._stateData = (codePoint) => {
    if (codePoint === lessThan || codePoint === ampersand || !isOrdinary(codePoint)) return data(codePoint)
    const isSpace = codePoint === 0x20 || codePoint === 0x0A || codePoint === 0x09 || codePoint === 0x0C
    internals._ensureCharacterToken(isSpace ? Token.TokenType.WHITESPACE_CHARACTER : Token.TokenType.CHARACTER)
    run(codePoint, isSpace ? spaceStop : wordStop)
  }
}

const lessThan = 0x3C
const ampersand = 0x26

const rawStop = /[<\0\r]/g
const wordStop = /[\s<&\0]/g
const spaceStop = /[^ \n\t\f]/g
