import { Effect } from "effect"
import type { PDFDocumentProxy, PDFPageProxy } from "unpdf/pdfjs"
import { PageError } from "../../domain/PageError.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { isoDate } from "../metadata/dates.ts"
import type { KnownFacts, PageInput } from "../Page.ts"
import { TimeLimit } from "../TimeLimit.ts"
import { type PageParser, parsedPage } from "./Parser.ts"
import { layOut, type PdfItem, type PdfPage } from "./pdf-layout.ts"

/** PDF by PDF.js: text in reading order with headings, links, and what the document says of itself. */
export const pdfParser: PageParser = {
  parse: (input) =>
    Effect.gen(function*() {
      const pdf = yield* opened(input)
      const { pages, isWhole } = yield* pagesOf(pdf)
      const html = parseHtml(`<main>${layOut(pages)}</main>`)
      const page = parsedPage(input, "", html, { ...(yield* factsOf(input, pdf)), wholeBody: true })
      if (!isWhole) {
        page.warnings.push({
          code: "pdf_truncated",
          message: `Only the first ${pages.length} of ${pdf.numPages} pages were read.`
        })
      }
      if (pages.every(({ items }) => items.length === 0)) {
        page.warnings.push({ code: "pdf_without_text", message: "The PDF has no text; it may be a scan." })
      }
      return page
    }).pipe(Effect.scoped)
}

const maxPages = 1000
/** Of the page's time; the rest is for making a document of what has been read by then. */
const shareOfTime = 0.6
/** Runs of text in all pages, and their characters: a few kilobytes of PDF can unpack to gigabytes of both. */
const maxItems = 500_000
const maxCharacters = 10_000_000

const opened = (input: PageInput) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      // PDF.js is two megabytes that most processes never need.
      try: async () => {
        const { getDocumentProxy } = await import("unpdf")
        // PDF.js takes the bytes for itself.
        return getDocumentProxy(input.body.slice(), { disableFontFace: true, verbosity: 0 })
      },
      catch: (cause) => unreadable(input, cause)
    }),
    (pdf) => Effect.ignore(Effect.tryPromise(() => pdf.loadingTask.destroy()))
  )

const unreadable = (input: PageInput, cause: unknown): PageError =>
  new PageError({
    url: input.url,
    code: "fetch_failed",
    reason: "decode",
    detail: cause instanceof Error && cause.name === "PasswordException"
      ? "The PDF is protected by a password."
      : "The PDF is broken or incomplete and could not be read."
  })

const pagesOf = Effect.fnUntraced(function*(pdf: PDFDocumentProxy) {
  const deadline = performance.now() + (yield* TimeLimit) * shareOfTime
  const budget = { items: maxItems, characters: maxCharacters }
  const isSpent = () => budget.items <= 0 || budget.characters <= 0 || performance.now() >= deadline
  const pages: Array<PdfPage> = []
  const all = Math.min(pdf.numPages, maxPages)
  do {
    const number = pages.length + 1
    // A page that is broken costs itself; the rest is still worth having.
    pages.push(
      yield* Effect.orElseSucceed(Effect.tryPromise(() => readPage(pdf, number, budget, isSpent)), () => blank)
    )
  } while (pages.length < all && !isSpent())
  return { pages, isWhole: pages.length === pdf.numPages && !isSpent() }
})

const blank: PdfPage = { items: [], links: [] }

interface Budget {
  items: number
  characters: number
}

const readPage = async (
  pdf: PDFDocumentProxy,
  number: number,
  budget: Budget,
  isSpent: () => boolean
): Promise<PdfPage> => {
  const page = await pdf.getPage(number)
  const items = await readItems(page, budget, isSpent)
  const annotations: ReadonlyArray<Annotation> = isSpent() ? [] : await page.getAnnotations()
  page.cleanup()
  return {
    items,
    links: annotations.flatMap((
      { overlaidText, url }
    ) => (url === undefined ? [] : [{ url, text: overlaidText ?? "" }]))
  }
}

/** The page's runs of text as they come, until the budget is spent. */
const readItems = async (
  page: PDFPageProxy,
  budget: Budget,
  isSpent: () => boolean
): Promise<ReadonlyArray<PdfItem>> => {
  const read: Array<PdfItem> = []
  // A stream of PDF.js's is typed for browsers, and yields what `getTextContent` collects.
  const reader: ReadableStreamDefaultReader<TextContent> = page.streamTextContent({}).getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    for (const item of chunk.value.items) {
      if (item.str === undefined || item.transform === undefined) continue
      budget.items--
      budget.characters -= item.str.length
      read.push({
        text: item.str,
        y: Number(item.transform[5]),
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
    readonly transform?: ReadonlyArray<unknown>
    readonly hasEOL?: boolean
  }>
}

/** What is read of PDF.js's annotations, which it leaves untyped. */
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
      return {
        // Without a usable title of its own the first heading is taken, as for any page.
        ...(title === "" || toolTitle.test(title) ? {} : { title }),
        author: entry("Author", "dc:creator"),
        published_date: isoDate(created, input.fetchedAt),
        ...(words(said["Language"]) === "" ? {} : { language: words(said["Language"]) }),
        description: entry("Subject", "dc:description"),
        keywords: words(said["Keywords"]).split(/[,;]/).map((word) => word.trim()).filter((word) => word !== "")
      }
    }),
    Effect.orElseSucceed((): KnownFacts => ({}))
  )

/** Titles that the writing program left behind. */
const toolTitle =
  /^(?:microsoft (?:word|powerpoint|excel)\b.*|untitled.*|.*\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|qxd|pmd))$/i

const words = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(words).join(", ")
  return typeof value === "string" ? value.trim() : ""
}
