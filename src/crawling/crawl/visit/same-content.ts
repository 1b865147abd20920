import { Effect, Option } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { Extractor } from "../../../extract/Extractor.ts"
import { isSameContent } from "../../../extract/fingerprint/content-hash.ts"
import type { ReadPage } from "../../../page/projections.ts"
import type { EarlierPages } from "../revisit/EarlierPages.ts"
import type { OwnedTask } from "./RunningCrawl.ts"

/**
 * Whether a page has the content that the job of `since` has of it. A hash by another version of the extractor says
 * nothing: then the markdown of both documents is compared.
 */
export const hasSameContent = Effect.fnUntraced(function*(
  extractor: Pick<Extractor["Service"], "diff">,
  earlier: EarlierPages | undefined,
  { owner, url }: Pick<OwnedTask, "owner"> & { readonly url: string },
  page: Pick<ReadPage<"document">, "contentHash" | "json" | "textHash">
): Effect.fn.Return<boolean, StoreUnavailable> {
  const seen = earlier?.get(url)?.seen
  if (earlier === undefined || seen === undefined) return false
  const same = seen.content === undefined ? undefined : isSameContent(seen.content, page.contentHash)
  if (same !== undefined) return same
  const before = Option.getOrUndefined(yield* earlier.document(seen))
  // A row of a file without its ledger has only the hash of its text.
  if (before === undefined) return seen.content === undefined && seen.text === page.textHash
  const pair = { url, before, after: page.json }
  return yield* extractor.diff(pair, { owner, priority: "crawl" }).pipe(
    Effect.map(({ isSame }) => isSame),
    // Too large for a reader. Then a change is the safe answer: nothing is left out.
    Effect.orElseSucceed(() => false)
  )
})
