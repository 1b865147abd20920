import { acceptLanguage } from "../../core/domain/options/Language.ts"
import { fieldsFor, secretNames } from "../../core/domain/SiteCredentials.ts"
import { compact } from "../../core/kernel/compact.ts"
import type { CacheRequest } from "./cache/cache-policy.ts"
import type { HopRequest } from "./Hop.ts"

/** The header fields of every request to a site. Nothing from the caller's request is in them, and no trace context. */
export const requestHeaders = (
  userAgent: string,
  language: ReadonlyArray<string> | undefined,
  cookie: string | undefined
): Readonly<Record<string, string>> => ({
  "user-agent": userAgent,
  "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,text/*;q=0.8,application/json;q=0.8,*/*;q=0.5",
  "accept-language": languageKey(language) ?? "en,*;q=0.5",
  "accept-encoding": "gzip, br, zstd, deflate",
  ...compact({ cookie })
})

/** The request of a hop, as it is sent to the site and as the cache knows it. */
export const cacheRequest = (
  userAgent: string,
  { cookie, credentials, isPrivate = false, language, maxAge, prefer, url }: HopRequest
): CacheRequest => ({
  url: url.href,
  headers: {
    ...requestHeaders(userAgent, language, cookie),
    ...(prefer === undefined ? {} : { accept: markdownFirst }),
    ...fieldsFor(credentials, url, cookie)
  },
  ...compact({ maxAge, language: languageKey(language), prefer }),
  ...(credentials === undefined && !isPrivate ? {} : { secret: secretNames(credentials) })
})

export const languageKey = (language: ReadonlyArray<string> | undefined): string | undefined =>
  language === undefined ? undefined : acceptLanguage(language)

const markdownFirst =
  "text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.9,application/xml;q=0.8,text/*;q=0.7,*/*;q=0.5"
