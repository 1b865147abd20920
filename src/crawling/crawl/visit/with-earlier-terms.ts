import { Effect, Option } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { Extractor } from "../../../extract/Extractor.ts"
import type { VisitedPage } from "../model/VisitRecord.ts"
import type { KnownPage } from "./known-page.ts"
import type { RunningCrawl } from "./RunningCrawl.ts"

/** An unchanged page that was not read, with the terms of its earlier document if the job has an index. */
export const withEarlierTerms = Effect.fnUntraced(function*(
  extractor: Pick<Extractor["Service"], "terms">,
  { earlier, task: { options, owner } }: RunningCrawl,
  { seen }: KnownPage,
  page: VisitedPage
): Effect.fn.Return<VisitedPage, StoreUnavailable> {
  if (options.search !== true || earlier === undefined) return page
  const document = Option.getOrUndefined(yield* earlier.document(seen))
  if (document === undefined) return page
  return yield* extractor.terms({ url: page.finalUrl, document }, { owner, priority: "crawl" }).pipe(
    Effect.map((terms): VisitedPage => ({ ...page, terms })),
    // Too large for a reader. The page itself does not fail.
    Effect.orElseSucceed(() => page)
  )
})
