import { Effect, Result } from "effect"
import { readShape } from "../../core/domain/data/read-shape.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import { asData } from "../../extract/select/wrapper/model/as-data.ts"
import type { PageReader } from "../../page/PageReader.ts"
import type { Model } from "./model/Model.ts"
import { readModelText } from "./read-layout.ts"
import type { ModelExample, StoredWrapper, WrapperExample, WrapperState } from "./WrapperStore.ts"

interface Asking {
  readonly model: Model["Service"]
  readonly reader: PageReader["Service"]
  readonly settings: Settings["Service"]
}

/** Pages that are tried until the model has read enough of them. */
const maxTried = 10

/**
 * Whether the model shall read a further one of these pages: there are no examples, and it has not read enough. Undefined
 * if not.
 */
export const nextForModel = (
  { sources }: WrapperState,
  urls: ReadonlyArray<string>,
  { modelPages }: Settings["Service"]
): string | undefined => {
  const { examples, model = [], modelFault } = sources
  const isEnough = model.length >= maxTried || model.filter(({ isRead }) => isRead).length >= modelPages
  if (examples.length > 0 || modelFault !== undefined || isEnough) return undefined
  return urls.find((url) => !model.some((tried) => tried.url === url))
}

/** Has the model read one page. The state that follows has its data, and is to be stored before the next page is read. */
export const askModel = Effect.fnUntraced(function*(
  asking: Asking,
  wrapper: StoredWrapper,
  url: string
): Effect.fn.Return<WrapperState> {
  const { model, settings } = asking
  const { state } = wrapper
  const page = yield* Effect.result(readModelText(asking, wrapper, url))
  if (Result.isFailure(page)) return withExample(state, { url, isRead: false, fault: page.failure })
  const { finalUrl, text } = page.success
  const answer = yield* Effect.result(
    model.read({ schema: state.schema, text: text.slice(0, settings.modelCharacters) })
  )
  if (Result.isFailure(answer)) {
    return { ...state, sources: { ...state.sources, modelFault: answer.failure.message } }
  }
  const { fault, json, tokens } = answer.success
  const { calls, tokens: before } = state.model
  const counted = {
    ...state,
    model: { calls: calls + 1, tokens: before + tokens.prompt + tokens.completion }
  }
  // The schema was read when the wrapper was made.
  const { data, left } = asData(Result.getOrThrow(readShape(state.schema)), json, new URL(finalUrl))
  const reason = fault ?? (left.length === 0 ? undefined : `not of the schema: ${left.join(", ")}`)
  return withExample(counted, {
    url,
    isRead: true,
    ...(data === undefined ? {} : { data }),
    ...(reason === undefined ? {} : { fault: `the model: ${reason}.` })
  })
})

const withExample = (state: WrapperState, example: ModelExample): WrapperState => ({
  ...state,
  sources: { ...state.sources, model: [...state.sources.model ?? [], example] }
})

/** The data that the model has given, by page. */
export const modelExamples = ({ sources: { model = [] } }: WrapperState): ReadonlyArray<WrapperExample> =>
  model.flatMap(({ data, url }) => data === undefined ? [] : [{ url, data }])

/** Faults of the pages that the model has read, for the problem of the wrapper. */
export const modelProblems = ({ sources: { model = [], modelFault } }: WrapperState): ReadonlyArray<string> => [
  ...(modelFault === undefined ? [] : [modelFault]),
  ...model.flatMap(({ fault, url }) => fault === undefined ? [] : [`${url}: ${fault}`])
]
