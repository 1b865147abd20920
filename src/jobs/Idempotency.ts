import { createHash } from "node:crypto"
import type { CrawlOptions } from "../domain/job/Job.ts"

/** The key by which a caller may ask for a crawl twice and get it once. */
export interface Idempotency {
  readonly key: string
  /** Stands for what was asked for. The same key with another one is a mistake of the caller. */
  readonly asked: string
}

/**
 * `options` are those of the request, before the maximum values of the deployment: these may change with a restart, and
 * the request is still the same.
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
