import { Schema, SchemaTransformation } from "effect"
import { maxEntries } from "../schema/max-entries.ts"

const maxLanguages = 5

export const Language = Schema.String.check(
  Schema.isMaxLength(100),
  Schema.makeFilter((tag: string) =>
    isLanguageTag(tag) ? undefined : `${JSON.stringify(tag)} is not a BCP 47 language tag, such as de or pt-BR`
  )
)

/** Language tags (BCP 47), the preferred one first. */
export const Languages = Schema.Array(Language).annotate({
  message: "must be a list of language tags, such as [\"de\", \"en\"]"
}).check(Schema.isNonEmpty(), maxEntries(maxLanguages))

/** As a caller may write them: one tag for a list of one. */
export const OneOrMoreLanguages = Schema.Union([Language, Languages]).annotate({
  message: "must be a language tag, such as de, or a list of them"
}).pipe(
  Schema.decodeTo(
    Schema.toType(Languages),
    SchemaTransformation.transform({
      decode: (given) => typeof given === "string" ? [given] : given,
      encode: (tags) => tags
    })
  )
)

/** In canonical form, without duplicates. */
export const canonicalLanguages = (tags: ReadonlyArray<string>): ReadonlyArray<string> =>
  Intl.getCanonicalLocales([...tags])

/** The value of Accept-Language, as a browser with these languages sends it. */
export const acceptLanguage = (tags: ReadonlyArray<string>): string =>
  canonicalLanguages(tags).map((tag, index) => index === 0 ? tag : `${tag};q=${1 - index / 10}`).join(",")

/** The syntax allows languages of five to eight letters, and none is registered: such a word is the name of one. */
const isLanguageTag = (tag: string): boolean => {
  try {
    return new Intl.Locale(tag).language.length <= 3
  } catch {
    return false
  }
}
