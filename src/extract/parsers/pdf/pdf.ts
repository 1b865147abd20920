import { Effect } from "effect"
import type { PDFDocumentProxy, PDFPageProxy } from "unpdf/pdfjs"
import type { HiddenReason } from "../../../core/domain/document/HiddenText.ts"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { spentAfter } from "../../../core/kernel/process-time.ts"
import { hiddenTextOf, hiddenWarnings, type UnseenPart } from "../../content/visible/report-hidden.ts"
import { parseHtml } from "../../dom/parse-html.ts"
import type { KnownFacts, PageInput } from "../../Page.ts"
import { fileFacts } from "../file-facts.ts"
import { type PageParser, parsedPage } from "../Parser.ts"
import { TimeLimit } from "../TimeLimit.ts"
import { mayHide } from "./may-hide.ts"
import { type Drawing, hiddenItems, pictureShare } from "./pdf-hidden.ts"
import { layOut } from "./pdf-layout.ts"
import type { PdfItem, PdfPage } from "./pdf-page.ts"
import { scanItems } from "./scan-items.ts"
import { readingOf, withReading } from "./scan-warnings.ts"

/** Reads PDF with PDF.js: text in reading order with headings, links, and the declared facts. */
export const pdfParser: PageParser = {
  parse: (input) =>
    Effect.gen(function*() {
      const pdf = yield* opened(input)
      const isKept = input.options?.hidden === "include"
      const wanted = { operators: mayHide(input.body), scans: input.ocr === "wanted" }
      const { isWhole, pages: typed, scans, unseen } = yield* pagesOf(pdf, wanted, isKept)
      const reading = readingOf(input)
      const scanned = scanItems(reading?.pages ?? [])
      const pages = typed.map((page, index) => ({ ...page, items: scanned.get(index + 1) ?? page.items }))
      const html = parseHtml(`<main>${layOut(pages)}</main>`)
      const draft = parsedPage(input, "", html, { ...(yield* factsOf(input, pdf)), wholeBody: true })
      if (!isWhole) {
        draft.warnings.push({
          code: "pdf_truncated",
          message: `Only the first ${pages.length} of ${pdf.numPages} pages were read.`
        })
      }
      if (pages.every(({ items }) => items.length === 0)) draft.warnings.push(withoutText)
      const page = reading === undefined ? draft : withReading(draft, reading)
      const hidden = hiddenTextOf(unseen)
      return {
        ...page,
        ...compact({ hidden, scans: scans.length === 0 ? undefined : scans }),
        warnings: isKept || hidden === undefined ? page.warnings : [...page.warnings, ...hiddenWarnings(hidden)]
      }
    }).pipe(Effect.scoped)
}

const withoutText: Warning = {
  code: "pdf_without_text",
  message: "The PDF has no text; it may be a scan, which the option ocr reads where tesseract.js is installed."
}

const maxPages = 1000
/** Share of the timeout for reading the PDF. The rest is for making a document from it. */
const shareOfTime = 0.6
/** Max text runs in all pages, and max characters of them. A few kilobytes of PDF can unpack to gigabytes. */
const maxItems = 500_000
const maxCharacters = 10_000_000

const opened = (input: PageInput) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      // PDF.js has two megabytes and most processes never need it.
      try: async () => {
        const { getDocumentProxy } = await import("unpdf")
        // PDF.js transfers the bytes.
        // Pictures are not decoded.
        return getDocumentProxy(input.body.slice(), { disableFontFace: true, maxImageSize: 1, verbosity: 0 })
      },
      catch: (cause) => fault.unreadablePdf(input.url, isProtected(cause))
    }),
    (pdf) => Effect.ignore(Effect.tryPromise(() => pdf.loadingTask.destroy()))
  )

const isProtected = (cause: unknown): boolean => cause instanceof Error && cause.name === "PasswordException"

const pagesOf = Effect.fnUntraced(function*(pdf: PDFDocumentProxy, wanted: Wanted, isKept: boolean) {
  const operators = wanted.operators || wanted.scans ? yield* operatorNames : undefined
  const isOutOfTime = spentAfter((yield* TimeLimit) * shareOfTime)
  const budget = { items: maxItems, characters: maxCharacters }
  const isSpent = () => budget.items <= 0 || budget.characters <= 0 || isOutOfTime()
  const pages: Array<PdfPage> = []
  const unseen: Array<UnseenPart> = []
  const scans: Array<number> = []
  const all = Math.min(pdf.numPages, maxPages)
  do {
    const number = pages.length + 1
    // A broken page is left out. The others are still useful.
    const read = Effect.tryPromise(() => readPage(pdf, number, budget, isSpent, wanted, operators))
    const { hidden, isScan, items, ...page } = yield* Effect.orElseSucceed(read, () => blank)
    if (isScan) scans.push(number)
    unseen.push(...unseenIn(items, hidden, number))
    pages.push({ items: isKept || hidden.size === 0 ? items : items.filter((item) => !hidden.has(item)), ...page })
  } while (pages.length < all && !isSpent())
  return { pages, scans, unseen, isWhole: pages.length === pdf.numPages && !isSpent() }
})

/** Facts that need all that a page draws, and not only its text. */
interface Wanted {
  /** Text that may be hidden. */
  readonly operators: boolean
  /** Pages that are pictures. */
  readonly scans: boolean
}

interface ReadPage extends PdfPage {
  readonly hidden: ReadonlyMap<PdfItem, HiddenReason>
  /** It has no text, and pictures that may have some. */
  readonly isScan: boolean
}

const blank: ReadPage = { items: [], links: [], bottom: 0, top: 0, hidden: new Map(), isScan: false }

/** The names of PDF.js's operators, which are numbers. */
const operatorNames = Effect.promise(async (): Promise<ReadonlyMap<number, string>> => {
  const { getResolvedPDFJS } = await import("unpdf")
  const { OPS } = await getResolvedPDFJS()
  return new Map(Object.entries(OPS).map(([name, code]) => [code, name]))
})

/** The hidden texts of a page, with those that follow each other as one. */
const unseenIn = (
  items: ReadonlyArray<PdfItem>,
  hidden: ReadonlyMap<PdfItem, HiddenReason>,
  number: number
): ReadonlyArray<UnseenPart> => {
  const parts: Array<{ readonly reason: HiddenReason; text: string; readonly place: () => string }> = []
  let before: HiddenReason | undefined
  for (const item of hidden.size === 0 ? [] : items) {
    if (item.text.trim() === "") continue
    const reason = hidden.get(item)
    if (reason !== undefined) {
      const last = parts.at(-1)
      if (reason === before && last !== undefined) last.text += ` ${item.text}`
      else parts.push({ reason, text: item.text, place: () => `page ${number}` })
    }
    before = reason
  }
  return parts
}

interface PdfBudget {
  items: number
  characters: number
}

const readPage = async (
  pdf: PDFDocumentProxy,
  number: number,
  budget: PdfBudget,
  isSpent: () => boolean,
  wanted: Wanted,
  operators: ReadonlyMap<number, string> | undefined
): Promise<ReadPage> => {
  const page = await pdf.getPage(number)
  const items = await readItems(page, budget, isSpent)
  const isBlank = items.every(({ text }) => text.trim() === "")
  const isDrawn = operators !== undefined && (isBlank ? wanted.scans : wanted.operators) && !isSpent()
  const drawing = isDrawn ? await drawingOf(page, operators) : undefined
  const hidden = hiddenItems(items, drawing)
  const annotations: ReadonlyArray<Annotation> = isSpent() ? [] : await page.getAnnotations()
  page.cleanup()
  const [, bottom = 0, , top = 0] = page.view
  return {
    items,
    bottom,
    top,
    hidden,
    isScan: isBlank && drawing !== undefined && pictureShare(drawing, page.view) >= minPictures,
    links: annotations.flatMap((
      { overlaidText, url }
    ) => (url === undefined ? [] : [{ url, text: overlaidText ?? "" }]))
  }
}

/** Share of a page without text. Smaller pictures are logos and lines. */
const minPictures = 0.05

const drawingOf = async (page: PDFPageProxy, operators: ReadonlyMap<number, string>): Promise<Drawing> => {
  const { argsArray, fnArray } = await page.getOperatorList()
  return { names: fnArray.map((code: number) => operators.get(code) ?? ""), args: argsArray }
}

/** The text runs of the page, until the budget is used up. */
const readItems = async (
  page: PDFPageProxy,
  budget: PdfBudget,
  isSpent: () => boolean
): Promise<ReadonlyArray<PdfItem>> => {
  const read: Array<PdfItem> = []
  // PDF.js types this stream for browsers. It has the items that `getTextContent` collects.
  const reader: ReadableStreamDefaultReader<TextContent> = page.streamTextContent({}).getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    for (const item of chunk.value.items) {
      if (item.str === undefined || item.transform === undefined) continue
      budget.items--
      budget.characters -= item.str.length
      read.push({
        text: item.str,
        x: Number(item.transform[4]),
        y: Number(item.transform[5]),
        width: item.width ?? 0,
        fontSize: Math.hypot(Number(item.transform[2]), Number(item.transform[3])),
        endsLine: item.hasEOL === true
      })
    }
    if (isSpent()) {
      await reader.cancel(new Error("enough"))
      break
    }
  }
  return read
}

interface TextContent {
  readonly items: ReadonlyArray<{
    readonly str?: string
    readonly width?: number
    readonly transform?: ReadonlyArray<unknown>
    readonly hasEOL?: boolean
  }>
}

/** Used part of PDF.js's annotations, which have no type. */
interface Annotation {
  readonly url?: string
  readonly overlaidText?: string
}

const factsOf = (input: PageInput, pdf: PDFDocumentProxy): Effect.Effect<KnownFacts> =>
  Effect.tryPromise(() => pdf.getMetadata()).pipe(
    Effect.map(({ info, metadata }): KnownFacts => {
      const said: Readonly<Record<string, unknown>> = { ...info }
      const entry = (name: string, xmp: string) => words(said[name]) || words(metadata?.get(xmp))
      const title = entry("Title", "dc:title")
      const created = /^D:(\d{4})(\d{2})(\d{2})/.exec(words(said["CreationDate"]))?.slice(1).join("-") ?? ""
      return fileFacts(input, {
        title: toolTitle.test(title) ? "" : title,
        author: entry("Author", "dc:creator"),
        description: entry("Subject", "dc:description"),
        created,
        keywords: words(said["Keywords"]),
        language: words(said["Language"])
      })
    }),
    Effect.orElseSucceed((): KnownFacts => ({}))
  )

/** Default titles of writing programs. */
const toolTitle =
  /^(?:microsoft (?:word|powerpoint|excel)\b.*|untitled.*|.*\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|qxd|pmd))$/i

const words = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(words).join(", ")
  return typeof value === "string" ? value.trim() : ""
}
