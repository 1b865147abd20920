/** A run of text as PDF.js places it. The origin is at the lower left, the unit is 1/72 inch. */
export interface PdfItem {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly fontSize: number
  /** Whether it ends a line. */
  readonly endsLine: boolean
}

export interface PdfLink {
  readonly url: string
  /** Words below the link. "" if there are none. */
  readonly text: string
}

export interface PdfPage {
  readonly items: ReadonlyArray<PdfItem>
  readonly links: ReadonlyArray<PdfLink>
  /** The lower and the upper edge of the paper. Equal if they are not known. */
  readonly bottom: number
  readonly top: number
}
