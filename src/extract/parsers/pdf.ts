import { Effect, Option } from "effect"
import type { PDFDocumentProxy } from "unpdf/pdfjs"
import { PageError } from "../../domain/PageError.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { isoDate } from "../metadata/dates.ts"
import type { KnownFacts, PageInput } from "../Page.ts"
import { type PageParser, parsedPage } from "./Parser.ts"
import { layOut, type PdfPage } from "./pdf-layout.ts"

/** PDF by PDF.js: text in reading order with headings, links, and what the document says of itself. */
export const pdfParser: PageParser = {
  parse: (input) =>
    Effect.gen(function*() {
      const pdf = yield* opened(input)
      const { pages, isWhole } = yield* pagesOf(input, pdf)
      const html = parseHtml(`<main>${layOut(pages)}</main>`)
      const page = parsedPage(input, "", html, { ...(yield* factsOf(input, pdf)), wholeBody: true })
      if (!isWhole) {
        page.warnings.push({
          code: "pdf_truncated",
          message: `Of ${pdf.numPages} pages the first ${pages.length} were read.`
        })
      }
      if (pages.every(({ items }) => items.length === 0)) {
        page.warnings.push({ code: "pdf_without_text", message: "The PDF holds no text, only images perhaps." })
      }
      return page
    }).pipe(Effect.scoped)
}

const maxPages = 1000
/** Reading ends here and what has been read is returned. */
const timeLimit = "20 seconds"

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

const pagesOf = Effect.fnUntraced(function*(input: PageInput, pdf: PDFDocumentProxy) {
  const pages: Array<PdfPage> = []
  const all = Math.min(pdf.numPages, maxPages)
  const reading = Effect.gen(function*() {
    while (pages.length < all) {
      const number = pages.length + 1
      // A page that is broken costs itself; the rest is still worth having.
      pages.push(yield* Effect.orElseSucceed(Effect.tryPromise(() => readPage(pdf, number)), () => blank))
    }
  })
  const ended = yield* Effect.timeoutOption(reading, timeLimit)
  if (pages.length === 0) return yield* unreadable(input, "too slow")
  return { pages, isWhole: Option.isSome(ended) && all === pdf.numPages }
})

const blank: PdfPage = { items: [], links: [] }

const readPage = async (pdf: PDFDocumentProxy, number: number): Promise<PdfPage> => {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const annotations: ReadonlyArray<Annotation> = await page.getAnnotations()
  page.cleanup()
  return {
    items: items.flatMap((item) =>
      "str" in item
        ? [{
          text: item.str,
          y: Number(item.transform[5]),
          fontSize: Math.hypot(Number(item.transform[2]), Number(item.transform[3])),
          endsLine: item.hasEOL
        }]
        : []
    ),
    links: annotations.flatMap((
      { overlaidText, url }
    ) => (url === undefined ? [] : [{ url, text: overlaidText ?? "" }]))
  }
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
