import { Effect, Option, Redacted } from "effect"
import { type GleanerClient, gleanerClient } from "../../../../contract/client/index.ts"
import { jobIdPattern } from "../../../../core/domain/schema/job-id-pattern.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { failed, usage } from "../../output/exit-codes.ts"
import { answerOf, inWords, serviceUrl } from "./ServiceJobs.ts"

/** A client for each key of GLEANER_API_KEYS. `command`: the one that needs them. */
export const clientsOf = Effect.fnUntraced(function*(command: string, url: Option.Option<string>) {
  const settings = yield* Settings
  if (settings.apiKeys.length === 0) {
    return yield* usage(
      `gleaner ${command} needs a key of the service: set GLEANER_API_KEYS to its value (name:secret)`
    )
  }
  const baseUrl = yield* serviceUrl(url, settings)
  const clients = settings.apiKeys.map(({ secret }) =>
    gleanerClient({ baseUrl, apiKey: Redacted.value(secret), tries: 1 })
  )
  return { baseUrl, clients }
})

/** Tries the keys until one has the schedule, the wrapper or the profile. */
export const ofSomeKey = Effect.fnUntraced(function*<A>(
  kind: "schedule" | "wrapper" | "profile",
  given: { readonly url: Option.Option<string>; readonly id: string },
  act: (client: GleanerClient, id: string) => Promise<A>
) {
  const { id } = given
  if (kind !== "profile" && !jobIdPattern.test(id)) {
    return yield* usage(`${JSON.stringify(id)} is not the id of a ${kind}, which has 32 hexadecimal digits.`)
  }
  const { baseUrl, clients } = yield* clientsOf(`${kind}s`, given.url)
  for (const client of clients) {
    const found = yield* answerOf(() => act(client, id)).pipe(
      Effect.asSome,
      Effect.catchIf(({ code }) => code === `${kind}_not_found`, () => Effect.succeedNone),
      Effect.mapError(inWords(baseUrl))
    )
    if (Option.isSome(found)) return found.value
  }
  return yield* failed(`no key in GLEANER_API_KEYS has a ${kind} ${id}; gleaner ${kind}s list shows all ${kind}s`)
})
