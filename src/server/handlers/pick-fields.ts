import { type Effect, Stream } from "effect"
import type { DocumentField } from "../../domain/document/DocumentField.ts"
import { inSlices } from "../../kernel/in-slices.ts"

/**
 * The members of a stored Document with these names, in their order. The bytes are our own JSON, without white space;
 * they are scanned once and not parsed, because a Document may be large and this is the main thread.
 */
export const pickFields = (json: Uint8Array, fields: ReadonlyArray<DocumentField>): Effect.Effect<Uint8Array> =>
  inSlices(() => picking(json, fields))

function* picking(json: Uint8Array, fields: ReadonlyArray<DocumentField>): Generator<void, Uint8Array> {
  const wanted = new Set<string>(fields)
  const members: Array<Uint8Array> = []
  for (let at = 1; json[at] === quote;) {
    const keyEnd = endOfString(json, at + 1)
    const end = yield* endOfValue(json, keyEnd + 1)
    if (wanted.has(decoder.decode(json.subarray(at + 1, keyEnd - 1)))) members.push(json.subarray(at, end))
    at = json[end] === comma ? end + 1 : json.length
  }
  return joined(members)
}

/** The same for a stream of Documents; all of them where no fields are named. */
export const withFields = <E>(
  documents: Stream.Stream<Uint8Array, E>,
  fields: ReadonlyArray<DocumentField> | undefined
): Stream.Stream<Uint8Array, E> =>
  fields === undefined ? documents : Stream.mapEffect(documents, (json) => pickFields(json, fields))

/** Characters, strings and quotes in strings that are passed in one go, in a few milliseconds. */
const stepsAtOnce = 100_000

const decoder = new TextDecoder()
const [quote = 0, comma = 0, backslash = 0, open = 0, close = 0, openList = 0, closeList = 0] = new TextEncoder()
  .encode(
    "\",\\{}[]"
  )

/**
 * Behind the quote that ends a string, from a place in it. A quote after an odd number of backslashes does not end it.
 * Negative if the string continues: the place where the search resumes.
 */
const endOfString = (json: Uint8Array, from: number): number => {
  let quotes = 0
  for (let at = json.indexOf(quote, from); at >= 0; at = json.indexOf(quote, at + 1)) {
    let escapes = 0
    while (json[at - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return at + 1
    if (++quotes === stepsAtOnce) return -at - 1
  }
  return json.length
}

/** The place behind the value that begins at `start`. */
export function* endOfValue(json: Uint8Array, start: number): Generator<void, number> {
  let depth = 0
  let steps = 0
  for (let at = start; at < json.length;) {
    if (++steps % stepsAtOnce === 0) yield
    const byte = json[at]
    if (byte === quote) {
      for (at = endOfString(json, at + 1); at < 0; at = endOfString(json, -at)) yield
      if (depth === 0) return at
      continue
    }
    if (byte === open || byte === openList) depth++
    else if (byte === close || byte === closeList) {
      // The object itself ends behind a number or a word.
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (byte === comma && depth === 0) return at
    at++
  }
  return json.length
}

const joined = (members: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(members.reduce((sum, { length }) => sum + length, Math.max(2, members.length + 1)))
  whole[0] = open
  let at = 1
  for (const member of members) {
    if (at > 1) whole[at++] = comma
    whole.set(member, at)
    at += member.length
  }
  whole[at] = close
  return whole
}
