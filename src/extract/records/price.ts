/**
 * A price as a number with its currency (ISO 4217 if the sign is clear), or as written if its number is not certain.
 */
export type Price = { readonly price?: number | string; readonly currency?: string }

const currencies: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  "rs": "INR",
  "₽": "RUB",
  "руб": "RUB",
  "₴": "UAH",
  "грн": "UAH",
  "₸": "KZT",
  "₺": "TRY",
  "tl": "TRY",
  "₩": "KRW",
  "원": "KRW",
  "円": "JPY",
  "元": "CNY",
  "₪": "ILS",
  "₫": "VND",
  "đ": "VND",
  "฿": "THB",
  "₱": "PHP",
  "₦": "NGN",
  "₾": "GEL",
  "৳": "BDT",
  "rp": "IDR",
  "rm": "MYR",
  "zł": "PLN",
  "kč": "CZK",
  "ft": "HUF",
  "lei": "RON",
  "лв": "BGN",
  "us$": "USD",
  "a$": "AUD",
  "c$": "CAD",
  "nz$": "NZD",
  "hk$": "HKD",
  "nt$": "TWD",
  "s$": "SGD",
  "mx$": "MXN",
  "r$": "BRL"
}

const sign =
  "(?:(?:US|NZ|HK|NT|MX|[ACSR])\\$|[$€£¥₹₽₴₸₺₩₪₫฿₱₦₾৳원円元]|(?:zł|Kč|Ft|kr|TL|lei|лв|руб|грн|Rs|Rp|RM|đ)(?!\\p{L})\\.?|" +
  "(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|UAH|RUB|JPY|CNY|KRW|INR|IDR|MYR|SGD|HKD|TWD|THB|VND|PHP|AUD|NZD|CAD|MXN|BRL|ARS|CLP|COP|ZAR|NGN|KES|EGP|AED|SAR|QAR|ILS)\\b)"
const amount =
  "\\d{1,3}(?:,\\d{2})+,\\d{3}|\\d{1,3}(?:[.,'\\u00A0\\u202F ]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?"
/** Large sums, as in the news. */
const scale = "[ \\u00A0]?(?:[BMKkmb]n?|tn|m(?:illi|rd)\\p{L}*|[bt]rillion|billion)(?!\\p{L})"
const priced = new RegExp(
  `(?<!\\p{L})(${sign})[ \\u00A0\\u202F]?(${amount})(?!%|[.,]?\\d)(?!${scale})|(?<![\\d.,])(${amount})(?:,[-–—])?(?:[ \\u00A0\\u202F](?=(?:${sign})(?!\\d)))?(${sign})(?!\\p{L})`,
  "u"
)

/** The first price in a text. */
export const priceIn = (given: string): Price => {
  const text = given.replace(centsAfterSign, "$1.$3$2")
  const match = priced.exec(text)
  if (match === null) return /^\d+(?:\.\d+)?$/.test(text) ? { price: Number(text) } : {}
  const [written, before, first, second, after] = match
  const value = numberOf(first ?? second ?? "")
  const name = (before ?? after ?? "").toLowerCase().replace(/\.$/, "")
  const currency = currencies[name] ?? (/^[a-z]{3}$/.test(name) ? name.toUpperCase() : undefined)
  return { price: value ?? written.trim(), ...(currency === undefined ? {} : { currency }) }
}

/** As in 12€99. */
const centsAfterSign = /(\d)([€£$])(\d{2})(?![\d.,])/g

/** A declared price without its currency, as 49,95 or 1299.00. Undefined if the text is more than that. */
export const amountIn = (text: string): number | undefined => {
  const digits = text.trim()
  if (/^\d+(?:\.\d+)?$/.test(digits)) return Number(digits)
  return /^\d[\d.,'\u00A0\u202F ]*$/.test(digits) ? numberOf(digits) : undefined
}

/** Whether a text may have a price. Most have no sign of a currency, and need no search for an amount. */
export const mayHavePrice = (text: string): boolean => hasSign(text) && priced.test(text)

/** Whether a text has a digit, and the sign or the code of a currency. Most texts have no digit. */
export const hasSign = (text: string): boolean => /\d/.test(text) && signs.test(text)

const signs = new RegExp(sign, "u")

/** A title without the price at its end. */
export const withoutPrice = (title: string): string => {
  if (!mayHavePrice(title)) return title
  const match = priced.exec(title)
  if (match === null || title.length - match.index - match[0].length > maxAfterPrice) return title
  return title.slice(0, match.index).replace(/(?:[\s:|,\u2013\u2014-]|\b(?:from|ab|only|now|current price))+$/iu, "")
}

const maxAfterPrice = 2

/** Reads 1,299.00 and 1.299,00. Undefined if a single separator could be either. */
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
