import { Predicate } from "effect"

/**
 * The JSON object or array in the answer of a model, which may have a chain of thought in front of it, a fence of
 * markdown around it, or sentences. Undefined if there is none that is whole.
 */
export const findJson = (answer: string): object | undefined => {
  const thoughtAt = answer.lastIndexOf(thoughtEnd)
  const text = thoughtAt < 0 ? answer : answer.slice(thoughtAt + thoughtEnd.length)
  for (const part of [text, ...fencedIn(text), between(text, "{", "}"), between(text, "[", "]")]) {
    const found = objectIn(part)
    if (found !== undefined) return found
  }
  return undefined
}

const thoughtEnd = "</think>"
const maxFences = 10

/** Contents of the fences, the last one first: earlier ones may be a draft. */
const fencedIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/```[a-z]*\s([^`]*)```/gi)].map(([, inner = ""]) => inner).toReversed().slice(0, maxFences)

const between = (text: string, open: string, close: string): string =>
  text.slice(Math.max(0, text.indexOf(open)), text.lastIndexOf(close) + 1)

const objectIn = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return Predicate.isObjectOrArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
