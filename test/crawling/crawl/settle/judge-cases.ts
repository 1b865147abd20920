import { type PageErrorCode, pageErrorCodes } from "../../../../src/core/domain/errors/PageError.ts"
import type { CrawlOptions } from "../../../../src/core/domain/job/Job.ts"
import type { VisitedPage, VisitOutcome, VisitRecord } from "../../../../src/crawling/crawl/model/VisitRecord.ts"

export const site = "https://site.test"
export const own = `${site}/page`
/** The page of every known text. */
export const first = `${site}/first`
export const document = new Uint8Array([1])

export const page = (changes: Partial<VisitedPage> = {}): VisitedPage => ({
  _tag: "Page",
  status: 200,
  finalUrl: own,
  canonicalUrl: "",
  textHash: "hash",
  links: [],
  signals: {},
  document,
  ...changes
})

interface Case {
  readonly outcome: VisitOutcome
  readonly chain?: ReadonlyArray<string>
  readonly options?: Partial<CrawlOptions>
  /** Facts that the crawl has: URLs, and hashes of texts. */
  readonly knows?: ReadonlyArray<string>
  /** Outcome, code and status of the ledger row, and the page that it repeats. */
  readonly row: readonly [outcome: string, code: string, status: number, original?: string]
  readonly counts: Readonly<Record<string, number>>
  readonly spends: boolean
  readonly follows: boolean
  /** Paths of the URLs that the page stands for, besides its own. */
  readonly aliases?: ReadonlyArray<string>
  readonly text?: string
  readonly message?: string
}

export const stored = {
  row: ["stored", "", 200],
  counts: { crawled: 1, stored: 1 },
  spends: true,
  follows: true
} as const
const skipped = { counts: { crawled: 1, skipped: 1 }, spends: true, follows: true } as const
const repeated = { counts: { crawled: 1, duplicates: 1 }, spends: true } as const
const elsewhere = { row: ["duplicate", "already_crawled", 0], ...repeated, follows: false } as const
const canonical = { canonical_links: true }

export const cases: Readonly<Record<string, Case>> = {
  "a page": { outcome: page(), ...stored, text: "hash" },
  "a page without text": { outcome: page({ textHash: "" }), knows: [""], ...stored },
  "a page whose own URL is known": { outcome: page(), knows: [own], ...stored, text: "hash" },
  "a page after redirects": {
    outcome: page({ finalUrl: `${site}/final` }),
    chain: [`${site}/hop`],
    ...stored,
    aliases: ["/hop", "/final"],
    text: "hash"
  },
  "a page with a tracking parameter in its final URL": {
    outcome: page({ finalUrl: `${site}/final?utm_source=x#part` }),
    ...stored,
    aliases: ["/final"],
    text: "hash"
  },
  "a text that is known": {
    outcome: page(),
    knows: ["hash"],
    row: ["duplicate", "", 200, first],
    ...repeated,
    follows: true,
    text: "hash"
  },
  "a text that is known, without dedup": {
    outcome: page(),
    options: { dedup: false },
    knows: ["hash"],
    ...stored,
    text: "hash"
  },
  "a redirect through a known URL": {
    outcome: page(),
    chain: [`${site}/hop`, `${site}/known`, `${site}/after`],
    knows: [`${site}/known`],
    ...elsewhere,
    row: ["duplicate", "already_crawled", 0, `${site}/known`],
    aliases: ["/hop"]
  },
  "a redirect through its own URL": { outcome: page(), chain: [own], knows: [own], ...stored, text: "hash" },
  "a redirect that was not followed": { outcome: { _tag: "Elsewhere" }, ...elsewhere },
  "a URL whose site calls it equivalent to a visited page": {
    outcome: { _tag: "Elsewhere", equivalent: first },
    row: ["duplicate", "already_crawled", 0, first],
    counts: { duplicates: 1 },
    spends: false,
    follows: false
  },
  "a known final URL": {
    outcome: page({ finalUrl: `${site}/known` }),
    knows: [`${site}/known`],
    ...elsewhere,
    row: ["duplicate", "already_crawled", 200, `${site}/known`]
  },
  "an error status": {
    outcome: page({ status: 404, finalUrl: `${site}/gone` }),
    row: ["failed", "http_status", 404],
    counts: { crawled: 1, failed: 1 },
    spends: true,
    follows: false,
    aliases: ["/gone"],
    message: "The site answered 404."
  },
  "a canonical URL": {
    outcome: page({ canonicalUrl: "/canonical" }),
    options: canonical,
    ...stored,
    aliases: ["/canonical"],
    text: "hash"
  },
  "a canonical URL that is known": {
    outcome: page({ canonicalUrl: "/known" }),
    options: canonical,
    knows: [`${site}/known`],
    row: ["duplicate", "already_crawled", 200, `${site}/known`],
    ...repeated,
    follows: true
  },
  "a canonical URL that is known, without canonical_links": {
    outcome: page({ canonicalUrl: "/known" }),
    knows: [`${site}/known`],
    ...stored,
    text: "hash"
  },
  "a canonical URL out of scope": {
    outcome: page({ canonicalUrl: "https://other.test/known" }),
    options: canonical,
    knows: ["https://other.test/known"],
    ...stored,
    text: "hash"
  },
  "a canonical URL that is none": {
    outcome: page({ canonicalUrl: "javascript:1" }),
    options: canonical,
    ...stored,
    text: "hash"
  },
  "a page that asks not to be indexed": {
    outcome: page({ unkept: "noindex" }),
    row: ["skipped", "noindex", 200],
    ...skipped
  },
  "a page that asks not to be archived": {
    outcome: page({ unkept: "noarchive" }),
    row: ["skipped", "noarchive", 200],
    ...skipped
  },
  "a page that refuses the purpose": {
    outcome: page({ unkept: "purpose_refused", isUnchanged: true }),
    row: ["skipped", "purpose_refused", 200],
    ...skipped
  },
  "a page as the earlier job has it": {
    outcome: page({ status: 304, isUnchanged: true }),
    knows: ["hash"],
    row: ["skipped", "unchanged", 304],
    ...skipped,
    text: "hash"
  }
}

type Weight = "never requested" | "fetched without result" | "answered with 402" | "failed"

/** Each code has a row, so a new one needs a decision. */
const weights: Readonly<Record<PageErrorCode, Weight>> = {
  robots_disallowed: "never requested",
  robots_unreachable: "never requested",
  purpose_refused: "never requested",
  content_use_refused: "never requested",
  payment_required: "answered with 402",
  address_blocked: "never requested",
  out_of_scope: "never requested",
  body_too_large: "fetched without result",
  unsupported_content_type: "fetched without result",
  fetch_failed: "failed",
  upstream_timeout: "failed",
  domain_busy: "failed",
  overloaded: "failed",
  store_unavailable: "failed"
}

interface Weighed extends Pick<Case, "counts" | "spends"> {
  readonly outcome: string
  readonly status: number
}

const withoutPage: Readonly<Record<Weight, Weighed>> = {
  "never requested": { outcome: "skipped", status: 0, counts: { skipped: 1 }, spends: false },
  "fetched without result": { outcome: "skipped", status: 0, counts: { crawled: 1, skipped: 1 }, spends: true },
  "answered with 402": { outcome: "failed", status: 402, counts: { crawled: 1, failed: 1 }, spends: true },
  failed: { outcome: "failed", status: 0, counts: { failed: 1 }, spends: true }
}

export const noPages = Object.fromEntries(pageErrorCodes.map((code): [string, Case] => {
  const { outcome, status, ...rest } = withoutPage[weights[code]]
  const detail = `About ${code}.`
  return [
    `no page: ${code}`,
    {
      outcome: { _tag: "NoPage", code, detail },
      row: [outcome, code, status],
      ...rest,
      follows: false,
      message: detail
    }
  ]
}))

export const visitOf = ({ chain = [], outcome }: Case): VisitRecord => ({
  seq: 3,
  url: own,
  depth: 1,
  foundOn: `${site}/`,
  outcome,
  chain,
  elapsed: 1
})
