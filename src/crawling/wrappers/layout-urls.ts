import { Effect, Result } from "effect"
import type { JobId } from "../../core/domain/job/Job.ts"
import { parseUrlPattern } from "../../core/domain/options/UrlPattern.ts"
import { canonical } from "../../core/domain/WebUrl.ts"
import type { JobStore } from "../jobs/JobStore.ts"
import type { JobTemplates } from "../jobs/templates/JobTemplates.ts"

interface Jobs {
  readonly jobs: JobStore["Service"]
  readonly templates: JobTemplates["Service"]
}

/**
 * URLs of the stored pages of a job with the layout of one page, or with its most frequent layout. At most `limit`, in
 * the order of the ledger.
 */
export const layoutUrls = Effect.fnUntraced(function*(
  { jobs, templates }: Jobs,
  id: JobId,
  like: string | undefined,
  limit: number
) {
  const layouts = (yield* templates.of(id)).map(({ url_pattern }) => Result.getOrThrow(parseUrlPattern(url_pattern)))
  const layout = like === undefined
    ? layouts[0]
    : layouts.find(({ matches }) => matches(canonical(new URL(like))))
  const urls: Array<string> = []
  if (layout === undefined) return urls
  for (let after = 0, more = true; more && urls.length < limit;) {
    const slice = yield* jobs.ledger(id, { after, limit: batchSize })
    urls.push(...slice.items.flatMap(({ outcome, url }) => outcome === "stored" && layout.matches(url) ? [url] : []))
    after = slice.next
    more = slice.more && slice.items.length > 0
  }
  return urls.slice(0, limit)
})

/** Rows for each read of the ledger. */
const batchSize = 200
