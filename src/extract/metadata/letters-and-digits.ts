/** Removes all but letters and digits, to compare names. */
export const lettersAndDigits = (text: string): string =>
  withoutSigns(text.toLowerCase()).replace(/(?:com|org|net)$/, "")

/** Most text is plain, and its pattern is far cheaper than one with Unicode's properties. */
const withoutSigns = (text: string): string =>
  beyondAscii.test(text) ? text.replace(/[^\p{L}\p{N}]+/gu, "") : text.replace(/[^a-z0-9]+/g, "")

/** Whether a text has a character outside of ASCII. */
export const beyondAscii = /[^\0-\x7F]/
