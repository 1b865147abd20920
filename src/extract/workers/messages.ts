import type { LogLevel } from "effect"
import type { PageFault } from "../../core/domain/errors/PageError.ts"
import type { ExplainedExtraction, Extraction, LinkExtraction, PageInput } from "../Page.ts"
import type { DocumentDiff, DocumentPair } from "../works/document-diff.ts"
import type { LayoutExamples, LearntRules } from "../works/learn-rules.ts"
import type { PassageSearch } from "../works/ranked-passages.ts"
import type { SitemapEntries, SitemapText } from "../works/sitemap-entries.ts"
import type { StoredPage } from "../works/stored-chunks.ts"
import type { RepeatingPage } from "../works/stored-repeats.ts"
import type { IndexedDocument } from "../works/stored-terms.ts"
import type { ScanAnswer, ScanRequest } from "./ocr/scan-messages.ts"

/** Requests to a reader: its input and its result. */
export interface Work {
  readonly extract: { readonly input: PageInput; readonly result: Extraction }
  readonly links: { readonly input: PageInput; readonly result: LinkExtraction }
  readonly explain: { readonly input: PageInput; readonly result: ExplainedExtraction }
  readonly diff: { readonly input: DocumentPair; readonly result: DocumentDiff }
  readonly chunks: { readonly input: StoredPage; readonly result: Uint8Array }
  readonly passages: { readonly input: PassageSearch; readonly result: Uint8Array }
  readonly terms: { readonly input: IndexedDocument; readonly result: string }
  readonly repeats: { readonly input: RepeatingPage; readonly result: Uint8Array }
  readonly learn: { readonly input: LayoutExamples; readonly result: LearntRules }
  readonly scans: { readonly input: ScanRequest; readonly result: ScanAnswer }
  readonly sitemap: { readonly input: SitemapText; readonly result: SitemapEntries }
}

export type WorkName = keyof Work
export type Result = Work[WorkName]["result"]

/** One piece of work. */
export type WorkRequest = {
  readonly [K in WorkName]: { readonly work: K; readonly input: Work[K]["input"] }
}[WorkName]

/** Message to a reader: the work, and its timeout in milliseconds. */
export interface ReaderRequest {
  readonly request: WorkRequest
  readonly timeLimit: number
}

/**
 * Messages from a reader: for each request `Begun` and then exactly one `Read` or `Refused`. `Log` lines may come
 * between them.
 */
export type ReaderAnswer =
  | { readonly _tag: "Begun" }
  | { readonly _tag: "Read"; readonly result: Result; readonly isWorn: boolean }
  | { readonly _tag: "Refused"; readonly error: PageFault; readonly isWorn: boolean }
  | { readonly _tag: "Log"; readonly level: LogLevel.Severity | undefined; readonly lines: ReadonlyArray<string> }
