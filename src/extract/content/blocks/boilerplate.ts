import { boilerplateWords } from "../../rules/hints.ts"

/** Whether a line has words of boilerplate. */
export const hasBoilerplate = (text: string): boolean => phrases.test(text)

const phrases = new RegExp(boilerplateWords.join("|"), "i")
