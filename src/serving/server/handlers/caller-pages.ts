import { Effect } from "effect"
import { Caller } from "../../../contract/api/Caller.ts"
import type { StageTiming } from "../../../core/domain/document/Trace.ts"
import { withScheme } from "../../../core/domain/WebUrl.ts"
import { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import type { PageAnswer } from "../../../crawling/profiles/logged-in.ts"
import { serverTiming } from "../http/answer-fields.ts"
import { Admission } from "../limits/Admission.ts"
import { UnreadAnswers } from "../limits/UnreadAnswers.ts"
import { profileUse, type ProfileValuesFor } from "./profiles/use-profile.ts"

type TimedAnswer = PageAnswer & { readonly timings: ReadonlyArray<StageTiming> }

/** Pages for the caller of a request, who waits for the answer. */
export const callerPages = Effect.gen(function*() {
  const admission = yield* Admission
  const unread = yield* UnreadAnswers
  const profiles = yield* profileUse
  const { requestTimeout } = yield* Settings

  const forCaller = <A, E, R>(page: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Caller, ({ name }) => RequestContext.by(name, "interactive", requestTimeout)(page))

  /** Takes a place for a page, and returns its owner. */
  const admit = Effect.gen(function*() {
    const { name: owner } = yield* Caller
    yield* unread.check(owner)
    yield* admission.place(owner)
    return owner
  })

  /** Reads a page with the values of the profile that the request names. */
  const read = Effect.fnUntraced(function*<A extends TimedAnswer, E>(
    owner: string,
    asked: Parameters<typeof profiles.read>[1] & { readonly url: string },
    page: (at: ProfileValuesFor & { readonly url: string }) => Effect.Effect<A, E, RequestContext>
  ) {
    const url = withScheme(asked.url)
    const answer = yield* forCaller(profiles.read(owner, asked, url, (credentials) => page({ ...credentials, url })))
    yield* serverTiming(answer.timings)
    return answer
  })

  return { admit, forCaller, read }
})
