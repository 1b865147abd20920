import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "./Caller.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

export const Session = Schema.Struct({
  name: Schema.String.annotate({ description: "The name of the key." }),
  expires_at: Schema.NullOr(Schema.Finite).annotate({
    description: "When the session ends, in seconds since the Unix epoch; null if the request came with the key itself."
  })
}).annotate({ identifier: "Session" })
export interface Session extends Schema.Schema.Type<typeof Session> {}

/** A browser signs in once with a key, and then a cookie stands for it. */
export class SessionGroup extends HttpApiGroup.make("session")
  .annotate(OpenApi.Description, "A browser signs in once with a key, and then a cookie stands for it.")
  .add(
    HttpApiEndpoint.put("signIn", "/session", { success: Session })
      .annotate(OpenApi.Identifier, "signIn")
      .annotate(OpenApi.Summary, "Sign in: get a cookie that stands for the key")
      .annotate(
        OpenApi.Description,
        "The cookie is HttpOnly and SameSite=Strict. It is accepted only from pages of this service, and ends after twelve hours or when the key changes."
      ),
    HttpApiEndpoint.get("session", "/session", { success: Session })
      .annotate(OpenApi.Identifier, "getSession")
      .annotate(OpenApi.Summary, "Which key this is, and until when the session lasts"),
    HttpApiEndpoint.delete("signOut", "/session", {})
      .annotate(OpenApi.Identifier, "signOut")
      .annotate(OpenApi.Summary, "Sign out: end the session and remove its cookie")
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
