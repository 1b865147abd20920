import { latinTables, type LetterTable, otherTables, wideTables } from "./letters.ts"

/**
 * The most likely encoding of bytes that declare none and are not UTF-8, as browsers guess it: the text in each
 * candidate is compared with the frequencies of letters in the languages written in it. `domain` is the
 * host's top-level one.
 */
export const guessCharset = (body: Uint8Array, domain: string): string => {
  const bytes = sampleOf(body)
  const language = languageOf(body)
  let best: string = usual
  let most = Number.NEGATIVE_INFINITY
  const texts = new Map<string, string>()
  for (const model of models()) {
    const home = model.domains.has(domain) || language === model.language ? atHome : 0
    for (const encoding of model.encodings) {
      const text = texts.get(encoding) ?? new TextDecoder(encoding).decode(bytes)
      texts.set(encoding, text)
      const score = home + (encoding === usual ? morePages : 0) + likelihood(text, model)
      if (score <= most) continue
      most = score
      best = encoding
    }
  }
  return best
}

/** Default of browsers. It also wins where a few letters could be of many languages. */
const usual = "windows-1252"
const morePages = 5

/** How much likelier, as a logarithm, a language is in its own country, or where the page names it. */
const atHome = 8

/** Enough bytes for a reliable guess. */
const sampleLength = 8000
/** Bytes of ASCII that are sampled around others: a character's second byte may be one of them. */
const gap = 6

/** The bytes beyond ASCII and what stands beside them; a line break wherever something is left out. */
const sampleOf = (body: Uint8Array): Uint8Array => {
  const sample: Array<number> = []
  let copied = 0
  for (let at = 0, keepTo = -1; at < body.length && sample.length < sampleLength; at++) {
    const isBeyond = (body[at] as number) >= 0x80
    if (!isBeyond && at > keepTo) continue
    const from = isBeyond ? Math.max(copied, at - gap) : at
    if (from > copied) sample.push(lineBreak)
    for (let next = from; next <= at; next++) sample.push(body[next] as number)
    copied = at + 1
    if (isBeyond) keepTo = at + gap
  }
  return Uint8Array.from(sample)
}

const lineBreak = 0x0A

const languageOf = (body: Uint8Array): string => {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, headLength)).toString("latin1")
  return /<html[^>]{0,400}?\slang\s*=\s*["']?([a-z]{2})\b/i.exec(head)?.[1]?.toLowerCase() ?? ""
}

const headLength = 4096

interface Model {
  readonly language: string
  readonly domains: ReadonlySet<string>
  readonly encodings: ReadonlyArray<string>
  readonly script: Script
  readonly letters: ReadonlyMap<number, number>
}

type Script = "latin" | "other" | "wide"

const models = (): ReadonlyArray<Model> =>
  known ??= [
    ...latinTables.map((table) => modelOf(table, "latin", 0.72)),
    ...otherTables.map((table) => modelOf(table, "other", 0.9)),
    ...wideTables.map((table) => modelOf(table, "wide", 0.994))
  ]

let known: ReadonlyArray<Model> | undefined

/** Each letter is rarer by `ratio` than the one before it. */
const modelOf = ({ domains, encodings, language, letters }: LetterTable, script: Script, ratio: number): Model => {
  const all = [...new Set(letters)]
  const total = all.reduce((sum, _, rank) => sum + ratio ** rank, 0)
  return {
    language,
    domains: new Set([language, ...domains.split(" ").filter((domain) => domain !== "")]),
    encodings,
    script,
    letters: new Map(
      all.map((letter, rank) => [letter.codePointAt(0) ?? 0, Math.log(listed * ratio ** rank / total)])
    )
  }
}

/** The share of a text that the letters of a table make up. */
const listed = 0.8

const likelihood = (text: string, { language, letters, script }: Model): number => {
  let sum = 0
  let before = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0x80) {
      sum += letters.get(code) ?? unlisted(code, character, letters, script, language)
      if (before > 0) sum += afterLetter(before, code, script)
    } else if (script !== "latin" && before >= 0x80 && isAsciiLetter(code)) sum += mixed
    before = isAsciiLetter(code) || isLetter(code) ? code : 0
  }
  return sum
}

/** Score of control characters and of U+FFFD. */
const unreadable = -14
const foreign = -9
const mixed = -4

const unlisted = (
  code: number,
  character: string,
  letters: ReadonlyMap<number, number>,
  script: Script,
  language: string
): number => {
  if (code === 0xFFFD || code < 0xA0) return unreadable
  if (isPunctuation(code)) return punctuation
  if (script === "wide") return wideLetter(code, language)
  // A capital is as its small letter and rarer.
  const small = letters.get(character.toLowerCase().codePointAt(0) ?? 0)
  if (small !== undefined) return small + capital
  return isLetter(code) ? foreign : symbol
}

const punctuation = -3.5
const capital = -3
const symbol = -7

/** Characters of the script beyond those of the table: the share that is left to them, by how many they are. */
const wideLetter = (code: number, language: string): number => {
  if (code >= 0x3000 && code <= 0x303F || code >= 0xFF01 && code <= 0xFF5E) return -6
  const isKana = code >= 0x3041 && code <= 0x30FE
  const isHangul = code >= 0xAC00 && code <= 0xD7A3
  const isHan = code >= 0x4E00 && code <= 0x9FA5
  if (isKana) return language === "ja" ? -7 : -16
  if (isHangul) return language === "ko" ? -9 : -16
  if (isHan) return language === "ko" ? -13 : -10.5
  return -14
}

const isAsciiLetter = (code: number): boolean => code >= 0x41 && code <= 0x5A || code >= 0x61 && code <= 0x7A

const isLetter = (code: number): boolean => code >= 0xC0 && code !== 0xD7 && code !== 0xF7 && !isPunctuation(code)

/** Quotes, dashes and signs that any language may use. */
const isPunctuation = (code: number): boolean =>
  code >= 0x2010 && code <= 0x203A || code === 0xA0 || code === 0xAB || code === 0xBB || code === 0xA9 ||
  code === 0xAE || code === 0xB7 || code === 0xB0 || code === 0xA7 || code === 0x20AC || code === 0x2122 ||
  code === 0x2116 || code === 0xB4

/**
 * Case does not rise within a word; letters beyond ASCII seldom stand side by side in Latin script, and never alone in
 * others.
 */
const afterLetter = (before: number, code: number, script: Script): number => {
  if (!isLetter(code)) return 0
  let sum = 0
  if (isUpper(code) && !isUpper(before)) sum -= 5
  if (script === "latin") return before >= 0x80 ? sum - 1.5 : sum
  return before < 0x80 ? sum + mixed : sum
}

const isUpper = (code: number): boolean => {
  if (code < 0x80) return code <= 0x5A
  const character = String.fromCodePoint(code)
  return character !== character.toLowerCase()
}
