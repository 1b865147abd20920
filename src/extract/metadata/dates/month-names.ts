import { ownText } from "../../../core/kernel/own-text.ts"
import namesByLanguage from "../../rules/month-names.json" with { type: "json" }

/**
 * The number of a month by its long or short name, in the language of the page or in any other. The Hebrew "in" may
 * stand before it.
 */
export const monthOf = (name: string, language = ""): number | undefined => {
  const written = name.toLowerCase().normalize("NFC").replace(/\.$|^ב/g, "")
  return own(language.split("-")[0] ?? "")?.get(written) ?? all().get(written)
}

type Months = ReadonlyMap<string, number>

const tables = new Map<string, Months | undefined>()

const own = (language: string): Months | undefined => {
  if (tables.has(language)) return tables.get(language)
  const names = Object.entries(namesByLanguage).find(([name]) => name === language)?.[1]
  const table = names === undefined ? undefined : new Map(numbered(names))
  if (tables.size < maxTables) tables.set(ownText(language), table)
  return table
}

/** Max cached languages, more than the table has. Pages may declare any number. */
const maxTables = 200

/** Names in all languages. If two languages use a name for different months, the first one wins. */
const all = (): Months =>
  everywhere ??= new Map(
    Object.entries(namesByLanguage).reverse().flatMap(([language, names]) =>
      numbered(names).filter(([name]) => isDistinctive(name, language))
    )
  )

let everywhere: Months | undefined

const numbered = (names: string): ReadonlyArray<readonly [name: string, month: number]> =>
  names.split(", ").flatMap((spellings, index) => spellings.split(" ").map((name) => [name, index + 1] as const))

/** Short Latin words are months in one language and other words in many: `pro`, `set`, `tra`. */
const isDistinctive = (name: string, language: string): boolean =>
  name.length > 3 || wellKnown.has(language) || !/\p{Script=Latin}/u.test(name)

const wellKnown: ReadonlySet<string> = new Set("en de fr es it pt nl sv da nb".split(" "))
