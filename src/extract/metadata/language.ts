import { Effect } from "effect"
import type { franc } from "franc"
import { LRUCache } from "lru-cache"
import type { PageContent, ParsedPage } from "../Page.ts"
import type { FactSources } from "./FactSources.ts"
import { beyondAscii } from "./letters-and-digits.ts"

let library: { readonly franc: typeof franc } | undefined

/** Loads the trigrams of all languages, which few pages need and which take longer to load than all other modules. */
const loadTrigrams: Effect.Effect<void> = Effect.promise(async () => {
  library ??= await import("franc")
})

/** Loads what `languageOf` needs for a page: nothing for one that is in the language of its `lang`, or plain English. */
export const languageLoaded = ({ html, known }: ParsedPage, { text }: PageContent): Effect.Effect<void> => {
  if (library !== undefined || known.language !== undefined) return Effect.void
  const sampled = text.slice(0, sample)
  const isCertain = isFitting(sampled, canonicalOf(langOf(html))) || isTooShort(sampled) || isPlainEnglish(sampled)
  return isCertain ? Effect.void : loadTrigrams
}

/**
 * The declared language (html lang, meta, header) if the script of the text fits it, else the language guessed from
 * the text.
 */
export const languageOf = ({ content, meta, page }: FactSources): string => {
  const declared = [
    langOf(page.html),
    meta.first("content-language", "og:locale", "language", "dc.language"),
    page.input.headers["content-language"] ?? ""
  ]
  const text = content.text.slice(0, sample)
  for (const value of declared) {
    const language = canonicalOf(value)
    if (isFitting(text, language)) return language
  }
  if (isTooShort(text)) return ""
  if (isPlainEnglish(text)) return "en"
  const code = library?.franc(text, { minLength: 10, only: written }) ?? "und"
  // CLDR's aliases give the usual code for an ISO 639-3 code: zh for cmn.
  return code === "und" ? "" : Intl.getCanonicalLocales(code)[0] ?? code
}

const langOf = ({ html }: ParsedPage["html"]): string => html.attr("lang") ?? html.attr("xml:lang") ?? ""

/** The first tag of a declaration in its canonical form, or empty. */
const canonicalOf = (declared: string): string => {
  const tag = declared.split(",")[0]?.trim().replaceAll("_", "-") ?? ""
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) && !/^(?:und|mul|zxx)(?:-|$)/i.test(tag) ? canonical(tag) : ""
}

const isFitting = (text: string, language: string): boolean => language !== "" && isOfLanguage(text, language)

const isTooShort = (text: string): boolean => text.length < (/\p{Script=Latin}/u.test(text) ? minLength : minElse)

/** Languages to choose from, as ISO 639-3 codes. With more candidates, English is often taken for Scots. */
const written =
  ("eng deu fra ita spa por nld swe nob dan fin pol ces slk slv hun ron ell rus ukr bul srp hrv bos mkd tur arb fas pes heb jpn " +
    "cmn kor tha vie ind zlm hin ben lit lav lvs est ekk kat hye azj kaz bel cat glg eus als afr swh tgl isl urd tam tel " +
    "mar guj kan mal pan amh khm lao mya sin nep npi uzn khk cym gle ydd").split(" ")

const minLength = 80
/** Min length in other scripts. Most of them belong to few languages. */
const minElse = 20
const sample = 2000

/**
 * Templates declare `en` for pages in any language. A text with hardly any Latin letters, or without short English
 * words, is not English.
 */
const isOfLanguage = (sampled: string, tag: string): boolean => {
  const text = sampled.slice(0, scriptSample)
  const isAscii = !beyondAscii.test(text)
  const letters = isAscii ? text.replace(/[^A-Za-z]+/g, "").length : text.replace(/\P{L}+/gu, "").length
  if (letters > enoughLetters && /^en(?:-|$)/i.test(tag) && !smallWords.test(text)) return false
  const isLatin = isAscii ? letters > 0 : text.replace(/\P{Script=Latin}+/gu, "").length > letters * minLatin
  return isLatin || letters < minElse || !isLatinLanguage(tag.split("-", 1)[0] ?? "")
}

/** Whether the short words of a text are clearly English. */
const isPlainEnglish = (text: string): boolean => {
  if (text.length < plainSample) return false
  const small = text.match(englishWords)?.length ?? 0
  return small * farApart >= text.length && (text.match(/[^\0-\x7F]/g)?.length ?? 0) * fewForeign <= text.length
}

/** Words that are frequent only in English. */
const englishWords = /\b(?:the|and|with|that|this|are|you|your|from)\b/gi
const plainSample = 300
/** Max distance of these words. English has one in some 40 characters. */
const farApart = 100
const fewForeign = 10

const smallWords = /\b(?:the|and|of|is|with|for|your?|it|this)\b/i
const enoughLetters = 250
const minLatin = 0.2
const scriptSample = 500

/** Caches by tag: pages declare few different tags, and Intl takes as long for one as some stages for a page. */
const remembered = <A>(read: (tag: string) => A): (tag: string) => A => {
  const known = new LRUCache<string, { readonly value: A }>({ max: 1000 })
  return (tag) => {
    const before = known.get(tag)
    if (before !== undefined) return before.value
    const value = read(tag)
    if (tag.length <= maxTagLength) known.set(tag, { value })
    return value
  }
}

/** Max length of a cached tag. V8 makes a longer text a slice of the page, which would then stay in memory. */
const maxTagLength = 12

/** A BCP 47 tag in its usual case, without aliases: en-GB, zh-Hant, he for iw. "" if it is not a language tag. */
const canonical = remembered((tag) => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? ""
  } catch {
    return ""
  }
})

/** Whether a language, by its first subtag, is mostly written in Latin letters. */
const isLatinLanguage = remembered((language) => new Intl.Locale(language).maximize().script === "Latn")
