import type { ChunkSize } from "../../core/domain/options/ChunkSize.ts"
import type { Range } from "./markdown-blocks.ts"
import { sentences } from "./split-block.ts"
import type { CountTokens } from "./tokenizer.ts"
import type { CutChunk, Packed } from "./units.ts"

/** Starts each chunk earlier by whole units, or by sentences, of the chunk before it. */
export const withOverlap = (
  markdown: string,
  packed: ReadonlyArray<Packed>,
  { max_tokens, overlap }: Required<ChunkSize>,
  count: CountTokens
): ReadonlyArray<CutChunk> =>
  packed.flatMap((units, index) => {
    const [first] = units
    const last = units.at(-1)
    if (first === undefined || last === undefined) return []
    const { end } = last
    const contentStart = (units.find(({ level }) => level === 0) ?? last).start
    const tokens = count(markdown.slice(first.start, end))
    const before = overlap === 0 ? undefined : packed[index - 1]
    const start = before === undefined
      ? first.start
      : overlapStart(markdown, before, first.start, Math.min(overlap, max_tokens - tokens), count)
    const whole = start === first.start ? tokens : count(markdown.slice(start, end))
    return [
      whole > max_tokens
        ? { start: first.start, end, tokens, contentStart }
        : { start, end, tokens: whole, contentStart }
    ]
  })

const overlapStart = (markdown: string, before: Packed, to: number, max: number, count: CountTokens): number => {
  let start = to
  for (const unit of before.toReversed()) {
    const fits = (from: number) => count(markdown.slice(from, to)) <= max
    if (unit.tokens <= max && fits(unit.start)) {
      start = unit.start
      continue
    }
    const starts = unit.kind === "text"
      ? sentences(markdown, tail(unit, max)).slice(1).map((sentence) => sentence.start)
      : []
    return starts.find(fits) ?? start
  }
  return start
}

/** The end of a unit. The rest cannot be a part of the overlap. */
const tail = ({ end, start }: Range, max: number) => ({ start: Math.max(start, end - max * maxCharacters), end })

/** Characters of a token in ordinary text are fewer. */
const maxCharacters = 12
