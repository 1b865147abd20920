import { Duration } from "effect"
import { type BareItem, isInnerList, parseDictionary, parseList } from "structured-headers"
import type { Answered } from "../net/retry-after.ts"

/** Requests that are left, and the seconds in which they are. */
interface Quota {
  readonly left: number
  readonly seconds: number
}

/**
 * The pause before the next request that keeps a client within the quota of a site: the seconds of the quota, spread
 * evenly over the requests that are left. Read are `RateLimit` with `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-10), and the forms of earlier drafts: the dictionary with `remaining` and
 * `reset`, and `RateLimit-Remaining` with `RateLimit-Reset`. Of several quotas, the strictest one counts. Undefined if
 * the site names none.
 */
export const quotaPause = ({ headers = {} }: Answered): Duration.Duration | undefined => {
  const quotas = [
    ...itemQuotas(headers["ratelimit"] ?? "", headers["ratelimit-policy"] ?? ""),
    quotaOf(headers["ratelimit-remaining"], headers["ratelimit-reset"])
  ].filter((quota) => quota !== undefined)
  if (quotas.length === 0) return undefined
  return Duration.millis(Math.ceil(Math.max(...quotas.map(({ left, seconds }) => 1000 * seconds / (left + 1)))))
}

/** Characters. A longer field is ignored. */
const maxLength = 2000

const itemQuotas = (field: string, policies: string): ReadonlyArray<Quota | undefined> => {
  if (field === "" || field.length > maxLength) return []
  const dictionary = parsed(() => parseDictionary(field))
  const [remaining] = dictionary?.get("remaining") ?? []
  if (remaining !== undefined) return [quotaOf(remaining, dictionary?.get("reset")?.[0])]
  const windows = new Map(items(policies).map(([name, parameters]) => [name, parameters.get("w")]))
  return items(field).map(([name, parameters]) =>
    quotaOf(parameters.get("r"), parameters.get("t") ?? windows.get(name))
  )
}

const items = (field: string): ReadonlyArray<readonly [BareItem, Map<string, BareItem>]> =>
  field.length > maxLength
    ? []
    : (parsed(() => parseList(field)) ?? []).flatMap((member) =>
      isInnerList(member) ? [] : [[member[0], member[1]] as const]
    )

const quotaOf = (left: unknown, seconds: unknown): Quota | undefined => {
  const [one, other] = [left, seconds].map((value) =>
    typeof value === "number" || (typeof value === "string" && /^\s*\d{1,9}\s*$/.test(value))
      ? Number(value)
      : Number.NaN
  )
  return one !== undefined && other !== undefined && one >= 0 && other >= 0 ? { left: one, seconds: other } : undefined
}

const parsed = <A>(parse: () => A): A | undefined => {
  try {
    return parse()
  } catch {
    return undefined
  }
}
