import type { ExplainedBlock, Explanation } from "../../core/domain/document/Explanation.ts"
import { escapeHtml } from "../dom/escape-html.ts"

export type Explained = Pick<Explanation, "final_url" | "summary" | "blocks" | "ignored">

/**
 * Report on a page as one HTML file without scripts: every block, coloured by its score, with the decision about it and
 * the reasons.
 */
export const explainHtml = ({ blocks, final_url, ignored = [], summary }: Explained): string => {
  const address = escapeHtml(final_url)
  const faults = ignored.map(({ fault, from, text }) =>
    `<p>Ignored in ${escapeHtml(from)}: ${escapeHtml(text)} (${escapeHtml(fault)})</p>`
  )
  return `<!doctype html><meta charset="utf-8"><title>${address}</title>${style}` +
    `<h1>${address}</h1><p>${escapeHtml(summary)}</p>${faults.join("")}${blocks.map(itemOf).join("")}\n`
}

const style = `<style>
body { font: 14px/1.4 system-ui, sans-serif; max-width: 60em; margin: 2em auto }
h1 { font-size: 1.2em }
div { margin: 2px 0; padding: 2px 8px; border-left: 6px solid hsl(var(--hue) 70% 45%); background: hsl(var(--hue) 70% 95%) }
p { margin: 0 }
.dropped > p { color: #666; text-decoration: line-through }
small { display: block; color: #555; font: 11px ui-monospace, monospace }
</style>`

/** Hue: red for 0, green for 120. */
const itemOf = ({ kept, path, reasons, repeats, score, step, text, words }: ExplainedBlock): string =>
  `<div class="${kept ? "kept" : "dropped"}" style="--hue: ${Math.round(score * 120)}"><p>${escapeHtml(text)}</p>` +
  `<small>${step}, ${score.toFixed(3)}, ${words} words, in ${escapeHtml(path)}</small>` +
  `<small>${escapeHtml(reasons)}</small>${
    repeats === undefined ? "" : `<small>${repeatsText(repeats)}</small>`
  }</div>\n`

/** The evidence of the site about a block. */
export const repeatsText = ({ of, pages }: NonNullable<ExplainedBlock["repeats"]>): string =>
  `on ${pages} of ${of} pages of the host`
