import type { LedgerRow } from "../../../contract/client/index.ts"

/** Explanations why a page has no document, by code. */
export const ledgerCodes: Readonly<Record<string, string>> = {
  already_crawled: "Another URL of a page that was already crawled",
  unchanged: "It has not changed since the earlier job",
  not_due: "It was not requested: it has probably not changed",
  sitemap_unchanged: "It was not requested: the sitemap has no newer date for it",
  http_status: "The site answered with an error",
  robots_disallowed: "robots.txt does not allow it",
  robots_unreachable: "robots.txt could not be read, so the page may not be fetched",
  purpose_refused: "The site refuses this purpose",
  content_use_refused: "The site allows less use of its content",
  payment_required: "The site asks for a payment",
  noindex: "The page asks not to be stored",
  noarchive: "The page asks not to be archived",
  address_blocked: "Its address is not public",
  out_of_scope: "It redirects out of the scope of the crawl",
  body_too_large: "The page is too large",
  unsupported_content_type: "Its media type is not supported",
  fetch_failed: "The site could not be reached",
  upstream_timeout: "The site was too slow",
  domain_busy: "Too many requests wait for the site",
  overloaded: "The service was too busy",
  store_full: "The store is full",
  store_unavailable: "The store was unavailable",
  credentials_lost: "The process that had its headers and cookies has ended",
  internal_error: "The service failed on this page"
}

/** Empty for a stored page. */
export const why = ({ code, outcome, status }: Pick<LedgerRow, "code" | "outcome" | "status">): string => {
  if (code === "http_status") return `The site answered ${status}${statusWords[status] ?? ""}`
  if (code !== "") return ledgerCodes[code] ?? code
  return outcome === "duplicate" ? "Its text is the same as another page's" : ""
}

const statusWords: Readonly<Record<number, string>> = {
  401: ": a login is needed",
  403: ": refused",
  404: ": not found",
  410: ": gone",
  429: ": too many requests",
  500: ": an error of the site",
  503: ": not available"
}
