import { Effect } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import type { Extractor } from "../../extract/Extractor.ts"
import type { PageReader } from "../../page/PageReader.ts"
import type { JobStore } from "../jobs/JobStore.ts"
import type { JobTemplates } from "../jobs/templates/JobTemplates.ts"
import { layoutUrls } from "./layout-urls.ts"
import { maxChecks, readChecks, readExamples, reasonOf } from "./read-layout.ts"
import type { StoredWrapper, WrapperState } from "./WrapperStore.ts"

export interface Learning {
  readonly extractor: Extractor["Service"]
  readonly jobs: JobStore["Service"]
  readonly reader: PageReader["Service"]
  readonly settings: Settings["Service"]
  readonly templates: JobTemplates["Service"]
}

/** Learns the rules of a wrapper from its sources. A wrapper without rules fails, with the reason as its problem. */
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
  const { examples: given, job_id, urls } = state.sources
  const examples = yield* readExamples(learning, wrapper, given)
  const known = new Set(given.map(({ url }) => url))
  const ofJob = job_id === undefined ? [] : yield* layoutUrls(learning, job_id, given[0]?.url, maxChecks + known.size)
  const checks = yield* readChecks(
    learning,
    wrapper,
    [...new Set([...urls, ...ofJob])].filter((url) => !known.has(url))
  )
  const [first] = examples
  if (first === undefined) return yield* Effect.fail("There is no example.")
  const { fields, problem, rules } = yield* learning.extractor.learn({
    url: first.finalUrl,
    schema: state.schema,
    examples: examples.map(({ data, document }) => ({ data, document })),
    checks: checks.map(({ document }) => document)
  }, { owner, priority: "crawl" }).pipe(Effect.mapError(reasonOf))
  const pages = { learnt: examples.length, checked: checks.length }
  const { host } = new URL(first.finalUrl)
  return rules === null
    ? { ...unlearnt(state, problem ?? "No rules were found."), host, pages }
    : { ...state, status: "ready" as const, host, rules, fields, pages, problem }
})

/** Without new rules. A wrapper that had some before keeps them. */
export const unlearnt = (state: WrapperState, problem: string): WrapperState => ({
  ...state,
  status: state.rules === null ? "failed" : "ready",
  problem
})
