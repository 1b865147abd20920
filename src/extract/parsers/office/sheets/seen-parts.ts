import type { UnseenPart } from "../../../content/visible/report-hidden.ts"
import type { OfficeParts } from "../office-archive.ts"

/** The parts of a spreadsheet without hidden cells, and the text of these. */
export interface SeenParts {
  readonly parts: OfficeParts
  readonly unseen: ReadonlyArray<UnseenPart>
}

/** Hidden columns of a sheet, counted in the way of its format. */
export interface Columns {
  readonly from: number
  readonly to: number
}

/** Max hidden ranges of columns of a sheet. */
export const maxColumnRanges = 100

/** A value of XML Schema that is true. */
export const isOn = (value: string | undefined): boolean => value === "1" || value === "true"
