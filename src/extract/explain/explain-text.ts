import { type Explained, repeatsText } from "./explain-html.ts"

/** The same report as lines for a terminal: a plus before kept blocks, a minus before dropped ones. */
export const explainText = ({ blocks, final_url, ignored = [], summary }: Explained): string => {
  const lines = blocks.flatMap(({ kept, path, reasons, repeats, score, step, text, words }) => [
    `${kept ? "+" : "-"} ${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}`,
    `    ${step}, ${score.toFixed(3)}, ${words} words, in ${path}`,
    `    ${reasons}`,
    ...(repeats === undefined ? [] : [`    ${repeatsText(repeats)}`])
  ])
  const faults = ignored.map(({ fault, from, text }) => `! ignored in ${from}: ${text} (${fault})`)
  return [final_url, summary, ...faults, ...lines].join("\n")
}

const maxLength = 100
