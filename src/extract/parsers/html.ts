import { Effect } from "effect"
import { decodeText } from "../../fetch/charset/charset.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { insertFrames } from "./frames/insert-frames.ts"
import { type PageParser, parsedPage } from "./Parser.ts"

export const htmlParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const host = new URL(input.finalUrl).hostname
      const { encoding, isGuess, text } = decodeText(input.body, input.charset, input.mediaType, host)
      const html = parseHtml(text, hasByte(input.body, 0))
      const parsed = parsedPage(input, text, html, {}, html.tagged("base")[0])
      const framed = insertFrames(html, parsed.baseUrl, input.frames)
      const page = { ...parsed, html: framed, warnings: [...framed.warnings] }
      if (isGuess) {
        page.warnings.push({
          code: "encoding_guessed",
          message:
            `The page declares no character encoding. It was read as ${encoding}, the likeliest one for its letters.`
        })
      }
      return page
    })
}

/** Only bytes of 0 become a NUL, in every encoding. Buffers search bytes faster than typed arrays do. */
const hasByte = ({ buffer, byteLength, byteOffset }: Uint8Array, byte: number): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes(byte)
