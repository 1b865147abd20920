/** Languages whose month names are known, the more used first: where two write different months the same, the first is taken. */
const locales =
  "en de fr es it pt nl pl ru uk cs sk sv da nb fi tr el ro hu id bg sr ca eu gl sl lt lv et ar he hi bn fa th"
    .split(" ")

/** The number of a month by its name, long or short, alone or in a date, with or without a closing dot or the Hebrew "in". */
export const monthOf = (name: string): number | undefined =>
  (months ??= monthNames()).get(name.toLowerCase().normalize("NFC").replace(/\.$|^ב/g, ""))

let months: ReadonlyMap<string, number> | undefined

/** Made at first use: it takes some milliseconds. */
const monthNames = (): ReadonlyMap<string, number> => {
  const found = new Map([["sept", 9], ["maerz", 3]])
  for (const locale of locales) {
    for (const month of ["long", "short"] as const) {
      for (const inDate of [{}, { day: "numeric" }] as const) {
        const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { month, ...inDate, timeZone: "UTC" })
        for (let index = 0; index < 12; index++) {
          const part = format.formatToParts(Date.UTC(2023, index, 15)).find(({ type }) => type === "month")
          const name = (part?.value ?? "").toLowerCase().normalize("NFC").replace(/\.$/, "")
          if (/^\p{L}[\p{L}\p{M}]+$/u.test(name) && !found.has(name)) found.set(name, index + 1)
        }
      }
    }
  }
  return found
}
