/** Letters and digits alone, to compare names however they are written. */
export const squash = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "").replace(/(?:com|org|net)$/, "")
