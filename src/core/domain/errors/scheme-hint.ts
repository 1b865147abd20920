import { changed } from "./page-errors.ts"
import type { PageError } from "./PageError.ts"

/**
 * Adds a hint to the TLS error of a bare host: https:// was prepended to it, and the site may support plain HTTP only.
 */
export const withSchemeHint = (written: string) => (error: PageError): PageError =>
  error.reason === "tls" && !written.includes("://")
    ? changed(error, {
      detail:
        `${error.detail} A bare host gets https://; if the site supports plain HTTP only, write http:// before it.`
    })
    : error
