/**
 * An HTTP-date (RFC 9110 section 5.6.7) in milliseconds since the epoch, or undefined. `Date.parse` would accept other
 * dates too. Case does not matter (RFC 9111 section 4.2). `now` decides the century of an RFC 850 date.
 */
export const parseHttpDate = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined || value.length > maxDateLength) return undefined
  const fields = (imfFixdate.exec(value) ?? rfc850.exec(value) ?? asctime.exec(value))?.groups
  if (fields === undefined) return undefined
  const { day, hour, minute, month, second, shortYear, year } = fields
  const given: CalendarTime = {
    month: months.indexOf((month ?? "").toLowerCase()),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second)
  }
  return year !== undefined
    ? timeOf(Number(year), given)
    : inNearestCentury(Number(shortYear), given, now)
}

interface CalendarTime {
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

const monthName = `(?<month>${months.join("|")})`
const timeOfDay = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})"
const dayName = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
const longDayName = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"

const imfFixdate = new RegExp(`^${dayName}, (?<day>[0-9]{2}) ${monthName} (?<year>[0-9]{4}) ${timeOfDay} GMT$`, "i")
const rfc850 = new RegExp(
  `^${longDayName}, (?<day>[0-9]{2})-${monthName}-(?<shortYear>[0-9]{2}) ${timeOfDay} GMT$`,
  "i"
)
const asctime = new RegExp(`^${dayName} ${monthName} (?<day>[0-9]{2}| [0-9]) ${timeOfDay} (?<year>[0-9]{4})$`, "i")

/** The longest form has 33 characters. */
const maxDateLength = 40

const timeOf = (year: number, { day, hour, minute, month, second }: CalendarTime): number | undefined => {
  // 60 is a leap second.
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month, day)
  // February 30 becomes March 2 here.
  if (midnight.getUTCDate() !== day || midnight.getUTCMonth() !== month) return undefined
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000
}

/** A two-digit year that would be more than 50 years ahead means the last year in the past with these digits. */
const inNearestCentury = (shortYear: number, given: CalendarTime, now: number): number | undefined => {
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - thisYear % 100 + shortYear
  return timeOf(year > thisYear + 50 ? year - 100 : year, given)
}
