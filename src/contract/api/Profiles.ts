import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProfileName } from "../../core/domain/options/Credentials.ts"
import { Profile, ProfileRequest } from "../../core/domain/profile/Profile.ts"
import { Authentication } from "./Caller.ts"
import { Limit, paged, ProfileList, ProfilesCursor } from "./Paging.ts"
import {
  ProfileNotFound,
  SecretsUnavailableProblem,
  StoreUnavailableProblem,
  TooManyProfilesProblem
} from "./Problems.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

const name = ProfileName.annotate({ description: "Name of the profile.", examples: ["intranet"] })

/** Cookies, header fields and logins for a few origins. */
export class ProfilesGroup extends HttpApiGroup.make("profiles")
  .annotate(
    OpenApi.Description,
    "Cookies, header fields and logins of this key for a few origins. Their values are encrypted, and in no answer."
  )
  .add(
    HttpApiEndpoint.put("putProfile", "/profiles/:name", {
      params: { name },
      payload: ProfileRequest,
      success: Profile,
      error: [TooManyProfilesProblem, SecretsUnavailableProblem, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "putProfile")
      .annotate(OpenApi.Summary, "Create or replace a profile")
      .annotate(
        OpenApi.Description,
        "Replaces all values and ends the session of the last login. Nothing is fetched. Use it by the option profile of a scrape, a batch, a crawl or a schedule."
      ),
    HttpApiEndpoint.get("profiles", "/profiles", {
      query: { after: Schema.optionalKey(ProfilesCursor), limit: Schema.optionalKey(Limit("profiles")) },
      success: ProfileList,
      error: StoreUnavailableProblem
    }).annotate(OpenApi.Identifier, "listProfiles")
      .annotate(OpenApi.Transform, paged("profiles"))
      .annotate(OpenApi.Summary, "List the profiles of this key, oldest first")
      .annotate(OpenApi.Description, "Without their values. Default limit: 20."),
    HttpApiEndpoint.get("profile", "/profiles/:name", {
      params: { name },
      success: Profile,
      error: [ProfileNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "getProfile")
      .annotate(OpenApi.Summary, "Read a profile")
      .annotate(OpenApi.Description, "With the names of its values, and without the values."),
    HttpApiEndpoint.delete("deleteProfile", "/profiles/:name", {
      params: { name },
      success: Profile,
      error: [ProfileNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "deleteProfile")
      .annotate(OpenApi.Summary, "Delete a profile")
      .annotate(OpenApi.Description, "Jobs that use it go on with what they have read. Returns the deleted profile.")
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
