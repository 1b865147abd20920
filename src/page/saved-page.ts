import { Clock, Effect, type PlatformError, Result, Schema, type Stream } from "effect"
import { extname } from "node:path"
import { tooLarge } from "../core/domain/errors/page-errors.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import { parseRequestUrl } from "../core/domain/WebUrl.ts"
import { fileFault } from "../core/kernel/file-fault.ts"
import { Settings } from "../core/settings/Settings.ts"
import { Extractor } from "../extract/Extractor.ts"
import type { PageInput } from "../extract/Page.ts"
import { withTrace } from "../extract/works/with-trace.ts"
import { sniffMediaType } from "../web/fetch/media-type.ts"
import { decodedBody } from "../web/net/coded-stream.ts"
import { DecodedTooLarge } from "../web/net/content-coding.ts"
import { offlineInput, offlineProvenance, offlineUrls } from "./page-input.ts"
import { SavedPageError, SavedPageErrorCode } from "./SavedPageError.ts"

/** A page in a file. */
export interface SavedPage {
  /** The URL that it was saved from, the base of its links. "" if unknown. */
  readonly url: string
  /** The name of the file, whose extension may stand for a media type or gzip. "" without one. */
  readonly name: string
  /** The Content-Type of its answer. Without it, name and bytes decide. */
  readonly contentType: string | undefined
  readonly bytes: Stream.Stream<Uint8Array, PlatformError.PlatformError>
}

/** The Document of a saved page, as JSON bytes. */
export const readSaved = (page: SavedPage): Effect.Effect<Uint8Array, SavedPageError, Settings | Extractor> =>
  Effect.gen(function*() {
    const input = yield* savedInput(page)
    const extraction = yield* Effect.mapError((yield* Extractor).extract(input), savedPageError(page))
    return withTrace(extraction, offlineProvenance)
  })

/** A saved page in the form of a fetched one: decompressed, with the same limit on its size, status 200. */
export const savedInput = (page: SavedPage): Effect.Effect<PageInput, SavedPageError, Settings> =>
  Effect.gen(function*() {
    const url = page.url.trim()
    if (url !== "" && Result.isFailure(parseRequestUrl(url))) {
      return yield* new SavedPageError({
        name: page.name,
        code: "invalid_request",
        detail: `${JSON.stringify(page.url)} is not an http or https URL; give the one it was saved from.`
      })
    }
    const { maxBody } = yield* Settings
    const isGzip = page.name.endsWith(".gz")
    const body = yield* decompress(page, isGzip, maxBody)
    const named = typeOfName[extname(isGzip ? page.name.slice(0, -3) : page.name).toLowerCase()]
    const sniffed = sniffMediaType(page.contentType ?? named, body)
    return offlineInput({
      ...offlineUrls(url),
      mediaType: sniffed.essence,
      charset: sniffed.charset,
      body,
      fetchedAt: yield* Clock.currentTimeMillis
    })
  })

const decompress = (
  page: SavedPage,
  isGzip: boolean,
  cap: number
): Effect.Effect<Uint8Array, SavedPageError> =>
  decodedBody(page.bytes, isGzip ? ["gzip"] : [], cap).pipe(
    Effect.mapError((error) => {
      if (error instanceof DecodedTooLarge) return savedPageError(page)(tooLarge(page.url, cap))
      return new SavedPageError({
        name: page.name,
        code: "unreadable_file",
        detail: error._tag === "PlatformError"
          ? `The file cannot be read: ${fileFault(error)}.`
          : "The file name ends in .gz, but the file is not gzip."
      })
    })
  )

/** The extractor reports a body that cannot be read as a failed fetch. */
const savedPageError = ({ name }: SavedPage) => ({ code, detail }: PageError): SavedPageError =>
  new SavedPageError({ name, detail, code: isSavedPageCode(code) ? code : "unreadable_file" })

const isSavedPageCode = Schema.is(SavedPageErrorCode)

const office = "application/vnd.openxmlformats-officedocument"
const openDocument = "application/vnd.oasis.opendocument"

/** Types that sniffing does not recognise by their bytes, or not if the file is damaged. */
const typeOfName: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".doc": "application/msword",
  ".docx": `${office}.wordprocessingml.document`,
  ".epub": "application/epub+zip",
  ".htm": "text/html",
  ".html": "text/html",
  ".json": "application/json",
  ".md": "text/markdown",
  ".odp": `${openDocument}.presentation`,
  ".ods": `${openDocument}.spreadsheet`,
  ".odt": `${openDocument}.text`,
  ".ppt": "application/vnd.ms-powerpoint",
  ".pptx": `${office}.presentationml.presentation`,
  ".tsv": "text/tab-separated-values",
  ".txt": "text/plain",
  ".xhtml": "application/xhtml+xml",
  ".xls": "application/vnd.ms-excel",
  ".xlsx": `${office}.spreadsheetml.sheet`,
  ".xml": "text/xml"
}
