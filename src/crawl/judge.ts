import { Result } from "effect"
import type { PageError } from "../domain/PageError.ts"
import { resolveLink } from "../domain/WebUrl.ts"
import type { obeyWishes } from "./obey-wishes.ts"
import type { UrlEntry } from "./UrlQueue.ts"
import { errorStatus, sameText, sameUrl, stored, unkept, type Verdict, withoutPage } from "./verdict.ts"

/** The page redirects to a URL that the crawl knows already. */
export interface Elsewhere {
  readonly _tag: "Elsewhere"
}

/** A page that has ended, before anything is decided. */
export interface VisitRecord {
  readonly entry: UrlEntry
  readonly outcome: Result.Result<ReturnType<typeof obeyWishes>, PageError | Elsewhere>
  /** The URLs that its redirects led to, in the crawl's own form. Those that came with a cookie are left out. */
  readonly chain: ReadonlyArray<string>
  /** Milliseconds spent on the page, without the waits for others. */
  readonly elapsed: number
}

/** What the crawl knows when it settles a visit. */
export interface Facts {
  readonly knowsUrl: (url: string) => boolean
  readonly hasText: (hash: string) => boolean
  /** Whether a URL is in scope and wanted. */
  readonly admits: (url: string) => boolean
  /** The form in which the crawl knows a URL. */
  readonly nameOf: (url: string) => string
  /** Whether texts make duplicates, and whether canonical links do. */
  readonly dedup: boolean
  readonly canonicalLinks: boolean
}

/** What a visit comes to, and what the crawl knows after it. */
export interface Settlement {
  readonly verdict: Verdict
  /** URLs that this page stands for. */
  readonly marks: ReadonlyArray<string>
  /** The hash of its text. */
  readonly text: string
}

/** Decides what a visit comes to, from its record and these facts alone. */
export const judge = ({ chain, entry, outcome }: VisitRecord, facts: Facts): Settlement => {
  const own = new Set([entry.url])
  const settled = (verdict: Verdict, text = ""): Settlement => ({ verdict, marks: [...own], text })
  const isElsewhere = (url: string) => !own.has(url) && facts.knowsUrl(url)
  for (const url of chain) {
    if (isElsewhere(url)) return settled(sameUrl(0))
    own.add(url)
  }
  if (Result.isFailure(outcome)) {
    return settled(outcome.failure._tag === "Elsewhere" ? sameUrl(0) : withoutPage(outcome.failure))
  }
  const page = outcome.success
  const final = facts.nameOf(page.finalUrl)
  if (isElsewhere(final)) return settled(sameUrl(page.status))
  own.add(final)
  if (page.status >= 400) return settled(errorStatus(page.status))
  const named = facts.canonicalLinks ? resolveLink(page.canonicalUrl, final) : undefined
  if (named !== undefined && named !== final && facts.admits(named)) {
    if (isElsewhere(named)) return settled({ ...sameUrl(page.status), follows: true })
    own.add(named)
  }
  if (page.unkept !== undefined) return settled(unkept(page.status, page.unkept))
  const repeats = facts.dedup && page.textHash !== "" && facts.hasText(page.textHash)
  return settled(repeats ? sameText(page.status) : stored(page), page.textHash)
}
