import { httpUrl } from "../../core/domain/WebUrl.ts"
import { deciding, patternOf, type SiteFile } from "./SiteFile.ts"
import type { Statement } from "./Statement.ts"

const from = "tdmrep.json"
const maxRules = 1000

/**
 * `/.well-known/tdmrep.json` (TDM Reservation Protocol, final report of the community group, section 6.1): rules with a
 * location, compared as in robots.txt. The most specific location decides. A file that does not follow the protocol is
 * ignored whole.
 */
export const readTdmrep = (text: string, origin: string): SiteFile => {
  const rules = parsedArray(text)?.slice(0, maxRules).map((rule) => ruleOf(rule, origin))
  if (rules === undefined || rules.includes(undefined)) {
    const fault = "not an array of rules with location and tdm-reservation (0 or 1)"
    return () => [{ from, text, fault }]
  }
  return deciding(rules.flatMap((rule) => rule ?? []))
}

const ruleOf = (rule: unknown, origin: string) => {
  if (typeof rule !== "object" || rule === null) return undefined
  const { location, "tdm-policy": policy, "tdm-reservation": reservation } = rule as Readonly<Record<string, unknown>>
  const pattern = typeof location === "string" ? patternOf(location, origin) : undefined
  if (pattern === undefined || (reservation !== 0 && reservation !== 1)) return undefined
  const url = typeof policy === "string" ? httpUrl(policy, origin)?.href : undefined
  const tdm = { reserved: reservation === 1, ...(url === undefined ? {} : { policy: url }) }
  const statement: Statement = { from, text: JSON.stringify(rule), tdm }
  return { pattern, statements: [statement] }
}

const parsedArray = (text: string): ReadonlyArray<unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
