const encoder = new TextEncoder()

/**
 * Encodes JSON as the bytes of one line. It escapes characters that JSON allows, but that many readers of JSON Lines
 * treat as the end of a line.
 */
export const encodeLine = (json: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(
    lineEnds.reduce((text, [mark, escape]) => text.includes(mark) ? text.replaceAll(mark, escape) : text, json)
  )

const lineEnds = [["\u0085", "\\u0085"], ["\u2028", "\\u2028"], ["\u2029", "\\u2029"]] as const
