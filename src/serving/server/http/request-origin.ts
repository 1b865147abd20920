import type { HttpServerRequest } from "effect/http"

/** Scheme and host that the caller has asked, also in front of a proxy that names its scheme. */
export const requestOrigin = ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">): string =>
  `${headers["x-forwarded-proto"] === "https" ? "https" : "http"}://${headers["host"] ?? "localhost"}`
