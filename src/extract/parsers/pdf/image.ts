import { Effect } from "effect"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import { parseHtml } from "../../dom/parse-html.ts"
import { readableTypes } from "../media-types.ts"
import { type PageParser, parsedPage } from "../Parser.ts"
import { layOut } from "./pdf-layout.ts"
import { scanItems } from "./scan-items.ts"
import { readingOf, withReading } from "./scan-warnings.ts"

/**
 * Reads an image as a scanned page. Without text, or without optical character recognition, it is not a document: a crawl
 * of a gallery stores no empty ones.
 */
export const imageParser: PageParser = {
  parse: (input) => {
    const { mediaType, ocr, url } = input
    if (ocr === undefined) return Effect.fail(fault.noParser(url, mediaType, readableTypes()))
    const reading = readingOf(input)
    if (reading === undefined) return Effect.succeed({ ...parsedPage(input, "", parseHtml("")), scans: [1] })
    const [missed] = reading.missed
    if (missed !== undefined) return Effect.fail(fault.unreadableImage(url, missed.why))
    const pages = [...scanItems(reading.pages).values()].map((items) => ({ items, links: [], bottom: 0, top: 0 }))
    if (pages.every(({ items }) => items.length === 0)) return Effect.fail(fault.imageWithoutText(url, mediaType))
    const page = parsedPage(input, "", parseHtml(`<main>${layOut(pages)}</main>`), { wholeBody: true })
    return Effect.succeed(withReading(page, reading))
  }
}
