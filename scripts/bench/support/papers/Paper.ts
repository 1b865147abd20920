/** A fact about the markdown of a page, as in the unit tests of olmOCR-bench. White space counts as one space. */
export type Check =
  | { readonly kind: "present" | "absent" | "formula"; readonly text: string }
  | { readonly kind: "order"; readonly first: string; readonly second: string }
  /** A cell of a table, with the one at its left and the one above it. "" for none. */
  | { readonly kind: "cell"; readonly text: string; readonly left: string; readonly above: string }

/** A page that is made here, with checks of its own. */
export interface Paper {
  readonly name: string
  /** LaTeX is made by `pdflatex`, HTML is printed by the browser. */
  readonly source: { readonly latex: string } | { readonly html: string }
  /** Checks by their class. */
  readonly checks: Readonly<Record<string, ReadonlyArray<Check>>>
}

export const present = (...texts: ReadonlyArray<string>): ReadonlyArray<Check> =>
  texts.map((text) => ({ kind: "present", text }))

export const absent = (...texts: ReadonlyArray<string>): ReadonlyArray<Check> =>
  texts.map((text) => ({ kind: "absent", text }))

/** Signs of a formula in their order, whatever stands between them: spaces, braces, `_` and `^`. */
export const formulas = (...texts: ReadonlyArray<string>): ReadonlyArray<Check> =>
  texts.map((text) => ({ kind: "formula", text }))

/** Each text before the next one. */
export const inOrder = (...texts: ReadonlyArray<string>): ReadonlyArray<Check> =>
  texts.slice(1).map((second, index) => ({ kind: "order", first: texts[index] ?? "", second }))

export const cells = (
  ...rows: ReadonlyArray<readonly [text: string, left: string, above: string]>
): ReadonlyArray<Check> => rows.map(([text, left, above]) => ({ kind: "cell", text, left, above }))

const places = ["harbour", "quay", "lighthouse", "market", "mill", "ferry", "bridge", "cannery", "archive", "school"]
const acts = ["kept", "counted", "repaired", "described", "measured", "closed", "rebuilt", "visited", "sold", "painted"]

/** Sentences of prose with numbers of their own, so that each can be found again. */
export const prose = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const at = from + index
    return `In year ${1800 + at} the ${places[at % 10]} near the ${places[(at * 3 + 1) % 10]} was ${
      acts[(at * 7) % 10]
    } by people who had waited for ${at + 2} seasons.`
  }).join(" ")

/** The words of a sentence of this prose that no other has. */
export const sentence = (at: number): string => `In year ${1800 + at} the ${places[at % 10]}`
