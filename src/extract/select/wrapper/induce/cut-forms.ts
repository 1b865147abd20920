import type { Leaf, LeafValue } from "../../../../core/domain/data/data-shape.ts"
import type { PageIndex } from "../PageIndex.ts"
import { type Form, readText, sameValue } from "../read-field.ts"

const maxBefore = 60
const maxAfter = 30
const maxParts = 20
const minText = 2

/** Forms in which a text has a value between other words. */
export const cutForms = (
  text: string,
  leaf: Leaf,
  wanted: LeafValue,
  index: PageIndex,
  attribute: string | null
): ReadonlyArray<Form> => {
  for (const [start, end] of partsIn(text, leaf, wanted)) {
    const forms: Array<Form> = []
    for (const before of startsOf(text.slice(0, start))) {
      for (const after of endsOf(text.slice(end))) {
        const form: Form = {
          ...(before === "" ? {} : { before }),
          ...(after === "" ? {} : { after })
        }
        if (before === "" && after === "") continue
        const read = readText(text, leaf, form, index, attribute)
        if (read !== undefined && sameValue(read.value, wanted)) forms.push(form)
      }
    }
    if (forms.length > 0) return forms
  }
  return []
}

type Span = readonly [start: number, end: number]

/** Parts of a text that may be the value. */
const partsIn = (text: string, { format, kind }: Leaf, wanted: LeafValue): ReadonlyArray<Span> => {
  if (kind === "boolean") return spansOf(text, afterColon)
  if (typeof wanted === "number") return spansOf(text, numbers)
  if (format === "email") return spansOf(text, emails)
  if (format !== undefined) return []
  const value = String(wanted).toLowerCase()
  if (value.length < minText) return []
  const lower = text.toLowerCase()
  // Lower case is longer for a few letters. Then places would not be those of the text.
  if (lower.length !== text.length) return []
  const spans: Array<Span> = []
  for (let at = lower.indexOf(value); at >= 0 && spans.length < maxParts; at = lower.indexOf(value, at + 1)) {
    const end = at + value.length
    if (!isWord(text[at - 1], text[at]) && !isWord(text[end - 1], text[end])) spans.push([at, end])
  }
  return spans
}

const afterColon = /(?<=[:：]\s?)[^\s:：][^:：]*$/gu
const numbers = /[-\u2212]?\d(?:[\d.,'\u00A0\u202F ]*\d)?/g
const emails = /[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[a-z]+/gi

const spansOf = (text: string, pattern: RegExp): ReadonlyArray<Span> =>
  [...text.matchAll(pattern)].slice(0, maxParts).map((match): Span => [match.index, match.index + match[0].length])

/** Whether a word goes on over an edge. */
const isWord = (before: string | undefined, after: string | undefined): boolean =>
  wordLike.test(before ?? "") && wordLike.test(after ?? "")

const wordLike = /[\p{L}\p{N}]/u

/** All words in front of the value, or the last one. */
const startsOf = (before: string): ReadonlyArray<string> => {
  if (before.trim() === "") return [""]
  const last = /\S+\s*$/.exec(before)?.[0] ?? ""
  const mark = /[^\p{L}\p{N}\s]\s*$/u.exec(before)?.[0] ?? ""
  return [...new Set([before, last, mark])].filter((text) => text !== "" && text.length <= maxBefore)
}

/** The first word after the value, or a mark. */
const endsOf = (after: string): ReadonlyArray<string> => {
  if (after.trim() === "") return [""]
  const first = /^\s*\S+/.exec(after)?.[0] ?? ""
  const mark = /^\s*[^\p{L}\p{N}\s]/u.exec(after)?.[0] ?? ""
  return [...new Set(["", mark, first])].filter((text) => text.length <= maxAfter)
}
