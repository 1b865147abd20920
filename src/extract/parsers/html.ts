import { Effect } from "effect"
import type { Warning } from "../../domain/document/Trace.ts"
import { decodeText, validUtf8 } from "../../fetch/charset/charset.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { Utf8Text } from "../dom/Utf8Text.ts"
import type { PageInput } from "../Page.ts"
import { insertFrames } from "./frames/insert-frames.ts"
import { type PageParser, parsedPage } from "./Parser.ts"

export const htmlParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const { searchable, source, text, warnings } = sourceOf(input)
      const html = parseHtml(source, hasByte(input.body, 0))
      const parsed = parsedPage(input, searchable, html, {}, html.tagged("base")[0])
      const framed = insertFrames(html, parsed.baseUrl, input.frames)
      return { ...parsed, source: text, html: framed, warnings: [...framed.warnings, ...warnings] }
    })
}

interface HtmlSource {
  readonly source: string | Utf8Text
  readonly searchable: string
  readonly text: () => string
  readonly warnings: ReadonlyArray<Warning>
}

/** Most pages are valid UTF-8, which is decoded only where it is not ASCII. */
const sourceOf = ({ body, charset, finalUrl, mediaType }: PageInput): HtmlSource => {
  const bytes = validUtf8(body, charset, mediaType)
  if (bytes !== undefined) {
    const source = new Utf8Text(bytes)
    return { source, searchable: source.chars, text: () => source.whole(), warnings: [] }
  }
  const { encoding, isGuess, text } = decodeText(body, charset, mediaType, new URL(finalUrl).hostname)
  return { source: text, searchable: text, text: () => text, warnings: isGuess ? [guessed(encoding)] : [] }
}

const guessed = (encoding: string): Warning => ({
  code: "encoding_guessed",
  message: `The page declares no character encoding. It was read as ${encoding}, the likeliest one for its letters.`
})

/** Only bytes of 0 become a NUL, in every encoding. Buffers search bytes faster than typed arrays do. */
const hasByte = ({ buffer, byteLength, byteOffset }: Uint8Array, byte: number): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes(byte)
