import { changed } from "./page-errors.ts"
import type { PageError } from "./PageError.ts"

/**
 * A site that speaks plain HTTP fails with a TLS error. This tells a caller who wrote a bare host where https came
 * from.
 */
export const withSchemeHint = (written: string) => (error: PageError): PageError =>
  error.reason === "tls" && !written.includes("://")
    ? changed(error, {
      detail: `${error.detail} A bare host gets https://; if the site speaks plain HTTP, write http:// before it.`
    })
    : error
