import { type Block, type Place, segment } from "../../src/extract/content/blocks.ts"
import { chooseBlocks } from "../../src/extract/content/choose-blocks.ts"
import { featuresOf } from "../../src/extract/content/features.ts"
import { pageSignals } from "../../src/extract/content/page-signals.ts"
import { pageTypeOf } from "../../src/extract/content/page-type.ts"
import { scoreBlocks, shippedModel } from "../../src/extract/content/score-blocks.ts"
import { escapeHtml } from "../../src/extract/dom/escape-html.ts"
import type { ParsedPage } from "../../src/extract/Page.ts"
import { reasonsFor } from "./reasons.ts"

/** The page as a report: every block with its score and its reasons. */
export const explainPage = (page: ParsedPage): string => {
  const blocks = segment(page.html.body)
  const signals = pageSignals(page.html, page.url)
  const { values, width } = featuresOf(blocks, signals)
  const scores = scoreBlocks(blocks, signals, shippedModel)
  const { kept: flags } = chooseBlocks(blocks, scores)
  const kept = new Set(blocks.filter((_, index) => flags[index] === 1))
  const cut = Math.min(
    1,
    ...[...blocks.entries()].flatMap(([index, block]) => kept.has(block) ? [scores[index] ?? 1] : [])
  )
  const items = blocks.map((block, index) => {
    const row = values.subarray(index * width, (index + 1) * width)
    return itemOf(block, scores[index] ?? 0, kept.has(block), reasonsFor(row))
  })
  const words = (list: Iterable<Block>) => [...list].reduce((sum, block) => sum + block.words, 0)
  const summary = `${kept.size} of ${blocks.length} blocks kept, ${words(kept)} of ${words(blocks)} words; ` +
    `kept is what scores at least ${cut.toFixed(3)}, the cut of the highest expected F1. ` +
    `Looks like: ${pageTypeOf(signals, blocks)}.`
  return `<!doctype html><meta charset="utf-8"><title>${escapeHtml(page.url.href)}</title>${style}` +
    `<h1>${escapeHtml(page.url.href)}</h1><p>${summary}</p>${items.join("")}\n`
}

const style = `<style>
body { font: 14px/1.4 system-ui, sans-serif; max-width: 60em; margin: 2em auto }
h1 { font-size: 1.2em }
div { margin: 2px 0; padding: 2px 8px; border-left: 6px solid hsl(var(--hue) 70% 45%); background: hsl(var(--hue) 70% 95%) }
p { margin: 0 }
.dropped > p { color: #666; text-decoration: line-through }
small { display: block; color: #555; font: 11px ui-monospace, monospace }
</style>`

/** Red is 0, green is 120. */
const itemOf = (block: Block, score: number, isKept: boolean, reasons: string): string =>
  `<div class="${isKept ? "kept" : "dropped"}" style="--hue: ${Math.round(score * 120)}"><p>${
    escapeHtml(block.text)
  }</p>` +
  `<small>${isKept ? "kept" : "dropped"} at ${score.toFixed(3)}, ${block.words} words, in ${
    escapeHtml(pathOf(block.place))
  }</small>` +
  `<small>${escapeHtml(reasons)}</small></div>\n`

const pathLength = 4

const pathOf = (place: Place): string => {
  const names: Array<string> = []
  for (let at: Place | undefined = place; at !== undefined && names.length < pathLength; at = at.parent) {
    const id = at.element.attr("id")
    const [name] = (at.element.attr("class") ?? "").trim().split(/\s+/)
    names.unshift(
      `${at.element.tag}${id === undefined ? "" : `#${id}`}${name === undefined || name === "" ? "" : `.${name}`}`
    )
  }
  return names.join(" > ")
}
