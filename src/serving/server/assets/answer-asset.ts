import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import Negotiator from "negotiator"
import type { Asset } from "./asset-folder.ts"

/**
 * The file in the smallest encoding that the browser takes. Each encoding has a tag of its own (RFC 9110 section
 * 8.8.3).
 */
export const answerAsset = (request: HttpServerRequest.HttpServerRequest, { bodies, tag, type }: Asset) => {
  const accepted = new Negotiator(request).encodings(["br", "gzip"])
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name)) ?? "identity"
  const own = encoding === "identity" ? tag : `${tag.slice(0, -1)}-${encoding}"`
  const headers = { "etag": own, "vary": "accept-encoding", "content-encoding": encoding }
  return Effect.map(bodies[encoding], (body) => HttpServerResponse.uint8Array(body, { contentType: type, headers }))
}

/** Header fields of pages for people, besides the content policy. */
export const safeHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

/** For files whose name contains a hash of their content. */
export const cachedForever = "public, max-age=31536000, immutable"
