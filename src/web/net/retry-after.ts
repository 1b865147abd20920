import { Duration } from "effect"
import { parseHttpDate } from "./http-date.ts"

/** The parts of a response that show the load of its site. */
export interface Answered {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Whether the status reports too many requests. */
export const isTooMuch = ({ status }: Answered): boolean => status === 429 || status === 503

/** The delay that the site requests (RFC 9110 section 10.2.3): seconds, or until a date. `now` is the wall clock. */
export const retryAfter = ({ headers }: Answered, now: number): Duration.Duration | undefined => {
  const value = headers?.["retry-after"]?.trim()
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Duration.seconds(Number(value))
  const date = parseHttpDate(value, now)
  return date === undefined ? undefined : Duration.millis(Math.max(0, date - now))
}
