import { Effect } from "effect"
import { zipSync } from "fflate"
import type { UnseenPart } from "../../../content/visible/report-hidden.ts"
import type { PageInput } from "../../../Page.ts"
import { type OfficeParts, partsOf } from "../office-archive.ts"
import { seenTables } from "./ods-hidden.ts"
import type { SeenParts } from "./seen-parts.ts"
import { seenWorkbook } from "./xlsx-hidden.ts"

export interface SeenSheets {
  readonly body: Uint8Array
  readonly unseen: ReadonlyArray<UnseenPart>
}

const readers: Readonly<Record<string, (parts: OfficeParts) => SeenParts | undefined>> = {
  ods: seenTables,
  xlsx: seenWorkbook
}

/**
 * A spreadsheet without its hidden parts, because the peer converts hidden and visible ones alike. The body is unchanged
 * if nothing is hidden, and for binary workbooks and those before 2007.
 */
export const seenSheets = Effect.fnUntraced(function*(input: PageInput, format: string | null) {
  const unchanged: SeenSheets = { body: input.body, unseen: [] }
  const see = readers[String(format)]
  if (see === undefined || input.body[0] !== 0x50) return unchanged
  const seen = see(yield* partsOf(input, (name) => !pictures.test(name), maxParts))
  return seen === undefined ? unchanged : { body: zipSync({ ...seen.parts }, { level: 0 }), unseen: seen.unseen }
})

const pictures = /(?:^|\/)(?:media|pictures|thumbnails|printerSettings)\//i
const maxParts = 100_000
