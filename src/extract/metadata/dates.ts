/** A date as YYYY-MM-DD from what pages write, or "". Never in the future of `now` (milliseconds since the epoch, plus a day for time zones). */
export const isoDate = (text: string, now: number): string => {
  const value = text.trim()
  if (value === "" || value.length > maxLength) return ""
  for (const read of [isoLike, numeric, monthNamed, epoch]) {
    const date = read(value)
    if (date !== undefined) return plausible(date, now) ? format(date) : ""
  }
  return ""
}

type Day = readonly [year: number, month: number, day: number]

const maxLength = 120
const dayMillis = 86_400_000
const earliestYear = 1900

const plausible = ([year, month, day]: Day, now: number): boolean => {
  const time = Date.UTC(year, month - 1, day)
  return year >= earliestYear && month >= 1 && month <= 12 && day >= 1 && new Date(time).getUTCDate() === day &&
    time <= now + dayMillis
}

const format = ([year, month, day]: Day): string =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`

const isoLike = (value: string): Day | undefined => {
  const match = /(?:^|[^\d])(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/.exec(value) ??
    /^(\d{4})(\d{2})(\d{2})(?:T|$)/.exec(value)
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])]
}

/** Day first as most of the world writes, unless that cannot be; with slashes and no such hint, month first as the web's majority. */
const numeric = (value: string): Day | undefined => {
  const match = /(?:^|[^\d])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(value)
  if (match === null) return undefined
  const [, a = "", separator, b = "", y = ""] = match
  const year = y.length === 2 ? 2000 + Number(y) : Number(y)
  const first = Number(a)
  const second = Number(b)
  const dayFirst = first > 12 || (second <= 12 && separator !== "/")
  return dayFirst ? [year, second, first] : [year, first, second]
}

const monthNamed = (value: string): Day | undefined => {
  const lower = value.toLowerCase().normalize("NFC")
  const day = /(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s*(?:de\s+|of\s+)?(\p{L}{3,})\.?,?\s*(?:de[l]?\s+)?(\d{4})/u.exec(
    lower
  )
  if (day !== null) {
    const month = monthOf(day[2] ?? "")
    if (month !== undefined) return [Number(day[3]), month, Number(day[1])]
  }
  const monthFirst = /(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/u.exec(lower)
  if (monthFirst === null) return undefined
  const month = monthOf(monthFirst[1] ?? "")
  return month === undefined ? undefined : [Number(monthFirst[3]), month, Number(monthFirst[2])]
}

const epoch = (value: string): Day | undefined => {
  if (!/^\d{10}(?:\d{3})?$/.test(value)) return undefined
  const date = new Date(value.length === 13 ? Number(value) : Number(value) * 1000)
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
}

/** The first letters by which a month is told in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Swedish, Turkish. */
const months: ReadonlyArray<RegExp> = [
  /^(?:jan|jän|ene|gen|sty|янв|oca|ocak)/,
  /^(?:feb|fév|fev|fév|lut|фев|şub)/,
  /^(?:mar(?!t$)|mär|märz|mrt|maa|мар|mart$)/,
  /^(?:apr|avr|abr|kwi|апр|nis)/,
  /^(?:may|mai$|maj|mei|mag|maio|май|мая|mayı)/,
  /^(?:jun|juin|giu|cze|июн|haz)/,
  /^(?:jul|juil|lug|lip|июл|tem)/,
  /^(?:aug|aoû|aou|ago|sie|авг|ağu)/,
  /^(?:sep|set|wrz|сен|eyl)/,
  /^(?:oct|okt|ott|out|paź|окт|eki)/,
  /^(?:nov|lis|ноя|kas)/,
  /^(?:dec|dez|déc|dic|gru|дек|ara)/
]

const monthOf = (name: string): number | undefined => {
  const index = months.findIndex((pattern) => pattern.test(name))
  return index < 0 ? undefined : index + 1
}
