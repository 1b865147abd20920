import { PhraseSet } from "../../dom/fast/PhraseSet.ts"
import { boilerplateWords } from "../../rules/hints.ts"

/** Whether a line has words of boilerplate. */
export const hasBoilerplate = (text: string): boolean => phrases.bitsIn(text) !== 0

const phrases = new PhraseSet(boilerplateWords)
