import { Effect } from "effect"
import type { Warning } from "../../core/domain/document/Trace.ts"
import { decodeText, validUtf8 } from "../../web/fetch/charset/charset.ts"
import { markUnseen } from "../content/visible/mark-unseen.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { Utf8Text } from "../dom/Utf8Text.ts"
import { baseUrlOf } from "../links/base-url.ts"
import type { PageInput } from "../Page.ts"
import { insertFrames } from "./frames/insert-frames.ts"
import { type PageParser, parsedPage } from "./Parser.ts"

export const htmlParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const { source, warnings } = sourceOf(input)
      const marked = input.unseen === undefined ? undefined : markUnseen(source.whole(), input.unseen)
      const html = parseHtml(marked?.text ?? source)
      const unseen = marked?.take(html.document)
      const parsed = parsedPage(input, source.chars, html, {}, baseUrlOf(html, new URL(input.finalUrl)))
      const framed = insertFrames(html, parsed.baseUrl, input.frames)
      return {
        ...parsed,
        source: () => source.whole(),
        html: framed,
        warnings: [...framed.warnings, ...warnings],
        ...(unseen === undefined ? {} : { unseen })
      }
    })
}

interface HtmlSource {
  readonly source: Utf8Text
  readonly warnings: ReadonlyArray<Warning>
}

/** Most pages are valid UTF-8, which is decoded only where it is not ASCII. */
const sourceOf = ({ body, charset, finalUrl, mediaType }: PageInput): HtmlSource => {
  const bytes = validUtf8(body, charset, mediaType)
  if (bytes !== undefined) return { source: new Utf8Text(bytes), warnings: [] }
  const { encoding, isGuess, text } = decodeText(body, charset, mediaType, new URL(finalUrl).hostname)
  return { source: Utf8Text.of(text), warnings: isGuess ? [guessed(encoding)] : [] }
}

const guessed = (encoding: string): Warning => ({
  code: "encoding_guessed",
  message: `The page declares no character encoding. It was read as ${encoding}, the likeliest one for its letters.`
})
