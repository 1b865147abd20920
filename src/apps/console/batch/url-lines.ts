import { requestUrlFault } from "../../../core/kernel/request-url.ts"

/** Lines of a text with a URL each. Empty lines and those that begin with # are skipped. */
const linesOf = (text: string): ReadonlyArray<readonly [line: number, url: string]> =>
  text.split("\n").map((line, index) => [index + 1, line.trim()] as const)
    .filter(([, line]) => line !== "" && !line.startsWith("#"))

/** Distinct URLs of a text with one per line, in order. */
export const urlLines = (text: string): ReadonlyArray<string> => [...new Set(linesOf(text).map(([, url]) => url))]

/** The same, without the lines that the API would refuse. */
export const validUrls = (text: string): ReadonlyArray<string> =>
  urlLines(text).filter((url) => requestUrlFault(url) === undefined)

/** A line that the API would refuse as a URL. */
export interface WrongLine {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly why: string
}

export const wrongLines = (text: string): ReadonlyArray<WrongLine> =>
  linesOf(text).flatMap(([line, text]) => {
    const why = requestUrlFault(text)
    return why === undefined ? [] : [{ line, text, why }]
  })

/** Without these lines. */
export const withoutLines = (text: string, wrong: ReadonlyArray<WrongLine>): string => {
  const left = new Set(wrong.map(({ line }) => line))
  return text.split("\n").filter((_, index) => !left.has(index + 1)).join("\n")
}
