import { type Day, fromBuddhist, fromPersian, isPersianYear, persianMonthOf, withoutEra } from "./calendars.ts"
import { monthOf } from "./month-names.ts"

/** Date format of the country of the page. */
export interface DateStyle {
  /** True if 3/4/2024 is in March. */
  readonly monthFirst: boolean
  readonly language: string
}

const noStyle: DateStyle = { monthFirst: true, language: "" }

/** Reads a date in many languages as YYYY-MM-DD, or "". Dates after today everywhere on Earth are refused. */
export const isoDate = (text: string, now: number, style: DateStyle = noStyle): string => {
  if (text.length > maxLength || !mayBeDate(text) || text.startsWith(noDate)) return ""
  const value = withoutTime(withoutEra(withAsciiDigits(text.trim())))
  for (const read of [yearFirst, numeric, named, epoch]) {
    const day = read(value, style)
    if (day !== undefined) return plausible(day, now)
  }
  return ""
}

/** The first day that .NET knows. Its pages declare it where there is no date. */
const noDate = "0001-01-01"

/** Times that stand between the day and the year, or run into the year: `Jan 4 09:34 2021`, `28.09.1912:44`. */
const withoutTime = (text: string): string => text.includes(":") ? text.replace(timeInDate, "$1$3 $2") : text

const timeInDate =
  /(\p{L}{3,}\.? \d{1,2}),? \d{1,2}:\d{2}(?::\d{2})? ((?:19|20)\d\d)(?!\d)|(\d[./-]\d{1,2}[./-](?:20)?[0-3]\d)(?=\d{2}:\d{2})/u

const maxLength = 160
/** 3-May-24 */
const minDigits = 3

/** Whether a text has as many digits as the shortest date. Most lines of a page have fewer. */
export const mayBeDate = (text: string): boolean => {
  let digits = 0
  for (let at = 0; at < text.length && digits < minDigits; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= firstZero) return manyDigits.test(text)
    if (unit >= 0x30 && unit <= 0x39) digits++
  }
  return digits >= minDigits
}

const manyDigits = /\p{Nd}\P{Nd}*\p{Nd}\P{Nd}*\p{Nd}/u

/** Date reader with a cache for one page, because several sources contain the same lines. */
export const dateReader = (now: number, style?: DateStyle): (text: string) => string => {
  const known = new Map<string, string>()
  return (text) => {
    if (text.length > maxLength || !mayBeDate(text)) return ""
    const before = known.get(text)
    if (before !== undefined) return before
    const date = isoDate(text, now, style)
    known.set(text, date)
    return date
  }
}

const earliestYear = 1900
/** The time zone that is furthest ahead. */
const furthestAhead = 14 * 3_600_000

const plausible = (written: Day, now: number): string => {
  const [year, month, day] = isPersianYear(written[0]) ? fromPersian(written) : written
  const time = Date.UTC(fromBuddhist(year), month - 1, day)
  const exists = year >= earliestYear && month >= 1 && month <= 12 && day >= 1 && new Date(time).getUTCDate() === day
  return exists && time <= now + furthestAhead ? `${fromBuddhist(year)}-${twoDigits(month)}-${twoDigits(day)}` : ""
}

const twoDigits = (value: number): string => value < 10 ? `0${value}` : String(value)

/** The digit zero of each script with its own digits, and of full-width digits. */
const zeros = [
  0x660,
  0x6F0,
  0x966,
  0x9E6,
  0xA66,
  0xAE6,
  0xBE6,
  0xC66,
  0xCE6,
  0xD66,
  0xE50,
  0xED0,
  0x1040,
  0x17E0,
  0xFF10
]

const withAsciiDigits = (text: string): string =>
  hasOtherScript.test(text)
    ? text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
      const value = digit.charCodeAt(0) - (zeros.findLast((zero) => zero <= digit.charCodeAt(0)) ?? 0)
      return value < 10 ? String(value) : digit
    })
    : text

/** First digit beyond ASCII. */
const firstZero = 0x660
const hasOtherScript = /[\u0660-\uFFFF]/

const yearFirst = (value: string, { language }: DateStyle): Day | undefined => {
  const match = /(?:^|[^\d])(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})(?!\d)/.exec(value) ??
    /^(\d{4})(\d{2})(\d{2})(?:T|$|\d{6}$)/i.exec(value) ??
    (eastAsian.test(language) ? /(?:^|[^\d.:/-])(\d{2})([./-])(\d{1,2})\2(\d{1,2})(?![\d:])/.exec(value) : null)
  if (match === null) return undefined
  const [year = "", month, day] = match.slice(1).filter((part) => /\d/.test(part))
  return [fullYear(year), Number(month), Number(day)]
}

/** Dates that start with the year, in short forms too. */
const eastAsian = /^(?:ko|ja|zh)(?:-|$)/

/**
 * Reads a numeric date with the day first, as in most countries, unless that is not a date. With slashes the month is
 * first if the country writes it so.
 */
const numeric = (value: string, { monthFirst }: DateStyle): Day | undefined => {
  const match = /(?:^|[^\d.:/-])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?![\d:]|\.\d)/.exec(value)
  if (match === null) return undefined
  const [, first = "", separator, second = "", year = ""] = match
  const dayFirst = Number(first) > 12 || (Number(second) <= 12 && (separator !== "/" || !monthFirst))
  return dayFirst
    ? [fullYear(year), Number(second), Number(first)]
    : [fullYear(year), Number(first), Number(second)]
}

const dayMonthYear =
  /(\d{1,2})(?:st|nd|rd|th|er|re|º|ª|°|\.)?[\s\-/]*(?:de\s+|of\s+|d['’])?(\p{L}[\p{L}\p{M}]+)\.?[,،]?[\s\-/]*(?:del?\s+|of\s+)?(\d{4}|(?<=[-/.'’])\d{2}(?![\d:]))/gu
const monthDayYear = /(\p{L}[\p{L}\p{M}]+)\.?[\s\-/]*(\d{1,2})(?:st|nd|rd|th)?[,\s\-/]+(?:of\s+|at\s+)?(\d{4})/gu
const yearMonthDay = /(\d{4})[.,]?\s*(?:m\.|gada|\p{L}{1,3}\s)?\s*(\p{L}[\p{L}\p{M}]+)\.?\s*(\d{1,2})(?!\d)/gu
const latvian = /(\d{4})\.\s*gada\s+(\d{1,2})\.\s*(\p{L}+)/u
const vietnamese = /(\d{1,2})\s*tháng\s*(\d{1,2})[,\s]*(?:năm)?\s*(\d{4})/u

/** Thai short names of months have dots: พ.ค. for พฤษภาคม. */
const thaiDots = /(\p{Script=Thai}{1,3})\.(\p{Script=Thai})\./gu

const named = (value: string, { language }: DateStyle): Day | undefined => {
  if (!/\d{4}|[-/.'’]\d{2}/.test(value)) return undefined
  const lower = value.toLowerCase().normalize("NFC").replace(thaiDots, "$1$2")
  for (const [, day = "", name = "", year = ""] of lower.matchAll(dayMonthYear)) {
    const month = monthOf(name, language) ?? (isPersianYear(Number(year)) ? persianMonthOf(name) : undefined)
    if (month !== undefined) return [fullYear(year), month, Number(day)]
  }
  for (const [, name = "", day, year] of lower.matchAll(monthDayYear)) {
    const month = monthOf(name, language)
    if (month !== undefined) return [Number(year), month, Number(day)]
  }
  for (const [, year, name = "", day] of lower.matchAll(yearMonthDay)) {
    const month = monthOf(name, language)
    if (month !== undefined) return [Number(year), month, Number(day)]
  }
  const [, gada, at, inLatvian = ""] = latvian.exec(lower) ?? []
  const month = monthOf(inLatvian, "lv")
  if (month !== undefined) return [Number(gada), month, Number(at)]
  const numbered = vietnamese.exec(lower)
  return numbered === null ? undefined : [Number(numbered[3]), Number(numbered[2]), Number(numbered[1])]
}

const fullYear = (text: string): number => {
  const year = Number(text.replace(/\D/g, ""))
  return year < 100 ? 2000 + year : year
}

/** Seconds or milliseconds since 1970. A number with a leading zero is that of an article. */
const epoch = (value: string): Day | undefined => {
  if (!/^[1-9]\d{9}(?:\d{3})?$/.test(value)) return undefined
  const date = new Date(value.length === 13 ? Number(value) : Number(value) * 1000)
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
}
