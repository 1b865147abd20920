/**
 * Converts the text of a `sup` or `sub` to Unicode's superscript and subscript characters. Undefined if a character has
 * none.
 */
export const scriptText = (text: string, tag: "sub" | "sup"): string | undefined => {
  const table = tag === "sup" ? raised : lowered
  const written = [...text].map((char) => table.get(char))
  return text.length > 0 && text.length <= maxLength && written.every((char) => char !== undefined)
    ? written.join("")
    : undefined
}

/** Longer text is not an exponent. */
const maxLength = 12

const pairs = (plain: string, other: string) =>
  new Map([...plain].map((char, index) => [char, [...other][index] ?? char]))

const raised = pairs("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
const lowered = pairs("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
