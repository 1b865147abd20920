import { searchVariance } from "../../core/domain/search-variance.ts"
import { httpUrl } from "../../core/domain/WebUrl.ts"
import { crawlerPrice } from "./price.ts"
import { contentSignal, contentUsage, licenseLinks, miningReservation, noDictionary, robotsTag } from "./read-values.ts"
import type { Statement } from "./Statement.ts"

/**
 * The statements of the header fields of a page. A field that does not parse is ignored whole. `agent`: our product token
 * in lower case.
 */
export const headerStatements = (
  headers: Readonly<Record<string, string>>,
  url: URL,
  agent: string
): ReadonlyArray<Statement> =>
  fields.flatMap((name) => {
    const text = headers[name]
    const stated = text === undefined ? [] : readers[name](text.replaceAll("\n", ", "), url, agent)
    return stated.map((statement) => ({ from: name, text: text ?? "", ...statement }))
  })

type Stated = Omit<Statement, "from" | "text">

const fields = [
  "content-signal",
  "content-usage",
  "robots-tag",
  "link",
  "tdm-reservation",
  "tdm-policy",
  "crawler-price",
  "no-vary-search"
] as const

const readers: Readonly<
  Record<(typeof fields)[number], (value: string, url: URL, agent: string) => ReadonlyArray<Stated>>
> = {
  "content-signal": (value) => some(contentSignal(value)),
  "content-usage": (value) => some(contentUsage(value) ?? { fault: noDictionary }),
  "robots-tag": (value, _, agent) => {
    const directives = robotsTag(value, agent)
    if (directives === undefined) return [{ fault: "not a list of RFC 9651" }]
    return directives.length === 0 ? [] : [{ directives }]
  },
  "link": (value, url) => licenseLinks(value, url).map((license) => ({ license })),
  "tdm-reservation": (value) => {
    const reserved = miningReservation(value)
    return [reserved === undefined ? { fault: "neither 0 nor 1" } : { tdm: { reserved } }]
  },
  "tdm-policy": (value, url) => {
    const policy = httpUrl(value.trim(), url.href)?.href
    return [policy === undefined ? { fault: "not an http or https URL" } : { tdm: { policy } }]
  },
  "crawler-price": (value) => {
    const price = crawlerPrice(value)
    return [price === undefined ? { fault: "not a currency and an amount" } : { price }]
  },
  // It says nothing about rights, and a wrong one is reported with those that do.
  "no-vary-search": (value) => searchVariance(value) === undefined ? [{ fault: "not a valid search variance" }] : []
}

const some = (stated: Stated): ReadonlyArray<Stated> => Object.keys(stated).length === 0 ? [] : [stated]
