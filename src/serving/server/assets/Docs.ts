import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerRespondable, HttpServerResponse } from "effect/http"
import { NotFound } from "../../../contract/api/Problems.ts"
import { answerAsset, cachedForever, safeHeaders } from "./answer-asset.ts"
import { DocsFiles } from "./DocsFiles.ts"

/** The documentation at `/docs`: pages, each as markdown too. Only their search needs a script. It is public. */
export const docsRoutes = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const { assets } = yield* DocsFiles
  const answer = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const files = yield* assets
    const pathname = (request.url.split("?")[0] ?? "").replace(/(?<=.)\/$/, "")
    const asset = files.get(pathname)
    if (asset === undefined) return yield* HttpServerRespondable.toResponse(notFound(files.size > 0))
    return HttpServerResponse.setHeaders(yield* answerAsset(request, asset), {
      ...safeHeaders,
      "content-security-policy": contentSecurityPolicy,
      "cross-origin-resource-policy": "same-origin",
      "cache-control": pathname.startsWith("/docs/assets/") ? cachedForever : "no-cache"
    })
  })
  // For this router, it is the route of /docs too.
  yield* router.add("GET", "/docs/*", answer)
}))

const notFound = (built: boolean) =>
  new NotFound({
    detail: built
      ? "The documentation has no such page; /docs lists them."
      : "The documentation is not built; run npm start, or npm run build. /openapi.json describes the API."
  })

/** A page has text, its style, its icon and the search, which fetches the sections. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
