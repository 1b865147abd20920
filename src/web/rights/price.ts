import type { Price } from "../../core/domain/document/Rights.ts"
import { compact } from "../../core/kernel/compact.ts"

type Headers = Readonly<Record<string, string>>

/** Max characters of each part of a price, and of the JSON that has it. */
const maxPart = 100
const maxJson = 64 * 1024

/**
 * The price of a response with status 402. `body` is its JSON or text, if it has any. The first of these that names one:
 * Cloudflare's `crawler-price`, x402 (header field of version 2, body of version 1), the challenges of
 * `WWW-Authenticate`.
 */
export const askedPrice = (headers: Headers, body: string): Price | undefined =>
  crawlerPrice(headers["crawler-price"])
    ?? x402Price(decodedJson(headers["payment-required"]))
    ?? x402Price(parsedJson(body))
    ?? challengePrice(headers["www-authenticate"] ?? "")

/** `crawler-price: USD 0.01` (Cloudflare, pay per crawl). */
export const crawlerPrice = (field: string | undefined): Price | undefined => {
  const [, currency, amount] = /^\s*([A-Za-z]{3})\s+(\d{1,20}(?:\.\d{1,20})?)\s*$/.exec(field ?? "") ?? []
  return currency === undefined || amount === undefined
    ? undefined
    : { amount, currency: currency.toUpperCase(), scheme: "crawler-price" }
}

/** The first of the accepted payments. Version 1 calls the amount `maxAmountRequired`. */
const x402Price = (value: unknown): Price | undefined => {
  if (!isObject(value) || !("x402Version" in value)) return undefined
  const first = Array.isArray(value["accepts"]) ? value["accepts"].find(isObject) : undefined
  return {
    ...compact({ amount: part(first?.["amount"] ?? first?.["maxAmountRequired"]), currency: part(first?.["asset"]) }),
    scheme: "x402"
  }
}

/**
 * RFC 9110 section 11.6.1. A `Payment` challenge (draft-httpauth-payment) has the price. That of RSL (`License`) has none;
 * its license file may name one.
 */
const challengePrice = (field: string): Price | undefined => {
  const payment = challenge(field, "payment")
  if (payment !== undefined) {
    const request = decodedJson(/\brequest\s*=\s*"?([\w+/=-]+)/i.exec(payment)?.[1])
    const { amount, currency } = isObject(request) ? request : {}
    return { ...compact({ amount: part(amount), currency: part(currency) }), scheme: "payment" }
  }
  if (challenge(field, "license") !== undefined) return { scheme: "rsl" }
  const first = /^\s*([a-z][\w.~+-]*)/i.exec(field)?.[1]?.toLowerCase()
  return first === undefined ? undefined : { scheme: first.slice(0, maxPart) }
}

/** The field from the challenge with this name on. */
const challenge = (field: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|,)\\s*${name}(?=[\\s,]|$)`, "i").exec(field)
  return found === null ? undefined : field.slice(found.index)
}

const part = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, maxPart) : undefined

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const decodedJson = (base64: string | undefined): unknown =>
  base64 === undefined ? undefined : parsedJson(Buffer.from(base64.slice(0, maxJson), "base64").toString())

const parsedJson = (text: string): unknown => {
  if (!text.trimStart().startsWith("{")) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
