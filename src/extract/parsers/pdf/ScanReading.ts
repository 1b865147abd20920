import type { OcrPage } from "../../../core/domain/document/Trace.ts"

/** A word in a picture of text, with its place in points. */
export interface ScanWord {
  readonly text: string
  readonly x: number
  readonly width: number
}

/** A line of words. The origin is at the lower left of the page. */
export interface ScanLine {
  readonly words: ReadonlyArray<ScanWord>
  readonly y: number
  readonly fontSize: number
}

/** A page as optical character recognition has read it. */
export interface ScannedPage {
  /** From 1. */
  readonly page: number
  /** Mean confidence of its words by their length, 0 to 1. 0 without words. */
  readonly confidence: number
  readonly lines: ReadonlyArray<ScanLine>
}

/** Pages that were not read, and the reason as the end of a sentence. */
export interface MissedScans {
  readonly pages: ReadonlyArray<number>
  readonly why: string
}

/** The scanned pages of a document, read by optical character recognition. */
export interface ScanReading {
  readonly pages: ReadonlyArray<ScannedPage>
  readonly missed: ReadonlyArray<MissedScans>
  /** Milliseconds that it took, without waits for others. */
  readonly millis: number
}

/** Facts about the scanned pages of a document, each if there are any. */
export interface ScanFacts {
  /** Pages, from 1, that are pictures of text. The document is to be extracted again with that text. */
  readonly scans?: ReadonlyArray<number>
  /** Pages that were read by optical character recognition. */
  readonly ocr?: ReadonlyArray<OcrPage>
}
