import type { Effect } from "effect"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { endOfValue } from "../../../core/kernel/slices/scan-json.ts"

/** A JSON object without the value of its member `html`. */
export interface HtmlMember {
  /** The value as JSON, undefined if it is not a string. */
  readonly html: Uint8Array | undefined
  /** The object, in which the value is an empty string. */
  readonly rest: Uint8Array
}

/**
 * Takes the value of `html` out of a JSON object. The bytes are scanned once and not parsed, because they may be many
 * and this is the main thread. JSON that is not well-formed is left to the parsers of both parts.
 */
export const htmlMember = (json: Uint8Array): Effect.Effect<HtmlMember> => inSlices(() => finding(json))

function* finding(json: Uint8Array): Generator<void, HtmlMember> {
  const start = byteOrderMark.equals(json.subarray(0, byteOrderMark.length)) ? byteOrderMark.length : 0
  for (let at = afterSpace(json, afterSpace(json, start) + 1); json[at] === quote;) {
    const keyEnd = yield* endOfValue(json, at)
    const start = afterSpace(json, afterSpace(json, keyEnd) + 1)
    const end = yield* endOfValue(json, start)
    if (json[start] === quote && decoder.decode(json.subarray(at, Math.min(keyEnd, at + key.length))) === key) {
      return {
        html: json.subarray(start, end),
        rest: Buffer.concat([json.subarray(0, start), empty, json.subarray(end)])
      }
    }
    at = afterSpace(json, afterSpace(json, end) + 1)
  }
  return { html: undefined, rest: json }
}

const key = "\"html\""
const quote = 0x22
/** Some programs begin a UTF-8 file with it, and the parser of requests skips it. */
const byteOrderMark = Buffer.from("\uFEFF")
const empty = Buffer.from("\"\"")
const decoder = new TextDecoder()

const afterSpace = (json: Uint8Array, from: number): number => {
  let at = from
  for (let byte = json[at]; byte === 0x20 || byte === 0x0A || byte === 0x0D || byte === 0x09; byte = json[at]) at++
  return at
}
