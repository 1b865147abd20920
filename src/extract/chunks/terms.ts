/** Words in lower case without plural and verb endings of English, and pairs of characters of scripts without spaces. */
export const termsOf = (text: string): ReadonlyArray<string> =>
  isAscii(text)
    ? (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map(stem)
    : (text.normalize("NFKC").toLowerCase().match(words) ?? []).flatMap((word) =>
      unspaced.test(word) ? pairs(word) : [stem(word)]
    )

/** Faster than the classes of Unicode. */
const isAscii = (text: string): boolean => !/[^\0-\x7F]/.test(text)

/** A character of a script without spaces between words, or with endings on most of them (Korean). */
const unspacedCharacter = String
  .raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`

const words = new RegExp(String.raw`[${unspacedCharacter}ー]+|[[\p{L}\p{M}\p{N}]--${unspacedCharacter}]+`, "gv")

const unspaced = new RegExp(`^${unspacedCharacter}`, "v")

/** The first character of a script without spaces that has words here. */
const firstUnspaced = 0x0E00

/**
 * Whether a term of a query is one character of a script without spaces. It is found by the pairs that begin with it,
 * and by itself.
 */
export const isCharacter = (term: string): boolean =>
  term.length <= 2 && term.charCodeAt(0) >= firstUnspaced && (term.length === 1 || Array.from(term).length === 1)
  && unspaced.test(term)

/** Characters at the end of pairs that begin no other pair of these terms. */
export const lastCharacters = (terms: Iterable<string>): ReadonlyArray<string> => {
  const first = new Set<string>()
  const last = new Set<string>()
  for (const term of terms) {
    if (term.charCodeAt(0) < firstUnspaced) continue
    const [one = "", other] = Array.from(term)
    if (!unspaced.test(one)) continue
    first.add(one)
    if (other !== undefined) last.add(other)
  }
  return [...last].filter((character) => !first.has(character))
}

const pairs = (word: string): ReadonlyArray<string> => {
  const characters = Array.from(word)
  return characters.length === 1 ? characters : characters.slice(1).map((next, at) => `${characters[at]}${next}`)
}

const stem = (word: string): string => {
  if (word.length < 4 || !hasEnding.test(word)) return word
  return word.replace(/(?:ies|ied)$/, "y").replace(/(?<=...)(?:ing|ed|es|s)$/, "").replace(/(?<=...)e$/, "")
}

/** Most words have none of the endings. */
const hasEnding = /^[a-z]*(?:ie[sd]|ing|e[ds]?|s)$/

/** The terms of a text that an index has: without accents on letters, and without common English words. */
export const indexedTerms = (text: string): ReadonlyArray<string> =>
  termsOf(withoutAccents(text)).flatMap((term) =>
    commonTerms.has(term) ? [] : term.length > maxTerm ? term.slice(0, maxTerm) : term
  )

const withoutAccents = (text: string): string =>
  isAscii(text) ? text : text.normalize("NFKD").replace(/[\u0300-\u036F]+/g, "")

/** Characters of a term. Longer ones are keys and hashes, which differ in their first characters. */
const maxTerm = 32

/** They are in almost every page, and say nothing about its subject. */
const commonTerms = new Set(
  termsOf(
    "a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it " +
      "its may me might must my no not of on or our s she should so t than that the their them then there these they " +
      "this those to us was we were what when where which who whom why will with would you your"
  )
)

/** The terms of a text with their places. */
export function* placedTerms(
  text: string
): Generator<{ readonly term: string; readonly start: number; readonly end: number }> {
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!unspaced.test(word)) {
      const [term] = indexedTerms(word)
      if (term !== undefined) yield { term, start: index, end: index + word.length }
      continue
    }
    let before: { readonly character: string; readonly start: number } | undefined
    let start = index
    for (const character of word) {
      const end = start + character.length
      const [term] = before === undefined ? [] : indexedTerms(`${before.character}${character}`)
      if (before !== undefined && term !== undefined) yield { term, start: before.start, end }
      before = { character, start }
      start = end
    }
    if (before?.start === index) yield { term: word, start: index, end: start }
  }
}
