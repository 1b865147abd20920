import { boilerplateWords } from "../rules/hints.ts"
import { PhraseSet } from "./PhraseSet.ts"

/** Whether a line has words of boilerplate. */
export const saysBoilerplate = (text: string): boolean => phrases.isIn(text)

const phrases = new PhraseSet(boilerplateWords)
