/** A member of a JSON object. */
export interface JsonMember {
  readonly name: string
  readonly value: Uint8Array
  /** The name and the value. */
  readonly whole: Uint8Array
}

/**
 * The members of an object in our own JSON, without white space. The bytes are scanned once and not parsed, a slice at
 * a time (`inSlices`), because they may be large.
 */
export function* membersOf(json: Uint8Array): Generator<void, ReadonlyArray<JsonMember>> {
  const members: Array<JsonMember> = []
  for (let at = 1; json[at] === quote;) {
    const keyEnd = endOfString(json, at + 1)
    const end = yield* endOfValue(json, keyEnd + 1)
    members.push({
      name: decoder.decode(json.subarray(at + 1, keyEnd - 1)),
      value: json.subarray(keyEnd + 1, end),
      whole: json.subarray(at, end)
    })
    at = json[end] === comma ? end + 1 : json.length
  }
  return members
}

/** The object with these members. */
export const objectOf = (members: ReadonlyArray<JsonMember>): Uint8Array => {
  const json = new Uint8Array(members.reduce((sum, { whole }) => sum + whole.length, Math.max(2, members.length + 1)))
  json[0] = open
  let at = 1
  for (const { whole } of members) {
    if (at > 1) json[at++] = comma
    json.set(whole, at)
    at += whole.length
  }
  json[at] = close
  return json
}

/** The values of an object's members, by name. */
export function* valuesOf(json: Uint8Array): Generator<void, ReadonlyMap<string, Uint8Array>> {
  return new Map((yield* membersOf(json)).map(({ name, value }) => [name, value]))
}

/** The elements of an array in our own JSON. */
export function* elementsOf(json: Uint8Array): Generator<void, ReadonlyArray<Uint8Array>> {
  const elements: Array<Uint8Array> = []
  for (let at = 1; at < json.length - 1;) {
    const end = yield* endOfValue(json, at)
    if (elements.push(json.subarray(at, end)) % elementsAtOnce === 0) yield
    at = end + 1
  }
  return elements
}

/** Characters, strings and quotes in strings that are passed in one go, in a fraction of a millisecond. */
const stepsAtOnce = 10_000

const elementsAtOnce = 1000

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
