import type { PageErrorCode } from "../../../core/domain/errors/PageError.ts"
import type { SimilarPage } from "../../../core/domain/job/LedgerRow.ts"
import { resolveLink } from "../../../core/domain/WebUrl.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { type CrawlRules, isOnlySeed } from "../model/CrawlRules.ts"
import { isUnlisted, type VisitedPage, type VisitRecord } from "../model/VisitRecord.ts"
import {
  equivalentTo,
  errorStatus,
  resembling,
  sameText,
  sameUrl,
  sitemapPart,
  stored,
  unchanged,
  unkept,
  type Verdict,
  withoutPage
} from "./verdict.ts"

/** Facts about the crawl that settling a visit needs. */
export interface Facts {
  /** By its name. See `namesAsked`. */
  readonly knowsUrl: (name: string) => boolean
  /** URL of the first page with this text; "" if an earlier version stored the text without it. */
  readonly pageWithText: (hash: string) => string | undefined
  /** By its `nearKeyOf`. */
  readonly similarTo: (near: string) => SimilarPage | undefined
}

/** The verdict on a visit, and the facts that it adds to the crawl. */
export interface Judgement {
  readonly verdict: Verdict
  /** The names of this page, its own URL first. */
  readonly aliases: ReadonlyArray<string>
  /** The hash of its text. Empty if it has none, or if it is not compared. */
  readonly text: string
  /** Its `nearKeyOf`, if later pages may resemble it. */
  readonly near?: string
}

/** Decides a visit from its record, the rules and these facts only. The rules have the final URL of the seed. */
export const judge = (
  { chain, entry, outcome, sitemaps, url }: VisitRecord,
  rules: CrawlRules,
  facts: Facts
): Judgement => {
  const own = new Set([url])
  const settled = (verdict: Verdict, text = "", newNear?: string): Judgement => ({
    verdict,
    aliases: [...own, ...(entry === undefined ? [] : [entry]), ...(sitemaps?.files ?? [])],
    text,
    ...compact({ near: newNear })
  })
  if (outcome._tag === "Sitemap") return settled(sitemapPart)
  const isOther = (name: string) => !own.has(name) && facts.knowsUrl(name)
  for (const name of chain) {
    if (isOther(name)) return settled(sameUrl(0, name))
    own.add(name)
  }
  if (outcome._tag === "Elsewhere") {
    return settled(outcome.equivalent === undefined ? sameUrl(0, chain.at(-1) ?? "") : equivalentTo(outcome.equivalent))
  }
  if (outcome._tag === "NoPage") return settled(withoutPage(outcome))
  const final = rules.nameOf(new URL(outcome.finalUrl))
  if (isOther(final)) return settled(sameUrl(outcome.status, final))
  own.add(final)
  if (outcome.status >= 400) return settled(errorStatus(outcome.status))
  const named = canonicalName(outcome, final, rules)
  if (named !== undefined && named !== final && rules.admits(named, new URL(named), url)) {
    if (isOther(named)) return settled({ ...sameUrl(outcome.status, named), follows: true })
    own.add(named)
  }
  if (outcome.unkept !== undefined) return settled(unkept(outcome.status, outcome.unkept))
  const near = outcome.seen?.likeness?.near
  const similar = near === undefined ? undefined : facts.similarTo(near)
  const newNear = similar === undefined ? near : undefined
  const { isUnchanged, status, textHash } = outcome
  if (isUnchanged === true) return settled(resembling(unchanged(outcome), similar), textHash, newNear)
  const { dedup } = rules.options
  const repeated = dedup === false || textHash === "" ? undefined : facts.pageWithText(textHash)
  const original = repeated ?? (dedup === "near" ? similar?.url : undefined)
  return original === undefined
    ? settled(resembling(stored(outcome), similar), textHash, newNear)
    : settled(resembling(sameText(status, original), similar), textHash)
}

/** Set if the crawl fails because its seed gave no answer. */
export const seedFailure = (
  { outcome, seq }: VisitRecord,
  { verdict }: Judgement,
  { options }: CrawlRules
): PageErrorCode | undefined =>
  isOnlySeed(options, seq) && outcome._tag === "NoPage" && !isUnlisted(outcome) && verdict.change.crawled === undefined
    ? outcome.code
    : undefined

/** Every name that `judge` may look up with `knowsUrl`, or adds. */
export const namesAsked = (
  { chain, entry, outcome, sitemaps }: VisitRecord,
  rules: CrawlRules
): ReadonlyArray<string> => {
  const own = entry === undefined && sitemaps?.files === undefined
    ? chain
    : [...chain, ...(entry === undefined ? [] : [entry]), ...(sitemaps?.files ?? [])]
  if (outcome._tag !== "Page") return own
  const final = rules.nameOf(new URL(outcome.finalUrl))
  const named = canonicalName(outcome, final, rules)
  return named === undefined ? [...own, final] : [...own, final, named]
}

/** The canonical URL that the page names, if `canonical_links` is set. */
const canonicalName = ({ canonicalUrl }: VisitedPage, final: string, { options }: CrawlRules): string | undefined =>
  options.canonical_links ? resolveLink(canonicalUrl, final) : undefined

/** Names found on one page or in one sitemap, with their depth. */
export interface Candidates {
  readonly depth: number
  /** The page whose scope decides. None: that of any seed. */
  readonly from?: string
  readonly foundOn: string
  /** Can be iterated once. */
  readonly names: Iterable<string>
}

/**
 * Names that a settled visit adds, in the order of enqueueing: those of the earlier job and the sitemaps, then the
 * links. A name is enqueued if it is unknown, its depth is at most `max_depth`, and the rules admit it. A name may
 * occur twice.
 */
export const candidates = (
  { depth, outcome, sitemaps, url }: VisitRecord,
  { verdict }: Judgement,
  rules: CrawlRules
): ReadonlyArray<Candidates> => {
  const listed = (sitemaps?.listed ?? []).map((
    { depth = 0, sitemap, urls }
  ) => ({ depth, foundOn: sitemap, names: urls }))
  if (outcome._tag !== "Page" || !verdict.follows || rules.options.source === "sitemaps") return listed
  return [...listed, { depth: depth + 1, from: url, foundOn: url, names: outcome.links.values().map(rules.nameOfLink) }]
}
