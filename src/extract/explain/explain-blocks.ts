import type { ExplainedBlock, Explanation } from "../../core/domain/document/Explanation.ts"
import type { Place } from "../content/blocks/blocks.ts"
import { layoutOf } from "../content/blocks/PageLayout.ts"
import { headingElement } from "../content/blocks/sections.ts"
import { decideBlocks, type Decision } from "../content/decide/decide-blocks.ts"
import { featuresOf } from "../content/scoring/features.ts"
import type { PageElement } from "../dom/node.ts"
import { foldedLine, lineHash } from "../fingerprint/FoldedLine.ts"
import { comparableLine } from "../fingerprint/LineHashes.ts"
import type { PageInput, ParsedPage } from "../Page.ts"
import { reasonsFor } from "./reasons.ts"

export type ExplainedPage = Pick<Explanation, "summary" | "blocks">

/** `site`: lines that other pages of the host have, by their hashes. */
export const explainBlocks = (page: ParsedPage, site: PageInput["siteLines"] = new Map()): ExplainedPage => {
  const decision = decideBlocks(page)
  const { blocks, chosen, expected, kept, pageType, scores, signals } = decision
  const { values, width } = featuresOf(layoutOf(blocks), signals)
  const cut = scores.reduce((least, score, index) => chosen[index] === 1 ? Math.min(least, score) : least, 1)
  const copies = copiesIn(decision, cut)
  const explained = blocks.map(({ place, text, words }, index): ExplainedBlock => ({
    text,
    kept: kept[index] === 1,
    step: stepOf(decision, copies, index),
    score: scores[index] ?? 0,
    words,
    path: pathOf(place),
    reasons: reasonsFor(values.subarray(index * width, (index + 1) * width)),
    ...repeatsOf(text, site)
  }))
  const wordsOf = (list: ReadonlyArray<{ readonly words: number }>) => list.reduce((sum, { words }) => sum + words, 0)
  const shown = explained.filter((block) => block.kept)
  return {
    summary: `${shown.length} of ${blocks.length} blocks kept, ${wordsOf(shown)} of ${wordsOf(blocks)} words. ` +
      `The cut is at ${cut.toFixed(3)}, the highest expected F1 ${expected.toFixed(3)}. Looks like: ${pageType}.`,
    blocks: explained
  }
}

const repeatsOf = (text: string, site: NonNullable<PageInput["siteLines"]>): Pick<ExplainedBlock, "repeats"> => {
  const folded = site.size === 0 ? "" : foldedLine(text)
  const repeats = comparableLine(folded) ? site.get(lineHash(folded)) : undefined
  return repeats === undefined ? {} : { repeats }
}

const stepOf = (decision: Decision, copies: Uint8Array, index: number): string => {
  const { blocks, chosen, cleared, heading, isMenu, kept, tidied } = decision
  const block = blocks[index]
  if (kept[index] === 1) {
    if (isMenu) return "kept as a message in place of the page"
    return chosen[index] === 0 || cleared[index] === 0 ? "kept as a part of what is kept" : "kept by its score"
  }
  if (heading !== undefined && block !== undefined && headingElement(block) === heading) return "kept as the title"
  if (chosen[index] === 0) return copies[index] === 1 ? copied : "dropped by its score"
  if (isMenu) return "dropped with the whole choice, which is most likely a menu"
  if (tidied[index] === 0) return "dropped as a leftover by its name"
  return cleared[index] === 0 ? copied : "dropped with what it is a part of"
}

const copied = "dropped as a copy of what stands before"

/** Flags the blocks above the cut whose text repeats an earlier block of the cut. */
const copiesIn = ({ blocks, chosen, scores }: Decision, cut: number): Uint8Array => {
  const said = new Set<string>()
  return Uint8Array.from(blocks, ({ text }, index) => {
    if (chosen[index] === 1) said.add(text)
    return Number(chosen[index] === 0 && (scores[index] ?? 0) >= cut && said.has(text))
  })
}

/** Elements of a path. */
const pathLength = 4

const pathOf = (place: Place): string => {
  const names: Array<string> = []
  for (let at: Place | undefined = place; at !== undefined && names.length < pathLength; at = at.parent) {
    names.unshift(nameOf(at.element))
  }
  return names.join(" > ")
}

const nameOf = (element: PageElement): string => {
  const id = element.attr("id")
  const [name = ""] = (element.attr("class") ?? "").trim().split(/\s+/)
  return `${element.tag}${id === undefined ? "" : `#${cut(id)}`}${name === "" ? "" : `.${cut(name)}`}`
}

/** Each block repeats the names around it, so one long name would be most of the answer. */
const cut = (name: string): string => name.length > maxName ? `${name.slice(0, maxName)}…` : name

const maxName = 60
