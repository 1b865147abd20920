/** A price as a number with its currency (ISO 4217 where the sign tells it), or as it is written where its number is not certain. */
export type Price = { readonly price?: number | string; readonly currency?: string }

const currencies: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  "₽": "RUB",
  "₺": "TRY",
  "₩": "KRW",
  "₪": "ILS",
  "₫": "VND",
  "฿": "THB",
  "zł": "PLN",
  "us$": "USD",
  "a$": "AUD",
  "c$": "CAD",
  "r$": "BRL"
}

const sign =
  "(?:US\\$|A\\$|C\\$|R\\$|[$€£¥₹₽₺₩₪₫฿]|zł|Kč|Ft|kr\\.?|(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|CZK|JPY|CNY|INR|AUD|CAD|BRL)\\b)"
const amount =
  "\\d{1,3}(?:,\\d{2})+,\\d{3}|\\d{1,3}(?:[.,'\\u00A0\\u202F ]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?"
const priced = new RegExp(
  `(${sign})[ \\u00A0\\u202F]?(${amount})(?![\\d%])|(?<![\\d.,])(${amount})[ \\u00A0\\u202F]?(${sign})(?!\\p{L})`,
  "u"
)

/** The first price in a text. */
export const priceIn = (text: string): Price => {
  const match = priced.exec(text)
  if (match === null) return /^\d+(?:\.\d+)?$/.test(text) ? { price: Number(text) } : {}
  const [written, before, first, second, after] = match
  const value = numberOf(first ?? second ?? "")
  const name = (before ?? after ?? "").toLowerCase()
  const currency = currencies[name] ?? (/^[a-z]{3}$/.test(name) ? name.toUpperCase() : undefined)
  return { price: value ?? written.trim(), ...(currency === undefined ? {} : { currency }) }
}

/** 1,299.00 and 1.299,00 alike; undefined where a lone separator could be either. */
const numberOf = (text: string): number | undefined => {
  const digits = text.replace(/['\u00A0\u202F ]/g, "")
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","))
  if (last < 0) return Number(digits)
  const decimals = digits.length - last - 1
  const separators = digits.match(/[.,]/g)?.length ?? 0
  if (decimals === 3 && separators === 1 && digits.startsWith("0")) return undefined
  return decimals === 3
    ? Number(digits.replace(/[.,]/g, ""))
    : Number(`${digits.slice(0, last).replace(/[.,]/g, "")}.${digits.slice(last + 1)}`)
}
