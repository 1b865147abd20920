/** A day as written, in the Gregorian calendar unless noted. */
export type Day = readonly [year: number, month: number, day: number]

const dayMillis = 86_400_000
/** The first day of 1403. */
const anchor = { year: 1403, time: Date.UTC(2024, 2, 20) }

/** A day of the Solar Hijri calendar of Iran. Leap years follow a cycle of 33 years, which is exact enough here. */
export const fromPersian = ([year, month, day]: Day): Day => {
  const leapDays = leapDaysBefore(year) - leapDaysBefore(anchor.year)
  const inYear = (month <= 7 ? 31 * (month - 1) : 30 * (month - 1) + 6) + day - 1
  const date = new Date(anchor.time + ((year - anchor.year) * 365 + leapDays + inYear) * dayMillis)
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
}

const leapDaysBefore = (year: number): number => Math.floor((8 * year + 21) / 33)

/** Years that are in use in no other calendar on the web. */
export const isPersianYear = (year: number): boolean => year >= 1375 && year < 1410

const persianMonths: ReadonlyArray<string> = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split(
  " "
)

export const persianMonthOf = (name: string): number | undefined => {
  // Arabic keyboards have another letter for the last one of Tir and Dey.
  const index = persianMonths.indexOf(name.replace(/ي/g, "ی"))
  return index < 0 ? undefined : index + 1
}

const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988 }

/** 令和6年 is 2024年. */
export const withoutEra = (text: string): string =>
  text.replace(
    /(令和|平成)\s?(\d{1,2}|元)\s?年/g,
    (_, era: string, year: string) => `${(eras[era] ?? 0) + (year === "元" ? 1 : Number(year))}年`
  )

/** Thailand uses the Buddhist calendar. */
export const fromBuddhist = (year: number): number => year > 2400 && year < 2700 ? year - 543 : year
