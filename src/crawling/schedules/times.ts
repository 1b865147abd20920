import { Cron } from "croner"
import { createHash } from "node:crypto"
import type { SchedulePlan } from "./ScheduleStore.ts"

/** A schedule's times depend only on these. */
export type Timing = Pick<SchedulePlan, "cron" | "every_seconds" | "timezone"> & {
  /** Milliseconds since the epoch, as all times here. */
  readonly created_at: number
}

/** The first time after `after`; null if there is none. */
export const nextTime = (id: string, timing: Timing, after: number): number | null =>
  timing.cron === undefined ? nextInterval(id, timing, after) : nextCron(timing.cron, timing.timezone, after)

/** The fault of a pattern; undefined if it is valid. */
export const cronFault = (pattern: string): string | undefined => {
  // The library takes a time as well, which is due once.
  if (!isPattern(pattern)) return "is not a cron pattern of five fields, such as 30 6 * * *"
  try {
    return patternOf(pattern, "UTC").nextRun(new Date(0)) === null ? "has no time at which it is due" : undefined
  } catch (error) {
    return `is not a cron pattern of five fields: ${messageOf(error)}`
  }
}

export const timezoneFault = (timezone: string): string | undefined => {
  try {
    formatOf(timezone)
    return undefined
  } catch {
    return "is not a time zone; use a name of the IANA database, such as Europe/Berlin"
  }
}

/**
 * Interval `k` begins at `created_at + k * every`. Its time is up to a tenth of the interval later, by a hash, so that
 * schedules that were created together are not due together. No time depends on an earlier one.
 */
const nextInterval = (id: string, { created_at, every_seconds = 1 }: Timing, after: number): number => {
  const every = every_seconds * 1000
  const timeOf = (k: number) => created_at + k * every + Math.floor(fraction(`${id} ${k}`) * every * jitter)
  const k = Math.max(1, Math.floor((after - created_at) / every))
  const time = timeOf(k)
  return time > after ? time : timeOf(k + 1)
}

const jitter = 0.1

/** From 0 to 1. */
const fraction = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32

/**
 * Every hour: by elapsed time. Otherwise each time of the clock on the wall once, as for a job each night: a time in a
 * skipped hour is later by the length of the gap, and a time in a doubled hour is the first of the two.
 */
const nextCron = (pattern: string, timezone: string, after: number): number | null => {
  if (isHourly(pattern)) return patternOf(pattern, timezone).nextRun(new Date(after))?.getTime() ?? null
  const walls = patternOf(pattern, "UTC")
  // After a gap, the walls of the skipped hour are still to come.
  const offset = Math.min(...[after, after - day].map((at) => wallOf(timezone, at) - at))
  let wall: number | undefined = after + offset
  // At most once for each minute of an hour.
  for (let tries = 0; tries < 200; tries++) {
    wall = walls.nextRun(new Date(wall))?.getTime()
    if (wall === undefined) return null
    const time = timeOf(timezone, wall)
    if (time > after) return time
  }
  return null
}

const isPattern = (text: string): boolean => text.startsWith("@") || text.trim().split(/\s+/).length === 5

const isHourly = (pattern: string): boolean => pattern === "@hourly" || pattern.trim().split(/\s+/)[1] === "*"

const patternOf = (pattern: string, timezone: string) => new Cron(pattern, { timezone, paused: true, mode: "5-part" })

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error)

/** By name. There are about 600 zones, and each has many names, as upper and lower case count for nothing. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  })
  if (formats.size === maxFormats) formats.clear()
  formats.set(timeZone, made)
  return made
}

/** Each takes about 25 KB. */
const maxFormats = 1000

/** The time of the clock on the wall, as if it were UTC. */
const wallOf = (timezone: string, time: number): number => {
  const parts = Object.fromEntries(formatOf(timezone).formatToParts(time).map(({ type, value }) => [type, value]))
  const of = (name: string) => Number(parts[name])
  const wall = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"))
  return wall + (((time % 1000) + 1000) % 1000)
}

const timeOf = (timezone: string, wall: number): number => {
  const offsetAt = (time: number) => wallOf(timezone, time) - time
  const before = wall - offsetAt(wall - day)
  const after = wall - offsetAt(wall + day)
  const valid = [before, after].filter((time) => wallOf(timezone, time) === wall)
  return valid.length === 0 ? before : Math.min(...valid)
}

const day = 86_400_000
