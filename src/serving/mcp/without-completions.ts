/**
 * Removes the capability of completions, which the library always announces. Text of a tool is within a JSON string
 * with escaped quotes, so it never matches.
 */
export const withoutCompletions = (message: string): string => message.replace(announced, "")

const announced = /"completions":\{\},|,"completions":\{\}/

/** The same for a message in UTF-8. */
export const encodedWithoutCompletions = (message: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  return bytes.includes("\"completions\":{}") ? Buffer.from(withoutCompletions(bytes.toString())) : message
}
