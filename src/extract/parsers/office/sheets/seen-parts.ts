import type { UnseenPart } from "../../../content/visible/report-hidden.ts"
import type { OfficeParts } from "../office-archive.ts"

/** The parts of a spreadsheet without what its reader does not see, and the text of that. */
export interface SeenParts {
  readonly parts: OfficeParts
  readonly unseen: ReadonlyArray<UnseenPart>
}

/** A value of XML Schema that is true. */
export const isOn = (value: string | undefined): boolean => value === "1" || value === "true"
