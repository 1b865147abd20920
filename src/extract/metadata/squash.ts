/** Keeps only letters and digits, to compare names. */
export const squash = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "").replace(/(?:com|org|net)$/, "")
