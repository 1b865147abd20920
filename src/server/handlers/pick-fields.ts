import type { Effect } from "effect"
import type { DocumentField } from "../../domain/document/DocumentField.ts"
import { inSlices } from "../../kernel/in-slices.ts"
import { membersOf } from "../../kernel/scan-json.ts"

/** The members of a stored Document with these names, in their order. */
export const pickFields = (json: Uint8Array, fields: ReadonlyArray<DocumentField>): Effect.Effect<Uint8Array> =>
  inSlices(() => picking(json, fields))

function* picking(json: Uint8Array, fields: ReadonlyArray<string>): Generator<void, Uint8Array> {
  const members = yield* membersOf(json)
  return joined(members.filter(({ name }) => fields.includes(name)).map(({ whole }) => whole))
}

const [comma = 0, openBrace = 0, closeBrace = 0] = new TextEncoder().encode(",{}")

const joined = (members: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(members.reduce((sum, { length }) => sum + length, Math.max(2, members.length + 1)))
  whole[0] = openBrace
  let at = 1
  for (const member of members) {
    if (at > 1) whole[at++] = comma
    whole.set(member, at)
    at += member.length
  }
  whole[at] = closeBrace
  return whole
}
