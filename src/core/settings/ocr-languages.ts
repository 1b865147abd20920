import { Result } from "effect"
import { parsed } from "./kinds.ts"

/** Names of Tesseract's languages: `eng+deu`, `chi_sim`. */
export const ocrLanguages = parsed<ReadonlyArray<string>>((raw) => {
  const names = raw.split("+").map((name) => name.trim())
  const wrong = names.find((name) => !/^[a-z]{3}(?:_[a-z]+)*$/i.test(name))
  return wrong === undefined
    ? Result.succeed([...new Set(names)])
    : Result.fail(`${JSON.stringify(wrong)} is not a language of Tesseract, such as eng or chi_sim`)
}, (names) => names.join("+"))
