import { Effect } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { maxLearntChecks } from "../../core/domain/wrapper/Wrapper.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import type { Extractor } from "../../extract/Extractor.ts"
import type { PageReader } from "../../page/PageReader.ts"
import type { JobStore } from "../jobs/JobStore.ts"
import type { JobTemplates } from "../jobs/templates/JobTemplates.ts"
import { askModel, modelExamples, modelProblems, nextForModel } from "./ask-model.ts"
import { withKnown } from "./known-data.ts"
import { layoutUrls } from "./layout-urls.ts"
import type { Model } from "./model/Model.ts"
import { documentOf, readChecks, readExamples, reasonOf } from "./read-layout.ts"
import type { StoredWrapper, WrapperExample, WrapperState } from "./WrapperStore.ts"

export interface Learning {
  readonly extractor: Extractor["Service"]
  readonly jobs: JobStore["Service"]
  readonly model: Model["Service"]
  readonly reader: PageReader["Service"]
  readonly settings: Settings["Service"]
  readonly templates: JobTemplates["Service"]
}

/**
 * Learns the rules of a wrapper from its sources. A wrapper without rules fails, with the reason as its problem. Without
 * examples a model reads pages first, one with each call: the state is still `learning` then, and is to be stored.
 */
export const learnWrapper = (
  learning: Learning,
  wrapper: StoredWrapper
): Effect.Effect<WrapperState, StoreUnavailable> =>
  Effect.catch(learnt(learning, wrapper), (failure) =>
    typeof failure === "string"
      ? Effect.succeed(unlearnt(wrapper.state, failure))
      : Effect.fail(failure))

const learnt = Effect.fnUntraced(function*(learning: Learning, wrapper: StoredWrapper) {
  const { owner, state } = wrapper
  const { job_id, urls } = state.sources
  const like = [...state.sources.examples.map(({ url }) => url), ...urls][0]
  const ofJob = job_id === undefined ? [] : yield* layoutUrls(learning, job_id, like, maxPages)
  const pages = [...new Set([...urls, ...ofJob])]
  const forModel = nextForModel(state, pages, learning.settings)
  if (forModel !== undefined) return yield* askModel(learning, wrapper, forModel)

  const given = state.sources.examples.length > 0 ? state.sources.examples : modelExamples(state)
  const modelFaults = modelProblems(state)
  const examples = yield* readExamples(learning, wrapper, given)
  const [first] = examples
  if (first === undefined) return yield* Effect.fail([noExample, ...modelFaults].join(" "))
  const known = new Set(given.map(({ url }) => url))
  const checks = yield* readChecks(learning, wrapper, pages.filter((url) => !known.has(url)))
  const { coverage, data, fields, problem, rules } = yield* learning.extractor.learn({
    url: first.finalUrl,
    schema: state.schema,
    examples: examples.map(({ data, ...page }) => ({ ...documentOf(page), data })),
    checks: checks.map(documentOf)
  }, { owner, priority: "crawl" }).pipe(Effect.mapError(reasonOf))
  const counts = { learnt: examples.length, checked: checks.length }
  const { host } = new URL(first.finalUrl)
  const whole = [...(problem === null ? [] : [problem]), ...modelFaults].join(" ")
  return rules === null
    ? { ...unlearnt(state, whole === "" ? "No rules were found." : whole), host, pages: counts }
    : {
      ...state,
      status: "ready" as const,
      host,
      rules,
      fields,
      coverage,
      known: withKnown(
        [],
        checks.map(({ url }, page) => ({ url, data: data[examples.length + page] })).filter(hasData)
      ),
      pages: counts,
      problem: whole === "" ? null : whole,
      drift: null
    }
})

const noExample = "The model gave no data of any page: send examples, or other urls."

const hasData = ({ data }: WrapperExample): boolean => data !== null && data !== undefined

/** URLs that are read from a job: those of examples are not for checks. */
const maxPages = maxLearntChecks + 10

/** Without new rules. A wrapper that had some before keeps them. */
export const unlearnt = (wrapper: WrapperState, problem: string): WrapperState => {
  const { relearning: _, ...state } = wrapper
  return { ...state, status: state.rules === null ? "failed" : "ready", problem }
}
