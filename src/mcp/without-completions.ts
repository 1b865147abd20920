/**
 * The library always announces completions, and nothing here has any. Text that a tool returns is within a JSON string,
 * where its quotes are escaped, so it never has this form.
 */
export const withoutCompletions = (message: string): string => message.replace(announced, "")

const announced = /"completions":\{\},|,"completions":\{\}/

/** The same for a message in UTF-8. */
export const encodedWithoutCompletions = (message: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  return bytes.includes("\"completions\":{}") ? Buffer.from(withoutCompletions(bytes.toString())) : message
}
