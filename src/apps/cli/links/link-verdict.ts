import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { canonical } from "../../../core/domain/WebUrl.ts"
import type { ProbedLink } from "../../../web/fetch/probe-link.ts"
import { safeDecoded } from "../output/safe-decoded.ts"

/**
 * ok: reached. redirect: reached at another URL. broken: a reader gets no page, or not the part that the link names.
 * unknown: the site does not say, because it refuses programs or is too busy or too slow. skipped: not requested, since
 * its robots.txt or the address policy forbids it.
 */
export type LinkResult = "ok" | "redirect" | "broken" | "unknown" | "skipped"

export interface LinkVerdict {
  readonly result: LinkResult
  /** HTTP status, or 0 without a response. */
  readonly status: number
  readonly redirected_to: string
  readonly reason: string
}

export const verdictOf = (url: URL, { finalUrl, redirects, status }: ProbedLink): LinkVerdict => {
  const isMoved = canonical(new URL(finalUrl)) !== canonical(url)
  const redirected_to = isMoved ? finalUrl + url.hash : ""
  const verdict = (result: LinkResult, reason: string) => ({ result, status, redirected_to, reason })
  if (status >= 200 && status < 400) {
    return isMoved ? verdict("redirect", redirects.join(" ")) : verdict("ok", "")
  }
  return verdict(isBroken(status) ? "broken" : "unknown", `status ${status}`)
}

/** Statuses that a browser of a person gets too. Refusals of programs, busy sites and inventions are none. */
const isBroken = (status: number): boolean =>
  status >= 400 && status < 600 && ![401, 403, 407, 408, 425, 429, 451, 502, 503, 504].includes(status)

export const verdictOfError = ({ code, detail, reason }: PageError): LinkVerdict => {
  const verdict = (result: LinkResult, why: string) => ({ result, status: 0, redirected_to: "", reason: why })
  if (code === "robots_disallowed") return verdict("skipped", "robots.txt forbids it")
  if (code === "address_blocked") return verdict("skipped", "the address is private")
  if (code === "payment_required") return { ...verdict("unknown", "the site asks for a payment"), status: 402 }
  // It is there.
  if (code === "body_too_large" || code === "unsupported_content_type") return verdict("ok", "")
  if (code !== "fetch_failed") return verdict("unknown", detail)
  return verdict(reason === "dns" || reason === "connect" || reason === "tls" ? "broken" : "unknown", detail)
}

/** Whether a page has the part that a fragment names (HTML, 7.4.6.3). Undefined if only its scripts know. */
export const hasFragment = (ids: ReadonlySet<string>, hash: string): boolean | undefined => {
  const fragment = hash.slice(1).replace(/:~:.*$/s, "")
  if (fragment === "" || /^top$/i.test(fragment)) return true
  const name = safeDecoded(fragment)
  // Code forges prefix the ids of a document.
  if (ids.has(fragment) || ids.has(name) || ids.has(`user-content-${name}`)) return true
  return /^[/!]/.test(name) ? undefined : false
}
