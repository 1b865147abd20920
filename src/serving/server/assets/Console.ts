import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerRespondable, HttpServerResponse } from "effect/http"
import { NotFound } from "../../../contract/api/Problems.ts"
import { answerAsset, cachedForever, safeHeaders } from "./answer-asset.ts"
import { ConsoleFiles } from "./ConsoleFiles.ts"

/** The console at `/`. It is public; its data come from the API, for which its user signs in. */
export const consoleRoutes = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const { assets } = yield* ConsoleFiles
  const answer = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const pathname = request.url.split("?")[0] ?? "/"
    const asset = (yield* assets).get(pathname)
    if (asset === undefined) return yield* HttpServerRespondable.toResponse(notFound(pathname))
    return withHeaders(pathname, yield* answerAsset(request, asset))
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

const withHeaders = (pathname: string, response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeaders(response, {
    ...safeHeaders,
    "content-security-policy": contentSecurityPolicy,
    // The frame of a page has an origin of its own, and takes its style from here.
    "cross-origin-resource-policy": pathname.endsWith(".css") ? "cross-origin" : "same-origin",
    "cache-control": pathname === "/" ? "no-cache" : cachedForever
  })

/**
 * Scripts, styles and answers come only from this service, no script is written into a page, and text becomes markup
 * only in the two named policies. A picture of another host is never loaded.
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
