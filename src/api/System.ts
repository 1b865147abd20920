import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Limits } from "../domain/Limits.ts"
import { Authentication } from "./Caller.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

export const Health = Schema.Struct({
  status: Schema.Literal("ok"),
  version: Schema.String,
  uptime_seconds: Schema.Finite,
  capabilities: Schema.Struct({
    rendering: Schema.Boolean.annotate({ description: "Whether a browser is installed." }),
    parsers: Schema.Array(Schema.String).annotate({ description: "Media types that can be read." })
  }),
  limits: Limits
}).annotate({ identifier: "Health" })

export class SystemGroup extends HttpApiGroup.make("system")
  .annotate(OpenApi.Description, "What this deployment can do, and how it is.")
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Health })
      .annotate(OpenApi.Identifier, "getHealth")
      .annotate(OpenApi.Summary, "What this deployment can do, and its limits"),
    HttpApiEndpoint.get("metrics", "/metrics", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4" }))
    }).annotate(OpenApi.Identifier, "getMetrics")
      .annotate(OpenApi.Summary, "What this process has done and holds, in Prometheus' text format")
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
