import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../../contract/api/Api.ts"
import { Caller } from "../../../../contract/api/Caller.ts"
import { rows } from "../../../../contract/api/Paging.ts"
import { ProfileNotFound, TooManyProfilesProblem } from "../../../../contract/api/Problems.ts"
import type { ProfileRequest } from "../../../../core/domain/profile/Profile.ts"
import { Profiles } from "../../../../crawling/profiles/Profiles.ts"
import { invalidFields } from "../../http/decode-problems.ts"
import { foundOr, limitReached, overStore } from "../../problems/store-problems.ts"
import { endOf } from "../list-answers.ts"
import { secretsProblem } from "./profile-problems.ts"

export const profilesHandlers = HttpApiBuilder.group(
  Api,
  "profiles",
  Effect.fn(function*(handlers) {
    const profiles = yield* Profiles

    return handlers.handleAll({
      putProfile: Effect.fn(function*({ params: { name }, payload }) {
        const wrong = foreignOrigins(payload)
        if (wrong.length > 0) return yield* invalidFields(wrong)
        return yield* profiles.put((yield* Caller).name, name, payload).pipe(
          Effect.catchTag(
            "TooManyProfiles",
            ({ limit }) => Effect.fail(new TooManyProfilesProblem({ detail: limitReached(limit, "profiles") }))
          ),
          Effect.catchTag("SecretsUnavailable", (error) => Effect.fail(secretsProblem(error))),
          overStore
        )
      }),
      profiles: Effect.fn(function*({ query: { limit = rows("profiles"), ...range } }) {
        const { items, ...slice } = yield* overStore(profiles.list((yield* Caller).name, { ...range, limit }))
        return { profiles: items, ...endOf(slice) }
      }),
      profile: Effect.fn(function*({ params: { name } }) {
        return yield* found(profiles.get((yield* Caller).name, name))
      }),
      deleteProfile: Effect.fn(function*({ params: { name } }) {
        return yield* found(profiles.remove((yield* Caller).name, name))
      })
    })
  })
)

/** Values for an origin that is not one of the profile would never be sent. */
const foreignOrigins = ({ login, origins, storage }: ProfileRequest) => {
  const isForeign = (url: string) => !origins.includes(new URL(url).origin)
  const detail = "is of an origin that is not in origins"
  return [
    ...(login !== undefined && isForeign(Redacted.value(login).url) ? [{ pointer: "/login/url", detail }] : []),
    ...Object.keys(storage === undefined ? {} : Redacted.value(storage))
      .filter((origin) => !origins.includes(origin))
      .map(() => ({ pointer: "/storage", detail: "has an origin that is not in origins" }))
  ]
}

const found = foundOr(
  new ProfileNotFound({
    detail: "This key has no profile of that name; GET /v1/profiles lists those that it has."
  })
)
