import { Data, Effect } from "effect"
import * as fault from "../../domain/errors/page-errors.ts"
import type { PageError } from "../../domain/errors/PageError.ts"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import { Chain } from "../../fetch/Chain.ts"
import type { Fetcher } from "../../fetch/Fetcher.ts"
import type { FetchedPage } from "../../fetch/Hop.ts"
import type { RequestContext } from "../../kernel/RequestContext.ts"
import type { Lease } from "../frontier/Frontier.ts"
import { isAsKnown, type KnownPage, Unchanged } from "./known-page.ts"
import type { RunningCrawl } from "./RunningCrawl.ts"

/** The page redirects to a URL that the crawl knows already. */
export class KnownTarget extends Data.TaggedError("KnownTarget")<{}> {}

/** Fetches a page of the crawl. Each redirect is checked before it is followed. `names` collects the targets. */
export const fetchCrawlPage = Effect.fnUntraced(function*(
  fetcher: Fetcher["Service"],
  maxRedirects: number,
  {
    credentialsFor,
    earlier,
    frontier,
    redirects,
    nameOf,
    task: { options: { actions, language, max_age_seconds: maxAge, purpose } }
  }: RunningCrawl,
  { seq, url }: Lease,
  names: Array<string>,
  known: KnownPage | undefined
): Effect.fn.Return<FetchedPage, PageError | KnownTarget | Unchanged | StoreUnavailable, RequestContext> {
  const chain = new Chain(new URL(url), maxRedirects, credentialsFor(url))
  /** The validators are of one URL, requested without a cookie of its redirect chain. */
  const knownHere = () => chain.hasCookies || nameOf(chain.at) !== known?.at ? undefined : known.seen
  const hop = () =>
    fetcher.hop({
      url: chain.at,
      cookie: chain.cookie,
      isPrivate: actions !== undefined,
      credentials: chain.credentials,
      // A comparison with an earlier job needs the answer of the site, not of the cache.
      useCache: earlier === undefined && maxAge !== 0,
      maxAge,
      language,
      known: knownHere(),
      purpose
    })
  let answer = yield* redirects.claim(url, hop())
  while (answer._tag === "Redirected") {
    yield* Effect.fromResult(chain.follow(answer))
    const rules = yield* frontier.rules
    if (!rules.mayFollow(seq, answer.target)) return yield* fault.outOfScope(chain.asked)
    const name = rules.nameOf(answer.target)
    const isOwn = name === url || names.includes(name)
    // With a cookie of its redirect chain, or without the credentials, the answer may differ from that of its own page.
    const isDifferent = chain.hasCookies || chain.credentials !== credentialsFor(answer.target.href)
    if (isDifferent || isOwn) {
      answer = yield* hop()
      continue
    }
    names.push(name)
    if (yield* frontier.knows(name)) return yield* new KnownTarget()
    answer = yield* knownHere() === undefined ? redirects.prefetch(name, hop()) : hop()
  }
  if (isAsKnown(answer, knownHere())) return yield* new Unchanged({ finalUrl: chain.at.href, answer })
  return chain.end(answer)
})
