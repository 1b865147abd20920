import { PhraseSet } from "../../fast/PhraseSet.ts"
import { boilerplateWords } from "../../rules/hints.ts"

/** Whether a line has words of boilerplate. */
export const saysBoilerplate = (text: string): boolean => phrases.isIn(text)

const phrases = new PhraseSet(boilerplateWords)
