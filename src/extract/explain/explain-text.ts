import type { ParsedPage } from "../Page.ts"
import { explainBlocks } from "./explain-blocks.ts"

/** The same report as lines for a terminal: a plus before kept blocks, a minus before dropped ones. */
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
