import { Duration, Effect } from "effect"
import type { ModelAnswer } from "../../../extract/Page.ts"
import type { AskModel } from "../../../page/read-by-model.ts"
import type { ModelPage } from "./chat-request.ts"
import type { Model } from "./Model.ts"

/**
 * Asks the model about one page: further questions, as about its rendering, get the first answer. A caller waits, so the
 * model has half of the time of a request.
 */
export const askOnce = (
  model: Model["Service"],
  schema: ModelPage["schema"],
  { characters, requestTimeout }: { readonly characters: number; readonly requestTimeout: Duration.Duration }
): AskModel => {
  let known: ModelAnswer | undefined
  const limit = Duration.divideUnsafe(requestTimeout, 2)
  return (text) =>
    Effect.suspend(() =>
      known === undefined
        ? Effect.tap(asked(model.read({ schema, text: text.slice(0, characters) }), limit), (answer) =>
          Effect.sync(() => {
            known = answer
          }))
        : Effect.succeed(known)
    )
}

const asked = (reading: ReturnType<Model["Service"]["read"]>, limit: Duration.Duration): Effect.Effect<ModelAnswer> =>
  reading.pipe(
    Effect.map(({ fault, json }): ModelAnswer => ({
      ...(json === undefined ? {} : { json }),
      ...(fault === undefined ? {} : { fault: `The language model gave no data: ${fault}.` })
    })),
    Effect.catchTag("ModelFailed", ({ message }) => Effect.succeed<ModelAnswer>({ fault: message })),
    Effect.timeoutOrElse({
      duration: limit,
      orElse: () =>
        Effect.succeed<ModelAnswer>({ fault: `The language model did not answer within ${Duration.format(limit)}.` })
    })
  )
