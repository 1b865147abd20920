import { Effect, Stream } from "effect"
import { crawlTimeout, RequestContext } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { bodyFault, sentCodings, typed } from "../../../web/fetch/decode-body.ts"
import { Fetcher } from "../../../web/fetch/Fetcher.ts"
import { decodedBody } from "../../../web/net/coded-stream.ts"
import { owner } from "../run.ts"

/** A file of a page as its site sent it, under the same rules as pages: robots.txt, delays, addresses, sizes. */
export const assetFetcher = Effect.gen(function*() {
  const fetcher = yield* Fetcher
  const { maxBody, requestTimeout } = yield* Settings
  return Effect.fnUntraced(function*(url: URL) {
    const { body, finalUrl, headers, status } = yield* fetcher.fetch({ url, useCache: true, reads: () => true })
    if (status !== 200) return { status }
    const bytes = yield* decodedBody(Stream.make(body), sentCodings(headers), maxBody).pipe(
      Effect.mapError(bodyFault(url.href, maxBody))
    )
    return { bytes, finalUrl, ...typed(headers, bytes) }
  }, RequestContext.by(owner, "crawl", crawlTimeout(requestTimeout)))
})
