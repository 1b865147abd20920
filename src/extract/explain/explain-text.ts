import type { ParsedPage } from "../Page.ts"
import { explainBlocks } from "./explain-blocks.ts"

/** The same as lines for a terminal: a plus before what is kept, a minus before what is dropped. */
export const explainText = (page: ParsedPage): string => {
  const { blocks, summary } = explainBlocks(page)
  const lines = blocks.flatMap(({ isKept, path, reasons, score, step, text, words }) => [
    `${isKept ? "+" : "-"} ${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}`,
    `    ${step}, ${score.toFixed(3)}, ${words} words, in ${path}`,
    `    ${reasons}`
  ])
  return [page.url.href, summary, ...lines].join("\n")
}

const maxLength = 100
