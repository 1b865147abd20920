/** Distinct URLs of a text with one per line, in order. Lines that begin with # are skipped. */
export const urlLines = (text: string): ReadonlyArray<string> => [
  ...new Set(text.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#")))
]
