import type { Schedule } from "../../../contract/client/index.ts"
import { count, plural } from "../ui/format.ts"

/** Times of a schedule as a sentence begins: `Every day at 06:30`. A pattern that is too special stays a pattern. */
export const timesInWords = ({ cron, every_seconds }: Pick<Schedule, "cron" | "every_seconds">): string => {
  if (every_seconds !== null) return `Every ${span(every_seconds)}, spread up to ${span(every_seconds * spread)}`
  const words = cronInWords(macros[cron ?? ""] ?? cron ?? "") ?? `At the times of ${cron}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same, with the time zone if it matters. */
export const timesWithZone = (schedule: Pick<Schedule, "cron" | "every_seconds" | "timezone">): string =>
  `${timesInWords(schedule)}${schedule.cron === null ? "" : `, ${schedule.timezone}`}`

/** Share of an interval by which each of its times may be later. */
const spread = 0.1

/** `24 h`, `2 h 24 min`. Days only from two on: `every day` would promise a time of day. */
const span = (seconds: number): string => {
  const whole = Math.round(seconds)
  if (whole >= 2 * day && whole % day === 0) return plural(whole / day, "day")
  const parts = [[Math.floor(whole / 3600), "h"], [Math.floor(whole / 60) % 60, "min"], [whole % 60, "s"]] as const
  return parts.filter(([value]) => value > 0).map(([value, unit]) => `${count(value)} ${unit}`).join(" ") || "0 s"
}

const day = 86_400

const units = [["day", day], ["hour", 3600], ["minute", 60], ["second", 1]] as const

const interval = (seconds: number): string => {
  const [name, length] = units.find(([, length]) => seconds % length === 0) ?? ["second", 1]
  return seconds === length ? name : plural(seconds / length, name)
}

const macros: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *"
}

const list = new Intl.ListFormat("en-GB")
/** More times of one day than these are shown as the pattern. */
const maxTimes = 6

const cronInWords = (pattern: string): string | undefined => {
  const [minute, hour, day, month, weekday, ...rest] = pattern.trim().split(/\s+/)
  if (weekday === undefined || rest.length > 0) return undefined
  const [minutes, hours] = [read(minute, 0, 59), read(hour, 0, 23)]
  const on = daysInWords(read(day, 1, 31), read(weekday, 0, 7, days))
  const within = monthsInWords(read(month, 1, 12, months))
  const often = frequency(minutes, hours)
  if (often !== undefined && on !== undefined && within !== undefined) {
    return `${often}${on === "every day" ? "" : `, ${on}`}${within}`
  }
  const at = clockTimes(minutes, hours)
  return at === undefined || on === undefined || within === undefined ? undefined : `${on} at ${at}${within}`
}

/** A field of a pattern: the numbers it lists, a step over all, or all. */
type CronField = ReadonlyArray<number> | { readonly step: number } | "all" | undefined

const isList = (part: CronField): part is ReadonlyArray<number> => Array.isArray(part)

const read = (field: string | undefined, min: number, max: number, names: ReadonlyArray<string> = []): CronField => {
  if (field === undefined) return undefined
  if (field === "*" || field === "?") return "all"
  const step = /^\*\/(\d+)$/.exec(field)?.[1]
  if (step !== undefined) return { step: Number(step) }
  const numbers = field.split(",").flatMap((item) => {
    const [from = Number.NaN, to = from, ...rest] = item.split("-").map((text) => numberOf(text, names))
    return rest.length > 0 || !(min <= from && from <= to && to <= max)
      ? [Number.NaN]
      : Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
  return numbers.some(Number.isNaN) ? undefined : [...new Set(numbers)]
}

const numberOf = (text: string, names: ReadonlyArray<string>): number => {
  if (/^\d+$/.test(text)) return Number(text)
  const at = text.length === 3 ? names.findIndex((name) => name.toLowerCase().startsWith(text.toLowerCase())) : -1
  return at < 0 ? Number.NaN : at
}

const frequency = (minute: CronField, hour: CronField): string | undefined => {
  if (minute === "all" && hour === "all") return "every minute"
  if (typeof minute === "object" && "step" in minute) {
    return hour === "all" && 60 % minute.step === 0 ? `every ${interval(minute.step * 60)}` : undefined
  }
  if (!isList(minute) || minute.length !== 1) return undefined
  const past = minute[0] === 0 ? "" : ` at minute ${minute[0]}`
  if (hour === "all") return `every hour${past}`
  const isEven = typeof hour === "object" && "step" in hour && 24 % hour.step === 0
  return isEven ? `every ${interval(hour.step * 3600)}${past}` : undefined
}

const two = (value: number): string => String(value).padStart(2, "0")

const clockTimes = (minute: CronField, hour: CronField): string | undefined => {
  if (!isList(minute) || !isList(hour) || minute.length * hour.length > maxTimes) return undefined
  return list.format(hour.flatMap((hour) => minute.map((minute) => `${two(hour)}:${two(minute)}`)).toSorted())
}

export const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

const daysInWords = (day: CronField, weekday: CronField): string | undefined => {
  if (day === "all" && weekday === "all") return "every day"
  if (day === "all" && isList(weekday)) {
    // 7 is Sunday too.
    const on = [...new Set(weekday.map((day) => day % 7))]
    return on.join() === "1,2,3,4,5" ? "Monday to Friday" : `on ${list.format(on.map((day) => days[day] ?? ""))}`
  }
  // A pattern with both means either.
  if (!isList(day) || weekday !== "all") return undefined
  return `on ${day.length === 1 ? "day" : "days"} ${list.format(day.map(String))} of the month`
}

const months = [
  "",
  ...Array.from(
    { length: 12 },
    (_, month) => new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(Date.UTC(2001, month))
  )
]

const monthsInWords = (month: CronField): string | undefined => {
  if (month === "all") return ""
  return isList(month) ? ` in ${list.format(month.map((at) => months[at] ?? ""))}` : undefined
}
