import { codeSigns } from "../../rules/code-guess.ts"

/** Guesses the language of code without a declared one. "" unless nearly certain. */
export const guessLanguage = (code: string): string => {
  if (code.length < minLength) return ""
  if (isJson(code)) return "json"
  const start = code.slice(0, maxRead)
  return codeSigns.find(([, signs]) => signs.every((sign) => sign.test(start)))?.[0] ?? ""
}

const minLength = 8
const maxRead = 2000
const maxJsonLength = 20_000

/** Objects and lists with names. A list of numbers is an output in any language. */
const isJson = (code: string): boolean => {
  if (!/^\s*[{[]/.test(code) || !code.includes("\":") || code.length > maxJsonLength) return false
  try {
    return typeof JSON.parse(code) === "object"
  } catch {
    return false
  }
}
