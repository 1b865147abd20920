/**
 * Leaves out of a message what the library always writes: the capability of completions, which we have not, and hints of
 * tools that are the defaults of the protocol, 400 tokens of the list. Text of a tool is within a JSON string with escaped
 * quotes, so it never matches.
 */
export const leanMessage = (message: string): string => message.replace(completions, "").replaceAll(hints, "")

const completions = /"completions":\{\},|,"completions":\{\}/
const defaultHints = `,"idempotentHint":false,"openWorldHint":true`
const hints = new RegExp(`(?:,"destructiveHint":true)?${defaultHints}`, "g")

/** The same for a message in UTF-8. */
export const encodedLeanMessage = (message: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  return bytes.includes("\"completions\":{}") || bytes.includes(defaultHints)
    ? Buffer.from(leanMessage(bytes.toString()))
    : message
}
