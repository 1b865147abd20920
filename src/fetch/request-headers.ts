import { compact } from "../kernel/compact.ts"

/** The header fields of every request to a site. Nothing from the caller's request is in them, and no trace context. */
export const requestHeaders = (userAgent: string, cookie: string | undefined): Readonly<Record<string, string>> => ({
  "user-agent": userAgent,
  "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,text/*;q=0.8,application/json;q=0.8,*/*;q=0.5",
  "accept-language": "en,*;q=0.5",
  "accept-encoding": "gzip, br, zstd, deflate",
  ...compact({ cookie })
})
