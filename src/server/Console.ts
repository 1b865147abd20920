import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerRespondable, HttpServerResponse } from "effect/http"
import Negotiator from "negotiator"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { NotFound } from "../api/Problems.ts"

/** A file of the console in each of its encodings. */
interface Asset {
  readonly type: string
  readonly tag: string
  readonly bodies: Readonly<Partial<Record<"br" | "gzip" | "identity", Uint8Array>>>
}

/** The files of the console, by the path that a browser asks for. They are read once, when the first of them is needed. */
export class ConsoleFiles extends Context.Service<ConsoleFiles, {
  readonly assets: Effect.Effect<ReadonlyMap<string, Asset>>
}>()("gleaner/server/ConsoleFiles") {
  static readonly layerFrom = (folder: string) =>
    Layer.effect(
      ConsoleFiles,
      Effect.map(Effect.cached(Effect.sync(() => readFolder(folder))), (assets) => ConsoleFiles.of({ assets }))
    )

  /** Beside the built program, or where a checkout builds it. */
  static readonly layer = Layer.unwrap(Effect.sync(() => {
    const beside = path.join(import.meta.dirname, "console")
    return ConsoleFiles.layerFrom(
      fs.existsSync(beside) ? beside : path.join(import.meta.dirname, "../../dist/console")
    )
  }))
}

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

const readFolder = (folder: string): ReadonlyMap<string, Asset> => {
  if (!fs.existsSync(path.join(folder, "index.html"))) return new Map()
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" })
  return new Map(names.flatMap((name) => {
    const type = types[path.extname(name)]
    if (type === undefined) return []
    const file = path.join(folder, name)
    const identity = fs.readFileSync(file)
    const tag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`
    const packed = (suffix: string) => fs.existsSync(file + suffix) ? fs.readFileSync(file + suffix) : identity
    const asset: Asset = { type, tag, bodies: { identity, br: packed(".br"), gzip: packed(".gz") } }
    return [[name === "index.html" ? "/" : `/${name.split(path.sep).join("/")}`, asset]]
  }))
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml"
}

/** The file in the encoding that the browser likes best. Each encoding has a tag of its own (RFC 9110 section 8.8.3). */
const encoded = (request: HttpServerRequest.HttpServerRequest, { bodies, tag, type }: Asset) => {
  const [preferred] = new Negotiator(request).encodings(["br", "gzip", "identity"])
  const encoding = preferred === "br" || preferred === "gzip" ? preferred : "identity"
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
