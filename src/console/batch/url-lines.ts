/** The URLs of a list, one a line and each once, in their order. Lines that begin with # are left out. */
export const urlLines = (text: string): ReadonlyArray<string> => [
  ...new Set(text.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#")))
]
