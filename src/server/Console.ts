import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerRespondable, HttpServerResponse } from "effect/http"
import Negotiator from "negotiator"
import { NotFound } from "../api/Problems.ts"
import { type Asset, ConsoleFiles } from "./ConsoleFiles.ts"

/** The console at `/`. It is public; what it shows comes from the API, for which its user signs in. */
export const ConsoleRoutes = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const { assets } = yield* ConsoleFiles
  const answer = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const pathname = request.url.split("?")[0] ?? "/"
    const asset = (yield* assets).get(pathname)
    if (asset === undefined) return yield* HttpServerRespondable.toResponse(notFound(pathname))
    return withHeaders(pathname, encoded(request, asset))
  })
  yield* router.add("GET", "/", answer)
  yield* router.add("GET", "/assets/*", answer)
}))

const notFound = (pathname: string) =>
  new NotFound({
    detail: pathname === "/"
      ? "The console is not built; run npm start, or npm run build. The API is at /v1, and /docs lists its routes."
      : "The console has no such file; load the page again."
  })

/** The file in the smallest encoding that the browser takes. Each encoding has a tag of its own (RFC 9110 section 8.8.3). */
const encoded = (request: HttpServerRequest.HttpServerRequest, { bodies, tag, type }: Asset) => {
  const accepted = new Negotiator(request).encodings(["br", "gzip"])
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name)) ?? "identity"
  const own = encoding === "identity" ? tag : `${tag.slice(0, -1)}-${encoding}"`
  const headers = { "etag": own, "vary": "accept-encoding", "content-encoding": encoding }
  return HttpServerResponse.uint8Array(bodies[encoding] ?? new Uint8Array(), { contentType: type, headers })
}

const withHeaders = (pathname: string, response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeaders(response, {
    ...safeHeaders,
    // The frame of a page has an origin of its own, and takes its style from here.
    "cross-origin-resource-policy": pathname.endsWith(".css") ? "cross-origin" : "same-origin",
    "cache-control": pathname === "/" ? "no-cache" : "public, max-age=31536000, immutable"
  })

/**
 * Scripts, styles and answers come from this service alone, no script is written into a page, and text becomes markup in the two
 * named policies alone. A picture of another host is never loaded.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types dompurify gleaner"
].join("; ")

const safeHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}
