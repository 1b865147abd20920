import type { CountTokens } from "../../../extract/chunks/tokenizer.ts"

/** An entry of a list: its line in the content, and its value in the structured answer. */
export interface Row {
  readonly line: string
  readonly value: unknown
}

/** The first rows that fit, one at least. The longer one of line and value counts. */
export const fitting = <R extends Row>(
  rows: ReadonlyArray<R>,
  maxTokens: number,
  count: CountTokens
): ReadonlyArray<R> => {
  let left = maxTokens
  const end = rows.findIndex(({ line, value }, index) => {
    left -= Math.max(count(line), count(JSON.stringify(value))) + 1
    return left < 0 && index > 0
  })
  return end < 0 ? rows : rows.slice(0, end)
}
