import { inScope, type Scope } from "../../../core/domain/options/Scope.ts"
import { registrableDomain } from "../../../core/domain/WebUrl.ts"

/** Whether a URL is in the scope of a seed. */
type Rule = (url: URL) => boolean

interface Rules {
  readonly scope: Scope
  /** Final URLs of the seeds that lead elsewhere, as `withBase` has them. */
  readonly bases: string | undefined
  /** The rule of each seed, by its name. */
  readonly bySeed: ReadonlyMap<string, Rule>
  /** Distinct rules, by the host or the registrable domain that they are about. */
  readonly byKey: ReadonlyMap<string, ReadonlyArray<Rule>>
}

/** A thousand URLs are parsed once for each crawl and change of its bases, not for each page. */
const known = new WeakMap<ReadonlyArray<string>, Rules>()

/**
 * The scope of a crawl with several seeds: a URL is in scope if one seed has both it and the page that it was found on.
 * Without that page, one seed has to have the URL.
 */
export const seedScope = (
  scope: Scope,
  seeds: ReadonlyArray<string>,
  bases: string | undefined,
  nameOf: (url: URL) => string
): (url: URL, from: string | undefined) => boolean => {
  if (scope === "any") return () => true
  const { byKey, bySeed } = rulesOf(scope, seeds, bases, nameOf)
  const rulesAbout = (url: URL) => byKey.get(keyOf(scope, url)) ?? []
  const rulesFrom = (from: string): ReadonlyArray<Rule> => {
    const page = new URL(from)
    const own = bySeed.get(from)
    const shared = rulesAbout(page).filter((rule) => rule(page))
    return own === undefined ? shared : [own, ...shared]
  }
  // The links of a page are judged one after the other.
  let last: { readonly from: string; readonly rules: ReadonlyArray<Rule> } | undefined
  return (url, from) => {
    if (from === undefined) return rulesAbout(url).some((rule) => rule(url))
    if (last?.from !== from) last = { from, rules: rulesFrom(from) }
    return last.rules.some((rule) => rule(url))
  }
}

/** The bases with that of one more seed. Unchanged if its final URL has the scope of the seed itself. */
export const withBase = (
  { scope, seeds }: { readonly scope: Scope; readonly seeds: ReadonlyArray<string> },
  bases: string | undefined,
  seq: number,
  finalUrl: string
): string | undefined => {
  const seed = seeds[seq]
  if (seed === undefined || ruleKey(scope, new URL(seed)) === ruleKey(scope, new URL(finalUrl))) return bases
  return [...(bases === undefined ? [] : [bases]), `${seq} ${finalUrl}`].join("\n")
}

const rulesOf = (
  scope: Scope,
  seeds: ReadonlyArray<string>,
  bases: string | undefined,
  nameOf: (url: URL) => string
): Rules => {
  const made = known.get(seeds)
  if (made !== undefined && made.bases === bases && made.scope === scope) return made
  const finals = new Map(
    (bases ?? "").split("\n").map((line): [number, string] => {
      const [seq = "", url = ""] = line.split(" ")
      return [Number(seq), url]
    })
  )
  const bySeed = new Map<string, Rule>()
  const byRule = new Map<string, Rule>()
  const byKey = new Map<string, Array<Rule>>()
  for (const [seq, seed] of seeds.entries()) {
    const base = new URL(nameOf(new URL((bases === undefined ? undefined : finals.get(seq)) ?? seed)))
    const key = ruleKey(scope, base)
    const shared = byRule.get(key)
    const rule = shared ?? inScope(scope, base)
    bySeed.set(nameOf(new URL(seed)), rule)
    if (shared !== undefined) continue
    byRule.set(key, rule)
    const about = keyOf(scope, base)
    byKey.set(about, [...(byKey.get(about) ?? []), rule])
  }
  const rules: Rules = { scope, bases, bySeed, byKey }
  known.set(seeds, rules)
  return rules
}

const keyOf = (scope: Scope, { host, hostname }: URL): string =>
  scope === "subdomains" ? registrableDomain(hostname) : host

/** Equal for seeds with the same scope. */
const ruleKey = (scope: Scope, url: URL): string =>
  scope === "prefix" ? `${url.host} ${url.pathname.slice(0, url.pathname.lastIndexOf("/") + 1)}` : keyOf(scope, url)
