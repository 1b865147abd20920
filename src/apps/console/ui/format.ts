/** Formats of numbers and times. */
const number = new Intl.NumberFormat("en", { maximumFractionDigits: 1 })
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" })

export const count = (value: number): string => number.format(value)

/** `1 page`, `2 pages`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

export const millis = (value: number): string => value < 1000 ? `${number.format(value)} ms` : seconds(value / 1000)

export const seconds = (value: number): string => {
  if (value < 60) return `${number.format(value)} s`
  const whole = Math.round(value)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min${rest > 0 ? ` ${rest} s` : ""}`
}

const units = ["bytes", "KiB", "MiB", "GiB", "TiB"]

export const bytes = (value: number): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10))
  return `${number.format(value / 1024 ** power)} ${units[power]}`
}

/** Formats seconds since the epoch. */
export const date = (value: number): string => moment.format(new Date(value * 1000))

/** Formats seconds since the epoch without seconds, in a time zone (default: that of the browser). */
export const dateIn = (value: number, timeZone?: string): string => {
  const options = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const
  const time = value * 1000
  const year = new Date(time).getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" } as const
  return new Intl.DateTimeFormat("en-GB", { ...options, ...year, timeZone }).format(time)
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** The age of a moment, or the time until then, from seconds since the epoch. */
export const ago = (value: number, now = Date.now() / 1000): string => {
  const age = value - now
  if (Math.abs(age) < 60) return relative.format(Math.round(age), "second")
  if (Math.abs(age) < 3600) return relative.format(Math.round(age / 60), "minute")
  // "Yesterday" and "tomorrow" would be wrong for many of the hours beyond 24.
  if (Math.abs(age) < 2 * 86_400) return relative.format(Math.round(age / 3600), "hour")
  return relative.format(Math.round(age / 86_400), "day")
}

/** The words of a name such as `page.stored` or `max_pages`. */
export const words = (name: string): string => name.replaceAll(/[._]/g, " ")

/** How often a part of a page is on other pages of its host. */
export const onPages = ({ of, pages }: { readonly pages: number; readonly of: number }): string =>
  `on ${count(pages)} of ${plural(of, "page")}`

/** Empty for text that is not a URL yet. A bare host counts, as in the API. */
export const hostOf = (url: string): string => {
  const text = url.trim()
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)?.host ?? ""
}

/** Path of a URL, for use where the host is known. */
export const shortUrl = (url: string): string => {
  const { host, pathname, search } = new URL(url)
  return pathname === "/" && search === "" ? host : pathname + search
}
