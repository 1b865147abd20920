import {
  aloneFlag,
  codeUnits,
  commaFlag,
  commaShift,
  describeUnit,
  oddFlag,
  upperFlag,
  upperShift,
  wordFlag
} from "../../dom/fast/code-units.ts"
import { tokensOf } from "../../dom/fast/page-words.ts"
import { TextUnits } from "../../dom/fast/TextUnits.ts"
import { hashOf, hashStart, hashStep, type Vocabulary } from "../../dom/fast/Vocabulary.ts"

/** Counts in a text, also of words that the title and the description of the page have. */
export interface TextFacts {
  words: number
  titleWords: number
  descriptionWords: number
  /** Pairs of neighbouring words that are also neighbours in the declared texts. */
  pairs: number
  commas: number
  capitals: number
}

const textUnits = new TextUnits()

/** Reads a text in one pass. A text with characters beyond the basic plane is read with regular expressions. */
export const readText = (text: string, vocabulary: Vocabulary): TextFacts => {
  const facts: TextFacts = { words: 0, titleWords: 0, descriptionWords: 0, pairs: 0, commas: 0, capitals: 0 }
  // A unit of 0 follows the text and ends the last word.
  const units = textUnits.of(text)
  let capitals = 0
  let commas = 0
  let previous = 0
  let from = 0
  let hash = hashStart
  for (let at = 0; at <= text.length; at++) {
    const code = units[at] as number
    const unit = (codeUnits[code] as number) || describeUnit(code)
    capitals += (unit & upperFlag) >>> upperShift
    if ((unit & (wordFlag | aloneFlag | oddFlag)) === wordFlag) {
      hash = hashStep(hash, unit & 0xffff)
      continue
    }
    if ((unit & oddFlag) !== 0) return readOdd(text, vocabulary)
    commas += (unit & commaFlag) >>> commaShift
    const isAlone = (unit & aloneFlag) !== 0 && at === from
    if (isAlone || (unit & wordFlag) !== 0) {
      hash = hashStep(hash, unit & 0xffff)
      if (!isAlone) continue
    }
    const end = isAlone ? at + 1 : at
    if (end > from) previous = addWord(facts, vocabulary, vocabulary.find(hash), previous)
    hash = hashStart
    from = at + 1
    // A single-character word has ended the word before it. Read it again as a new word.
    if (!isAlone && (unit & aloneFlag) !== 0) from = at--
  }
  facts.capitals = capitals
  facts.commas = commas
  return facts
}

const addWord = (facts: TextFacts, vocabulary: Vocabulary, id: number, previous: number): number => {
  facts.words++
  if (id === 0) return 0
  if (vocabulary.isInTitle(id)) facts.titleWords++
  if (vocabulary.isInDescription(id)) facts.descriptionWords++
  if (previous !== 0 && vocabulary.isPair(previous, id)) facts.pairs++
  return id
}

const readOdd = (text: string, vocabulary: Vocabulary): TextFacts => {
  const facts: TextFacts = {
    words: 0,
    titleWords: 0,
    descriptionWords: 0,
    pairs: 0,
    commas: count(text, /[,;،、，]/g),
    capitals: count(text, /\p{Lu}/gu)
  }
  let previous = 0
  for (const word of tokensOf(text)) previous = addWord(facts, vocabulary, vocabulary.find(hashOf(word)), previous)
  return facts
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
