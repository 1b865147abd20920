import { oldPriceLabel } from "../rules/records.ts"

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
  "р": "RUB",
  "₴": "UAH",
  "грн": "UAH",
  "₸": "KZT",
  "тг": "KZT",
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
  "r$": "BRL",
  "e£": "EGP",
  "s/": "PEN",
  "ر.س": "SAR",
  "د.إ": "AED",
  "ج.م": "EGP",
  "د.ك": "KWD",
  "ریال": "IRR"
}

const sign = "(?:(?:US|NZ|HK|NT|MX|[ACSR])\\$|E£|S/\\.?(?= ?\\d)|[$€£¥₹₽₴₸₺₩₪₫฿₱₦₾৳원円元]|" +
  "(?:zł|Kč|Ft|kr|TL|lei|лв|руб|[Рр]|тг|грн|Rs|Rp|RM|đ|ريال|ریال|تومان|ر\\.س|د\\.إ|ج\\.م|د\\.ك)(?!\\p{L})\\.?|" +
  "(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RSD|TRY|UAH|RUB|KZT|GEL|JPY|CNY|KRW|INR|PKR|LKR|BDT|IDR|MYR|SGD|HKD|TWD|THB|VND|PHP|AUD|NZD|CAD|MXN|BRL|ARS|CLP|COP|PEN|UYU|ZAR|NGN|KES|GHS|MAD|EGP|AED|SAR|QAR|KWD|BHD|OMR|JOD|TND|IRR|ILS)(?![\\p{L}\\d_]))"
const space = "[ \\u00A0\\u2009\\u202F]"
const amount =
  "\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d{1,2})?|\\d{1,3}(?:[.,'’\\u00A0\\u2009\\u202F ]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?"
/** Large sums, as in the news. */
const scale = "[ \\u00A0]?(?:[BMKkmb]n?|tn|m(?:illi|rd)\\p{L}*|[bt]rillion|billion)(?!\\p{L})"
const priced = new RegExp(
  `(?<!\\p{L})(${sign})${space}?(?::${space}?)?(${amount})(?!%|[.,]?\\d)(?!${scale})|` +
    `(?<![\\d.,])(?:(${amount})${space}?[-–—~]${space}?)?(?<!\\d[.,])(${amount})(?:[.,][-–—])?(?:${space}(?=(?:${sign})(?!\\d)))?(${sign})(?!\\p{L})`,
  "u"
)
const everyPriced = new RegExp(priced.source, "gu")

/**
 * The current price in a text: of "Was $120 Now $60" the second, of a range the lower end. Else the first.
 */
export const priceIn = (given: string): Price => {
  const text = plainDigits(given).replace(centsAfterSign, "$1.$3$2").replace(spacedCents, "$1$2")
  const match = currentOf(text)
  if (match === undefined) {
    const price = amountWithPoint.test(text) ? bareAmountIn(text) : undefined
    return price === undefined ? {} : { price }
  }
  const [written, before, first, low, second, after] = match
  const name = (before ?? after ?? "").toLowerCase().replace(/\.$/, "")
  const currency = currencies[name] ?? (/^[a-z]{3}$/.test(name) ? name.toUpperCase() : undefined)
  const high = numberOf(first ?? second ?? "", currency)
  const least = low === undefined ? undefined : numberOf(low, currency)
  const value = least !== undefined && high !== undefined && least < high ? least : high
  return { price: value ?? written.trim(), ...(currency === undefined ? {} : { currency }) }
}

const amountWithPoint = /^\d+(?:\.\d+)?$/

const currentOf = (text: string): RegExpExecArray | undefined => {
  const first = priced.exec(text)
  if (first === null) return undefined
  const end = first.index + first[0].length
  if (text.length > maxLabelled || !/\d/.test(text.slice(end))) return first
  const all = [...text.matchAll(everyPriced)]
  const label = (match: RegExpExecArray, index: number): string => {
    const before = all[index - 1]
    return text.slice(before === undefined ? 0 : before.index + before[0].length, match.index)
  }
  const named = all.find((match, index) => index > 0 && currentLabel.test(label(match, index)))
  if (named !== undefined) return named
  return oldPriceLabel.test(label(first, 0)) ? all[1] ?? first : first
}

/** Old and current price are told apart in a text of at most this length. */
const maxLabelled = 200
const currentLabel =
  /(?:^|[^\p{L}])(?:now|sale(?: price)?|current price|special price|jetzt|nun|ahora|maintenant|сейчас|现价)[\s:.]*$/iu

/** Digits of other scripts as those of ASCII, one for one; direction marks are removed. */
const plainDigits = (text: string): string =>
  otherDigits.test(text)
    ? text.replace(/[\u200E\u200F\u061C]/g, "").replace(/[٠-٩۰-۹०-९০-৯]/g, (digit) => String(digitOf(digit)))
      .replace(/٬/g, ",").replace(/٫/g, ".").replace(/￥/g, "¥").replace(/＄/g, "$")
    : text

const otherDigits = /[٠-٩۰-۹०-९০-৯\u200E\u200F\u061C￥＄]/
const zeros = [0x660, 0x6f0, 0x966, 0x9e6]

const digitOf = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0
  return code - (zeros.findLast((zero) => zero <= code) ?? code)
}

/** As in `$119. 95` and `1.837, 32 €`. */
const spacedCents = new RegExp(`(\\d[.,])[ \\u00A0](\\d{2})(?=${space}?(?:$|${sign}(?!\\d)))`, "gu")

/** As in 12€99. */
const centsAfterSign = /(\d)([€£$])(\d{2})(?![\d.,])/g

/**
 * A declared price without its currency, as 49,95 or 1299.00. Undefined if the text is more than that. A single point
 * is of decimals, as schema.org has it, but not in a currency without cents.
 */
export const amountIn = (text: string, currency = ""): number | undefined => {
  const digits = plainDigits(text).trim()
  if (amountWithPoint.test(digits)) {
    const isWhole = threeAfterPoint.test(digits) && wholeCurrencies.has(currency)
    return Number(isWhole ? digits.replace(".", "") : digits)
  }
  return /^\d[\d.,'’\u00A0\u2009\u202F ]*$/.test(digits) ? numberOf(digits, currency) : undefined
}

/** The amount that is all a text shows. Undefined for 129.900, which is 129.9 or 129900. */
export const bareAmountIn = (text: string): number | undefined =>
  threeAfterPoint.test(text.trim()) ? undefined : amountIn(text)

const threeAfterPoint = /^[1-9]\d{0,2}\.\d{3}$/
/** Currencies whose prices have no cents. */
const wholeCurrencies: ReadonlySet<string> = new Set("ARS CLP COP HUF IDR IRR ISK JPY KRW PYG RSD VND".split(" "))
const threeDecimals: ReadonlySet<string> = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "))

/** Whether a text may have a price. Most have no sign of a currency, and need no search for an amount. */
export const mayHavePrice = (text: string): boolean => hasSign(text) && priced.test(plainDigits(text))

/** Whether a text has a digit, and the sign or the code of a currency. Most texts have no digit. */
export const hasSign = (text: string): boolean => /[\d٠-٩۰-۹०-९০-৯]/.test(text) && signs.test(text)

const signs = new RegExp(`${sign}|￥|＄`, "u")

/** A title without the price at its end. */
export const withoutPrice = (title: string): string => {
  if (!mayHavePrice(title)) return title
  const match = priced.exec(title)
  if (match === null || title.length - match.index - match[0].length > maxAfterPrice) return title
  return title.slice(0, match.index).replace(/(?:[\s:|,\u2013\u2014-]|\b(?:from|ab|only|now|current price))+$/iu, "")
}

const maxAfterPrice = 2

/** Reads 1,299.00 and 1.299,00. Undefined if a single separator could be either. */
const numberOf = (text: string, currency = ""): number | undefined => {
  const digits = text.replace(/['’\u00A0\u2009\u202F ]/g, "")
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","))
  if (last < 0) return Number(digits)
  const decimals = digits.length - last - 1
  const separators = digits.match(/[.,]/g) ?? []
  const isMixed = new Set(separators).size > 1
  if (decimals === 3 && separators.length === 1 && digits.startsWith("0")) return undefined
  if (decimals === 3 && separators.length === 1 && threeDecimals.has(currency) && digits[last] === ",") return undefined
  const isThousands = decimals === 3 && !isMixed && !threeDecimals.has(currency)
  const isRepeated = separators.length > 1 && !isMixed && decimals !== 3
  const value = isThousands
    ? Number(digits.replace(/[.,]/g, ""))
    : Number(`${digits.slice(0, last).replace(/[.,]/g, "")}.${digits.slice(last + 1)}`)
  return isRepeated || !Number.isFinite(value) ? undefined : value
}
