import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../contract/api/Api.ts"
import { Caller } from "../../../contract/api/Caller.ts"
import { pageFields, pictureStep } from "../../../contract/api/Pictures.ts"
import { RenderingUnavailableProblem } from "../../../contract/api/Problems.ts"
import { pictureTypes } from "../../../core/domain/document/Picture.ts"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import { withSchemeHint } from "../../../core/domain/errors/scheme-hint.ts"
import { withDefaults } from "../../../core/domain/options/RouteOptions.ts"
import { credentialsOf } from "../../../core/domain/SiteCredentials.ts"
import { withScheme } from "../../../core/domain/WebUrl.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { Pictures } from "../../../page/Pictures.ts"
import { wrongOption } from "../http/wrong-option.ts"
import { Admission } from "../limits/Admission.ts"
import { UnreadAnswers } from "../limits/UnreadAnswers.ts"
import { pictureProblem } from "../problems/page-problems.ts"
import { pictureLogins } from "./profiles/picture-logins.ts"
import { profileUse, type ProfileValuesFor } from "./profiles/use-profile.ts"

export const picturesHandlers = HttpApiBuilder.group(
  Api,
  "pictures",
  Effect.fn(function*(handlers) {
    const pictures = yield* Pictures
    const admission = yield* Admission
    const unread = yield* UnreadAnswers
    const { requestTimeout } = yield* Settings
    const profiles = yield* profileUse
    const loginWarnings = yield* pictureLogins
    return handlers.handleAll({
      screenshot: Effect.fn(function*({ payload }) {
        const { url, ...options } = withDefaults("screenshot", payload)
        const fault = pictureStep(payload.actions)
        if (fault !== undefined) return yield* wrongOption("actions", fault)
        const { name: owner } = yield* Caller
        yield* unread.check(owner)
        yield* admission.place(owner)
        const target = new URL(withScheme(url))
        const take = ({ checksLogin, ...values }: ProfileValuesFor) =>
          pictures.take({
            url: target,
            options,
            ...compact({
              actions: options.actions,
              credentials: credentialsOf(target.href, values),
              isRead: checksLogin
            })
          }).pipe(
            Effect.flatMap((taken) =>
              Effect.map(loginWarnings(taken, target.href), (found) => ({ ...taken, ...found }))
            ),
            Effect.catchTags({
              PageError: (error) => Effect.fail(pictureProblem(withSchemeHint(url)(error))),
              RenderingUnavailable: ({ url }) =>
                Effect.fail(new RenderingUnavailableProblem({ url, detail: noBrowser }))
            })
          )
        const { bytes, finalUrl, status, warnings } = yield* profiles.read(owner, options, target.href, take).pipe(
          RequestContext.by(owner, "interactive", requestTimeout)
        )
        return HttpServerResponse.uint8Array(bytes, {
          contentType: pictureTypes[options.format],
          headers: {
            [pageFields.status]: String(status),
            [pageFields.url]: finalUrl,
            ...(warnings.length === 0 ? {} : { [pageFields.warning]: inAscii(warnings) })
          }
        })
      })
    })
  })
)

const inAscii = (warnings: ReadonlyArray<Warning>): string =>
  warnings.map(({ message }) => message).join(" ").replace(/[^\x20-\x7E]/gu, "?")

const noBrowser =
  "A picture needs a browser, and this service has none. An operator can install one: gleaner doctor says how."
