import { createHash } from "node:crypto"
import type { CrawlOptions } from "../../core/domain/job/Job.ts"

/** The key by which a caller may send a request for a crawl twice and get one job. */
export interface Idempotency {
  readonly key: string
  /** Hash of the request. The same key with another hash is a mistake of the caller. */
  readonly asked: string
}

/**
 * `options`: those of the request, without the maximum values of the deployment, which may change between two equal
 * requests.
 */
export const idempotency = (
  key: string,
  url: string,
  options: CrawlOptions,
  hasCredentials: boolean
): Idempotency => {
  // Options are made by the schema, in its order of keys.
  const asked = createHash("sha256").update(JSON.stringify([url, options, hasCredentials])).digest("base64url")
  return { key, asked }
}
