import type { Schedule } from "../../../contract/client/index.ts"

/** Times of a schedule as the form has them. */
export interface TypedTimes {
  readonly rhythm: "day" | "weekdays" | "week" | "month" | "interval" | "cron"
  /** Time of day, as `06:30`. */
  readonly at: string
  /** 0 is Sunday. */
  readonly weekday: string
  /** Day of the month. */
  readonly day: string
  readonly every: string
  readonly unit: Unit
  readonly cron: string
  readonly timezone: string
}

type Unit = "minutes" | "hours" | "days"

const lengths: Readonly<Record<Unit, number>> = { minutes: 60, hours: 3600, days: 86_400 }

export const defaultTimes = (): TypedTimes => ({
  rhythm: "day",
  at: "06:00",
  weekday: "1",
  day: "1",
  every: "6",
  unit: "hours",
  cron: "",
  timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone
})

/** The fields of the API. */
export const sentTimes = (
  { at, cron, day, every, rhythm, timezone, unit, weekday }: TypedTimes
): Pick<SentTimes, "every_seconds"> | Pick<SentTimes, "cron" | "timezone"> => {
  if (rhythm === "interval") return { every_seconds: Math.round(Number(every) * lengths[unit]) }
  const [hour = 0, minute = 0] = at.split(":").map(Number)
  const days = {
    day: "* * *",
    weekdays: "* * 1-5",
    week: `* * ${weekday}`,
    month: `${day} * *`
  }
  return { cron: rhythm === "cron" ? cron.trim() : `${minute} ${hour} ${days[rhythm]}`, timezone: timezone.trim() }
}

interface SentTimes {
  readonly cron: string
  readonly timezone: string
  readonly every_seconds: number
}

/** Times of a stored schedule for the form. */
export const typedTimes = (
  { cron, every_seconds, timezone }: Pick<Schedule, "cron" | "every_seconds" | "timezone">
): TypedTimes => {
  const times = { ...defaultTimes(), timezone }
  if (every_seconds !== null) {
    const unit = every_seconds % 86_400 === 0 ? "days" : every_seconds % 3600 === 0 ? "hours" : "minutes"
    return { ...times, rhythm: "interval", unit, every: String(every_seconds / lengths[unit]) }
  }
  const [, minute = "", hour = "", day = "", weekday = ""] =
    /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|[0-6]|1-5)$/.exec(cron ?? "") ?? []
  const typed = { ...times, at: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`, cron: cron ?? "" }
  if (day === "*") {
    if (weekday === "*") return { ...typed, rhythm: "day" }
    return weekday === "1-5" ? { ...typed, rhythm: "weekdays" } : { ...typed, rhythm: "week", weekday }
  }
  if (day !== "" && weekday === "*") return { ...typed, rhythm: "month", day }
  return { ...times, rhythm: "cron", cron: cron ?? "" }
}
