import { PageError } from "./PageError.ts"

/**
 * A site that speaks plain HTTP fails with a TLS error. This tells a caller who wrote a bare host where https came
 * from.
 */
export const withSchemeHint = (written: string) => (error: PageError): PageError =>
  error.reason === "tls" && !written.includes("://")
    ? new PageError({
      url: error.url,
      code: error.code,
      reason: error.reason,
      detail: `${error.detail} A bare host gets https://; if the site speaks plain HTTP, write http:// before it.`
    })
    : error
