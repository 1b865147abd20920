import { monthOf } from "./month-names.ts"

/** A date as YYYY-MM-DD from what pages write in many languages, or "". Never later than today anywhere on Earth. */
export const isoDate = (text: string, now: number, monthFirst = true): string => {
  const value = withAsciiDigits(text.trim())
  if (value.length > maxLength || !/\d/.test(value)) return ""
  for (const read of [yearFirst, numeric, named, epoch]) {
    const day = read(value, monthFirst)
    if (day !== undefined) return plausible(day, now)
  }
  return ""
}

type Day = readonly [year: number, month: number, day: number]

const maxLength = 160
const earliestYear = 1900
/** The time zone that is furthest ahead. */
const furthestAhead = 14 * 3_600_000
/** Thailand counts from the Buddha's death. */
const buddhistOffset = 543

const plausible = ([written, month, day]: Day, now: number): string => {
  const year = written > 2400 && written < 2700 ? written - buddhistOffset : written
  const time = Date.UTC(year, month - 1, day)
  const exists = year >= earliestYear && month >= 1 && month <= 12 && day >= 1 && new Date(time).getUTCDate() === day
  return exists && time <= now + furthestAhead ? new Date(time).toISOString().slice(0, "YYYY-MM-DD".length) : ""
}

/** The first code points of the decimal digits of Arabic, Persian, Devanagari, Bengali, Thai, and the full-width ones. */
const zeros = [0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0xFF10]

const withAsciiDigits = (text: string): string =>
  text.replace(
    /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59\uFF10-\uFF19]/g,
    (digit) => String(digit.charCodeAt(0) - (zeros.findLast((zero) => zero <= digit.charCodeAt(0)) ?? 0))
  )

const yearFirst = (value: string): Day | undefined => {
  const match = /(?:^|[^\d])(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})(?!\d)/.exec(value) ??
    /^(\d{4})(\d{2})(\d{2})(?:T|$|\d{6}$)/i.exec(value)
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])]
}

/** Day first as most of the world writes, unless that cannot be; with slashes month first where the page's country writes so. */
const numeric = (value: string, monthFirst: boolean): Day | undefined => {
  const match = /(?:^|[^\d.:/-])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?![\d:]|\.\d)/.exec(value)
  if (match === null) return undefined
  const [, first = "", separator, second = "", year = ""] = match
  const dayFirst = Number(first) > 12 || (Number(second) <= 12 && (separator !== "/" || !monthFirst))
  return dayFirst
    ? [fullYear(year), Number(second), Number(first)]
    : [fullYear(year), Number(first), Number(second)]
}

const dayMonthYear =
  /(\d{1,2})(?:st|nd|rd|th|er|re|º|ª|°|\.)?[\s\-/]*(?:de\s+|of\s+|d['’])?(\p{L}[\p{L}\p{M}]+)\.?,?[\s\-/]*(?:del?\s+|of\s+)?(\d{4}|(?<=[-/.'’])\d{2}(?![\d:]))/gu
const monthDayYear = /(\p{L}[\p{L}\p{M}]+)\.?[\s\-/]*(\d{1,2})(?:st|nd|rd|th)?[,\s\-/]+(?:of\s+|at\s+)?(\d{4})/gu
const yearMonthDay = /(\d{4})[.,]?\s*(?:m\.|gada|\p{L}{1,3}\s)?\s*(\p{L}[\p{L}\p{M}]+)\.?\s*(\d{1,2})(?!\d)/gu
const vietnamese = /(\d{1,2})\s*tháng\s*(\d{1,2})[,\s]*(?:năm)?\s*(\d{4})/u

const named = (value: string): Day | undefined => {
  const lower = value.toLowerCase().normalize("NFC")
  for (const [, day = "", name = "", year = ""] of lower.matchAll(dayMonthYear)) {
    const month = monthOf(name)
    if (month !== undefined) return [fullYear(year), month, Number(day)]
  }
  for (const [, name = "", day, year] of lower.matchAll(monthDayYear)) {
    const month = monthOf(name)
    if (month !== undefined) return [Number(year), month, Number(day)]
  }
  for (const [, year, name = "", day] of lower.matchAll(yearMonthDay)) {
    const month = monthOf(name)
    if (month !== undefined) return [Number(year), month, Number(day)]
  }
  const numbered = vietnamese.exec(lower)
  return numbered === null ? undefined : [Number(numbered[3]), Number(numbered[2]), Number(numbered[1])]
}

const fullYear = (text: string): number => {
  const year = Number(text.replace(/\D/g, ""))
  return year < 100 ? 2000 + year : year
}

const epoch = (value: string): Day | undefined => {
  if (!/^\d{10}(?:\d{3})?$/.test(value)) return undefined
  const date = new Date(value.length === 13 ? Number(value) : Number(value) * 1000)
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
}
