import { Effect } from "effect"
import type { DocumentField } from "../../../core/domain/document/DocumentField.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { membersOf, objectOf } from "../../../core/kernel/slices/scan-json.ts"

/** The members of a stored Document with these names, in their order. */
export const pickFields = (json: Uint8Array, fields: ReadonlyArray<DocumentField>): Effect.Effect<Uint8Array> =>
  Effect.map(
    inSlices(() => membersOf(json)),
    (members) => objectOf(members.filter(({ name }) => fields.some((field) => field === name)))
  )
