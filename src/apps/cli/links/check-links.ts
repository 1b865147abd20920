import { Effect, Result } from "effect"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { canonical, registrableDomain } from "../../../core/domain/WebUrl.ts"
import type { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { linkProber, type ProbedLink } from "../../../web/fetch/probe-link.ts"
import { hasFragment, type LinkVerdict, verdictOf, verdictOfError } from "./link-verdict.ts"
import type { FoundLink, KnownPage } from "./read-pages.ts"

export interface CheckedLink extends FoundLink, LinkVerdict {}

interface Site {
  readonly links: ReadonlyArray<FoundLink>
  readonly pages: ReadonlyMap<string, KnownPage>
  readonly failures: ReadonlyMap<string, PageError>
}

/**
 * Checks each link once, in the order of the pages. URLs that differ only in their fragment share one request, and
 * pages that were read need none. A slow domain does not hold back the others.
 */
export const checkLinks = Effect.fnUntraced(function*(
  { failures, links, pages }: Site,
  inTurn: ReturnType<typeof RequestContext.by>,
  onChecked: (link: CheckedLink) => Effect.Effect<void>
) {
  const probe = yield* linkProber
  const targets = Map.groupBy(links, ({ url }) => canonical(new URL(url)))
  const domains = Map.groupBy(targets, ([url]) => registrableDomain(new URL(url).hostname))
  const checked = new Map<FoundLink, CheckedLink>()

  /** The end of a link, without a request if its page was read. */
  const endOf = (url: string): Effect.Effect<Result.Result<ProbedLink, PageError>> => {
    const page = pages.get(url)
    if (page !== undefined) return Effect.succeed(Result.succeed({ ...page, redirects: [] }))
    const failure = failures.get(url)
    return failure === undefined
      ? Effect.result(inTurn(probe(new URL(url))))
      : Effect.succeed(Result.fail(failure))
  }

  const verdict = (url: URL, end: Result.Result<ProbedLink, PageError>): LinkVerdict => {
    if (Result.isFailure(end)) return verdictOfError(end.failure)
    const reached = verdictOf(url, end.success)
    const page = pages.get(canonical(new URL(end.success.finalUrl)))
    if (reached.result === "broken" || page === undefined || hasFragment(page.ids, url.hash) !== false) return reached
    return { ...reached, result: "broken", reason: `the page has no element with the id ${url.hash.slice(1)}` }
  }

  yield* Effect.forEach(
    [...domains.values()],
    (entries) =>
      Effect.forEach(entries, ([url, found]) =>
        Effect.flatMap(endOf(url), (end) =>
          Effect.forEach(found, (link) => {
            const result = { ...link, ...verdict(new URL(link.url), end) }
            checked.set(link, result)
            return onChecked(result)
          })), { concurrency: perDomain, discard: true }),
    { concurrency: domainsAtOnce, discard: true }
  )
  return links.flatMap((link) => checked.get(link) ?? [])
})

/** Links of one domain at the same time. The delay of the domain is kept. */
const perDomain = 4
const domainsAtOnce = 16
