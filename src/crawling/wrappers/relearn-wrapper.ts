import { Effect, Option } from "effect"
import type { Rules } from "../../core/domain/data/Rules.ts"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { JobId } from "../../core/domain/job/Job.ts"
import { maxLearntChecks } from "../../core/domain/wrapper/Wrapper.ts"
import type { LearntRules } from "../../extract/works/learn-rules.ts"
import { askModel, modelExamples, modelProblems, nextForModel } from "./ask-model.ts"
import { jobCoverage } from "./job-coverage.ts"
import { dataOf, withKnown } from "./known-data.ts"
import { layoutUrls } from "./layout-urls.ts"
import type { Learning } from "./learn-wrapper.ts"
import { documentOf, readChecks, reasonOf } from "./read-layout.ts"
import type { Relearning, StoredWrapper, WrapperExample, WrapperState } from "./WrapperStore.ts"

interface Relearnable {
  readonly wrapper: StoredWrapper
  readonly before: Rules
  readonly relearning: Relearning
}

/**
 * Learns the rules of a wrapper anew, from data that its pages had while its rules fitted, else from a model. The state
 * is still `learning` if the model is to read a page next.
 */
export const relearnWrapper = (
  learning: Learning,
  relearnable: Relearnable
): Effect.Effect<WrapperState, StoreUnavailable> =>
  Effect.catch(relearnt(learning, relearnable), (failure) =>
    typeof failure === "string"
      ? Effect.succeed(ended({ ...relearnable.wrapper.state, problem: failure }))
      : Effect.fail(failure))

const relearnt = Effect.fnUntraced(function*(learning: Learning, { before, relearning, wrapper }: Relearnable) {
  const { owner, state } = wrapper
  const known = yield* knownOf(learning, wrapper, relearning)
  const ofJob = yield* urlsOfJob(learning, relearning.job_id ?? state.drift?.job_id, known[0]?.url)
  const urls = [...new Set([...known.map(({ url }) => url), ...state.sources.urls, ...ofJob])]
  if (relearning.isByModel === true) {
    const forModel = nextForModel({ ...state, sources: { ...state.sources, examples: [] } }, urls, learning.settings)
    if (forModel !== undefined) return yield* askModel(learning, wrapper, forModel)
  }
  const data = new Map((relearning.isByModel === true ? modelExamples(state) : known).map((one) => [one.url, one.data]))
  const examples = yield* readChecks(learning, wrapper, [...data.keys()])
  const [first] = examples
  if (first === undefined) return yield* withoutKnown(learning, state, relearning)
  const checks = yield* readChecks(learning, wrapper, urls.filter((url) => !data.has(url)))
  const learnt = yield* learning.extractor.learn({
    url: first.finalUrl,
    schema: state.schema,
    before,
    examples: examples.map((page) => ({ ...documentOf(page), data: data.get(page.url) })),
    checks: checks.map(documentOf)
  }, { owner, priority: "crawl" }).pipe(Effect.mapError(reasonOf))
  const pages = { learnt: examples.length, checked: checks.length }
  const latest = [...examples, ...checks].map(({ url }, page): WrapperExample => ({ url, data: learnt.data[page] }))
  const after = renewed(state, learnt, pages, latest.filter((one) => one.data !== null))
  return after.problem !== null && mayAsk(learning, relearning) ? toModel(after, relearning) : ended(after)
})

/** Data of pages: of the examples, of later pages, and of the documents of a job. */
const knownOf = Effect.fnUntraced(function*(
  { jobs }: Learning,
  { id, owner, state }: StoredWrapper,
  { job_id }: Relearning
) {
  const { fields, known = [], sources: { examples } } = state
  const before = withKnown([...examples, ...modelExamples(state)], known)
  const job = job_id === undefined ? undefined : Option.getOrUndefined(yield* jobs.get(owner, job_id))?.job
  if (job === undefined) return before
  const { since } = job.options
  const earlier = since === undefined ? [] : yield* dataIn(jobs, JobId.make(since), id, fields.length)
  return withKnown(withKnown(before, earlier), yield* dataIn(jobs, job.id, id, fields.length))
})

const dataIn = Effect.fnUntraced(function*(jobs: Learning["jobs"], job: JobId, wrapper: string, fields: number) {
  const best = (yield* jobCoverage(jobs, job)).get(wrapper)?.best ?? []
  // Pages with the new layout have few values.
  return yield* dataOf(jobs, job, best.filter(({ missing }) => missing * 2 < fields))
})

const urlsOfJob = (learning: Learning, id: JobId | undefined, like: string | undefined) =>
  id === undefined ? Effect.succeed([]) : layoutUrls(learning, id, like, 2 * maxLearntChecks)

const mayAsk = ({ model }: Learning, { isByModel }: Relearning): boolean => model.isAvailable && isByModel !== true

/** The model reads pages as they are now. */
const toModel = (state: WrapperState, relearning: Relearning): WrapperState => {
  const { modelFault: _, ...sources } = state.sources
  return { ...state, problem: null, relearning: { ...relearning, isByModel: true }, sources: { ...sources, model: [] } }
}

const newExamples = "Make a wrapper from examples of the pages as they are now."

const withoutKnown = (learning: Learning, state: WrapperState, relearning: Relearning) =>
  mayAsk(learning, relearning)
    ? Effect.succeed(toModel(state, relearning))
    : Effect.fail([`No page with known data can be read. ${newExamples}`, ...modelProblems(state)].join(" "))

/** The wrapper with its better rules. Without any, its rules stay. */
const renewed = (
  state: WrapperState,
  { coverage, fields, renewed = [], rules, unfit = [] }: LearntRules,
  pages: WrapperState["pages"],
  latest: ReadonlyArray<WrapperExample>
): WrapperState => {
  const problem = unfit.length === 0 ? null : [
    `No rule that fits was found for ${unfit.join(", ")}. ${newExamples}`,
    ...(state.relearning?.isByModel === true ? modelProblems(state) : [])
  ].join(" ")
  const drifted = state.drift?.fields.filter(({ pointer }) => unfit.includes(pointer)) ?? []
  const drift = state.drift === null || drifted.length === 0 ? null : { ...state.drift, fields: drifted }
  if (renewed.length === 0) return { ...state, problem, drift }
  const shareOf = (pointer: string) => (state.coverage?.filled[pointer] ?? 0) / (state.coverage?.pages ?? 1)
  const filled = fields.map(({ pointer }): [string, number] => [
    pointer,
    renewed.includes(pointer)
      ? coverage.filled[pointer] ?? 0
      // A rule that was not replaced is still compared with its share of before.
      : Math.round(shareOf(pointer) * coverage.pages)
  ])
  return {
    ...state,
    rules,
    fields,
    coverage: { pages: coverage.pages, filled: Object.fromEntries(filled) },
    pages,
    problem,
    drift,
    known: withKnown(unfit.length === 0 ? [] : state.known ?? [], latest)
  }
}

const ended = (wrapper: WrapperState): WrapperState => {
  const { driftEvent, relearning: _, ...state } = wrapper
  return {
    ...state,
    status: "ready",
    ...(driftEvent === undefined || state.drift === null ? {} : { driftEvent })
  }
}
