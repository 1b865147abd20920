import type { PageInput } from "../../Page.ts"
import type { MissedScans, ScannedPage } from "../../parsers/pdf/ScanReading.ts"

/** Scanned pages of a document, to be read in their order. */
export interface ScanRequest {
  readonly url: string
  readonly document: PageInput
  readonly pages: ReadonlyArray<number>
  /** Names of Tesseract's languages. */
  readonly languages: ReadonlyArray<string>
  /** Milliseconds after which no further page is begun. */
  readonly limit: number
}

export interface ScanAnswer {
  readonly read: ReadonlyArray<ScannedPage>
  readonly missed: ReadonlyArray<MissedScans>
  /** Pages that were not begun. */
  readonly left: ReadonlyArray<number>
  readonly millis: number
}
