import { Effect } from "effect"
import type { DocumentField } from "../../domain/document/DocumentField.ts"
import { inSlices } from "../../kernel/in-slices.ts"
import { type JsonMember, membersOf } from "../../kernel/scan-json.ts"

/** The members of a stored Document with these names, in their order. */
export const pickFields = (json: Uint8Array, fields: ReadonlyArray<DocumentField>): Effect.Effect<Uint8Array> =>
  Effect.map(
    inSlices(() => membersOf(json)),
    (members) => objectOf(members.filter(({ name }) => fields.some((field) => field === name)))
  )

const [comma = 0, openBrace = 0, closeBrace = 0] = new TextEncoder().encode(",{}")

/** The JSON object with these members. */
export const objectOf = (members: ReadonlyArray<JsonMember>): Uint8Array => {
  const whole = new Uint8Array(members.reduce((sum, { whole }) => sum + whole.length, Math.max(2, members.length + 1)))
  whole[0] = openBrace
  let at = 1
  for (const member of members) {
    if (at > 1) whole[at++] = comma
    whole.set(member.whole, at)
    at += member.whole.length
  }
  whole[at] = closeBrace
  return whole
}
