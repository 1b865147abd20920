import { Schema } from "effect"
import { registrableDomain } from "./WebUrl.ts"

/** Which links a crawl follows, relative to its seed. */
export const Scope = Schema.Literals(["domain", "subdomains", "prefix", "any"]).annotate({
  identifier: "Scope",
  message: "must be one of domain, subdomains, prefix, any"
})
export type Scope = typeof Scope.Type

/**
 * The one gate through which every URL of a crawl enters. `domain`: the exact host (with its port); `subdomains`: the
 * same registrable domain; `prefix`: same origin and under the seed's path up to and including its last `/`.
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
