import { Data, Effect } from "effect"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { actionsFor } from "../../../core/domain/options/Action.ts"
import type { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { readsOf } from "../../../page/PageRequest.ts"
import { Chain } from "../../../web/fetch/Chain.ts"
import type { Fetcher } from "../../../web/fetch/Fetcher.ts"
import type { FetchedPage, Hop, HopOptions } from "../../../web/fetch/Hop.ts"
import type { PageSource } from "../../../web/fetch/PageSource.ts"
import type { Lease } from "../model/Frontier.ts"
import { isAsKnown, type KnownPage, Unchanged } from "./known-page.ts"
import type { RunningCrawl } from "./RunningCrawl.ts"

/** The page redirects to a URL that the crawl knows already. */
export class KnownTarget extends Data.TaggedError("KnownTarget")<{}> {}

type CrawlFailure = PageError | KnownTarget | Unchanged | StoreUnavailable

interface SourceInput {
  readonly fetcher: Fetcher["Service"]
  /** Media types of the extractor. */
  readonly readable: ReadonlyArray<string>
  readonly maxRedirects: number
  readonly running: RunningCrawl
  readonly lease: Lease
  readonly known: KnownPage | undefined
}

/** `chain`: the names of the redirects' targets so far. */
interface CrawlSource extends PageSource<CrawlFailure> {
  readonly chain: ReadonlyArray<string>
}

/** The source of a page of the crawl. Each redirect and refresh is checked before it is followed. */
export const crawlSource = (
  { fetcher, known, lease, maxRedirects, readable, running }: SourceInput
): CrawlSource => {
  const { credentialsFor, earlier, frontier, nameOf, redirects, task: { options: crawl } } = running
  const { url } = lease
  const { language, content_use, max_age_seconds: maxAge, prefer, purpose } = crawl
  const way = new Chain(new URL(url), maxRedirects, credentialsFor(url))
  const chain: Array<string> = []
  /** The validators are of one URL, requested without a cookie of its redirect chain. */
  const knownHere = () => way.hasCookies || nameOf(way.at) !== known?.at ? undefined : known.seen
  const options: HopOptions = {
    // A comparison with an earlier job needs the answer of the site, not of the cache.
    useCache: earlier === undefined && maxAge !== 0,
    maxAge,
    isPrivate: actionsFor(crawl, url) !== undefined,
    language,
    prefer,
    reads: readsOf(crawl, readable),
    intent: { purpose, content_use }
  }
  const hop = () =>
    fetcher.hop({ ...options, url: way.at, cookie: way.cookie, credentials: way.credentials, known: knownHere() })

  const followed = Effect.fnUntraced(function*(target: URL): Effect.fn.Return<Hop, CrawlFailure, RequestContext> {
    const rules = yield* frontier.rules
    if (!rules.mayFollow(lease, target)) return yield* fault.outOfScope(way.asked)
    const name = rules.nameOf(target)
    const isOwn = name === url || chain.includes(name)
    // With a cookie of its redirect chain, or without the credentials, the answer may differ from that of its own page.
    const isDifferent = way.hasCookies || way.credentials !== credentialsFor(target.href)
    if (isDifferent || isOwn) return yield* hop()
    chain.push(name)
    if (yield* frontier.knows(name)) return yield* new KnownTarget()
    return yield* knownHere() === undefined ? redirects.prefetch(name, hop()) : hop()
  })

  const end = Effect.fnUntraced(function*(first: Hop): Effect.fn.Return<FetchedPage, CrawlFailure, RequestContext> {
    let answer = first
    while (answer._tag === "Redirected") {
      yield* Effect.fromResult(way.follow(answer))
      answer = yield* followed(answer.target)
    }
    if (isAsKnown(answer, knownHere())) return yield* new Unchanged({ finalUrl: way.at.href, answer })
    return way.end(answer)
  })

  const refresh = Effect.fnUntraced(function*(target: URL) {
    const before = chain.length
    yield* Effect.fromResult(way.refresh(target))
    const page = Effect.flatMap(followed(target), end)
    // A page that cannot be followed remains the page before it, which has no other names.
    return yield* Effect.tapErrorTag(page, "PageError", () => Effect.sync(() => chain.splice(before)))
  })

  const frame = Effect.fnUntraced(function*(address: URL) {
    const rules = yield* frontier.rules
    if (!rules.mayFollow(lease, address)) return yield* fault.outOfScope(way.asked)
    const { credentials } = way
    const fetching = fetcher.hop({ ...options, url: address, credentials })
    // The page of this frame, if it is one of the crawl, claims the answer.
    const isSame = credentials === credentialsFor(address.href)
    const answer = yield* isSame ? redirects.prefetch(rules.nameOf(address), fetching) : fetching
    if (answer._tag === "Redirected") return yield* fault.redirects(address, "the frame redirects")
    return new Chain(address, 0).end(answer)
  })

  return { page: Effect.flatMap(Effect.suspend(() => redirects.claim(url, hop())), end), refresh, frame, chain }
}
