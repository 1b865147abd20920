import { Schema } from "effect"
import { registrableDomain } from "../WebUrl.ts"

/** Links that a crawl follows, relative to its seed. */
export const Scope = Schema.Literals(["domain", "subdomains", "prefix", "any"]).annotate({
  identifier: "Scope",
  message: "must be one of domain, subdomains, prefix, any"
})
export type Scope = typeof Scope.Type

/**
 * Predicate for URLs in scope. `domain`: same host and port. `subdomains`: same registrable domain. `prefix`: same host
 * and port, under the seed's path up to its last `/`.
 */
export const inScope = (scope: Scope, seed: URL): (url: URL) => boolean => {
  switch (scope) {
    case "any":
      return () => true
    case "domain":
      return (url) => url.host === seed.host
    case "subdomains": {
      const domain = registrableDomain(seed.hostname)
      return (url) => registrableDomain(url.hostname) === domain
    }
    case "prefix": {
      const prefix = seed.pathname.slice(0, seed.pathname.lastIndexOf("/") + 1)
      return (url) => url.host === seed.host && url.pathname.startsWith(prefix)
    }
  }
}
