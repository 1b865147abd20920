import { Effect } from "effect"
import { unreadablePdf } from "../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { wallMillis } from "../../../core/kernel/process-time.ts"
import type { PageInput } from "../../Page.ts"
import type { MissedScans, ScannedPage } from "../../parsers/pdf/ScanReading.ts"
import { openedInput } from "../../works/opened-input.ts"
import { imagePicture } from "./image-picture.ts"
import { openPdf } from "./pdf-pictures.ts"
import type { ScanAnswer, ScanRequest } from "./scan-messages.ts"
import { type PagePicture, type ReadPicture, type Recognition, startTesseract } from "./Tesseract.ts"

/** Reads scanned pages, one after another, until the time is used up. */
export const readScans = Effect.fnUntraced(
  function*({ document, languages, limit, pages }: ScanRequest): Effect.fn.Return<
    ScanAnswer,
    PageError
  > {
    const started = wallMillis()
    const input = yield* Effect.fromResult(openedInput(document))
    const read: Array<ScannedPage> = []
    const missed: Array<MissedScans> = []
    const opened = yield* Effect.tryPromise({
      try: () => pictures(input),
      catch: (cause) => unreadablePdf(input.url, cause instanceof Error && cause.name === "PasswordException")
    })
    let begun = 0
    yield* Effect.promise(async () => {
      for (const page of pages) {
        const spent = wallMillis() - started
        // The next page takes about as long as those before it.
        if (begun > 0 && spent + spent / begun > limit) break
        begun++
        const result = await readPage(opened.pictureOf, languages, page)
        if (typeof result === "string") missed.push({ pages: [page], why: result })
        else read.push({ confidence: result.confidence, lines: result.lines, page })
      }
      await opened.close()
    })
    return { read, missed, left: pages.slice(begun), millis: wallMillis() - started }
  }
)

/** The picture of a page, or the reason why it has none that can be read. */
type PictureOf = (page: number) => Promise<PagePicture | string>

const pictures = async (
  { body, mediaType }: PageInput
): Promise<{ pictureOf: PictureOf; close: () => Promise<void> }> =>
  mediaType === "application/pdf"
    ? openPdf(body)
    : { pictureOf: async () => imagePicture(body), close: () => Promise.resolve() }

const readPage = async (pictureOf: PictureOf, languages: ReadonlyArray<string>, page: number) => {
  try {
    const picture = await pictureOf(page)
    return typeof picture === "string" ? picture : await recognized(picture, languages)
  } catch {
    return "it is damaged, or in a format that cannot be decoded"
  }
}

/**
 * Reads a picture. One whose letters are hardly any may lie on its side or its head: its middle is tried in the other
 * positions, and the whole is read in the best one.
 */
export const readUpright = async ({ read }: Pick<Recognition, "read">, picture: PagePicture): Promise<ReadPicture> => {
  const first = await read(picture)
  const { turned } = picture
  if (turned === undefined || first.certainty >= sure) return first
  let best = { quarters: 0, certainty: first.certainty + clearlyMore }
  for (const quarters of [2, 1, 3]) {
    const { certainty, lines } = await read({ bytes: turned(quarters, middle), scale: picture.scale })
    if (lines.length > 1 && certainty > best.certainty) best = { quarters, certainty }
    if (best.certainty >= sure) break
  }
  return best.quarters === 0 ? first : read({ bytes: turned(best.quarters, Infinity), scale: picture.scale })
}

/** Pages that are read right have more. Letters on their heads are read with 0.3 to 0.4. */
const sure = 0.65
const clearlyMore = 0.1
/** Pixels: a third of a page at 150 dpi. */
const middle = 700

/** Started with the first page, for all pages of this process. */
let running: { readonly languages: string; readonly recognition: Promise<Recognition> } | undefined

const recognized = async (picture: PagePicture, languages: ReadonlyArray<string>) => {
  const name = languages.join("+")
  if (running?.languages !== name) {
    const last = running?.recognition
    running = { languages: name, recognition: startTesseract(languages) }
    await (await last)?.end()
  }
  const recognition = await running.recognition.catch(() => undefined)
  if (recognition === undefined) {
    running = undefined
    return "Tesseract does not start here, perhaps because the data of a language are damaged"
  }
  try {
    return await readUpright(recognition, picture)
  } catch (cause) {
    // Its memory may be damaged.
    running = undefined
    await recognition.end()
    throw cause
  }
}
