import type { Document } from "@firecrawl/anydoc"
import { Effect } from "effect"
import { noPeer, unreadableOffice } from "../../../core/domain/errors/page-errors.ts"
import { hiddenTextOf, hiddenWarnings } from "../../content/visible/report-hidden.ts"
import { parseHtml } from "../../dom/parse-html.ts"
import { type PageParser, parsedPage } from "../Parser.ts"
import { anydocHtml } from "./anydoc-html.ts"
import { measureOffice } from "./measure/measure-office.ts"
import { broken, tooLarge, truncated } from "./office-archive.ts"
import { declaredFacts } from "./office-facts.ts"
import { OfficePeer, officePeer } from "./office-peer.ts"
import { repairing } from "./repair/repairing.ts"
import { seenSheets } from "./sheets/seen-sheets.ts"

/**
 * Reads spreadsheets, presentations, books and documents before 2007 with the optional peer: headings of sheets, slides
 * and chapters, tables, lists, links and notes. The peer works in native code, so the timeout and the memory limit of
 * the reader bound it.
 */
export const anydocParser: PageParser = repairing({
  parse: (input) =>
    Effect.gen(function*() {
      const load = yield* OfficePeer
      const peer = yield* Effect.promise(load)
      if (peer === undefined) return yield* noPeer(input.url, input.mediaType, officePeer)
      const format = peer.formatFromBytes(input.body)
      yield* measureOffice(input, format)
      const isKept = input.options?.hidden === "include"
      const { body, unseen } = yield* seenSheets(input, format)
      const document = yield* Effect.tryPromise({
        try: (): Promise<Document> =>
          format === null || readElsewhere.has(format)
            ? Promise.reject(new Error(broken))
            : peer.toDocument(isKept ? input.body : body, format),
        catch: (cause) => unreadableOffice(input.url, faultOf(cause))
      })
      const { firstHeading, html, isCut } = anydocHtml(document)
      const facts = yield* Effect.orElseSucceed(declaredFacts(input, format), () => ({}))
      const tree = parseHtml(`<main>${html}</main>`)
      const title = slides.has(String(format)) ? { title: firstHeading } : {}
      const page = parsedPage(input, "", tree, { ...title, ...facts, wholeBody: true })
      if (isCut) page.warnings.push(truncated)
      const hidden = hiddenTextOf(unseen)
      if (hidden === undefined) return page
      return { ...page, hidden, warnings: isKept ? page.warnings : [...page.warnings, ...hiddenWarnings(hidden)] }
    })
})

/** Formats with parsers of their own. A body like that has a wrong media type. */
const readElsewhere: ReadonlySet<string> = new Set(["pdf", "csv"])

/** The first slide of a presentation names it. */
const slides: ReadonlySet<string> = new Set(["ppt", "pptx", "odp"])

const faultOf = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  if (code === "encrypted") return "is protected by a password"
  return code === "resourceLimit" ? tooLarge : broken
}
