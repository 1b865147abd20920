import { Duration } from "effect"
import { parseHttpDate } from "./http-date.ts"

/** As much of an answer as tells how its site fares. */
export interface Answered {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Whether a site says that it is too much for it. */
export const isTooMuch = ({ status }: Answered): boolean => status === 429 || status === 503

/** How long a site asks to be left alone (RFC 9110 section 10.2.3): seconds, or until a date. `now` is the wall clock's. */
export const retryAfter = ({ headers }: Answered, now: number): Duration.Duration | undefined => {
  const value = headers?.["retry-after"]?.trim()
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Duration.seconds(Number(value))
  const date = parseHttpDate(value, now)
  return date === undefined ? undefined : Duration.millis(Math.max(0, date - now))
}
