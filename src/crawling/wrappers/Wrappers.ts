import { Context, Effect, Layer, Option, Schema } from "effect"
import { isDeepStrictEqual } from "node:util"
import type { Rules } from "../../core/domain/data/Rules.ts"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../core/domain/job/Job.ts"
import type { PageOptions } from "../../core/domain/options/PageOptions.ts"
import { maxCheckedPages, type Wrapper, type WrapperCheck, WrapperId } from "../../core/domain/wrapper/Wrapper.ts"
import { NewId } from "../../core/kernel/NewId.ts"
import { Settings } from "../../core/settings/Settings.ts"
import type { Coverage } from "../../extract/select/wrapper/induce/induce.ts"
import { PageReader } from "../../page/PageReader.ts"
import type { AskModel } from "../../page/read-by-model.ts"
import { type JobRange, JobStore, type Slice } from "../jobs/JobStore.ts"
import { Nodes } from "../jobs/Nodes.ts"
import { JobTemplates } from "../jobs/templates/JobTemplates.ts"
import { checkWrapper } from "./check-wrapper.ts"
import { chooseRules, type ChosenRules, type WrapperUnusable } from "./choose-rules.ts"
import { layoutUrls } from "./layout-urls.ts"
import { askOnce } from "./model/ask-once.ts"
import { Model } from "./model/Model.ts"
import { schemaDigest } from "./schema-digest.ts"
import { WrapperLearner } from "./WrapperLearner.ts"
import { type Relearning, type StoredWrapper, type WrapperSources, WrapperStore } from "./WrapperStore.ts"

/** The key has as many wrappers as it may have. */
export class TooManyWrappers extends Schema.TaggedError<TooManyWrappers>()("TooManyWrappers", {
  limit: Schema.Int
}) {}

/** There are no examples, and no model that could give some. */
export class NoModel extends Schema.TaggedError<NoModel>()("NoModel", {}) {}

/** There are neither examples nor pages that a model could read. */
export class NoPages extends Schema.TaggedError<NoPages>()("NoPages", {}) {}

/** The part of a wrapper that its caller decides. */
export interface WrapperPlan {
  readonly name: string
  readonly schema: Wrapper["schema"]
  readonly sources: WrapperSources
}

/** Changes by a person. Absent parts stay as they are. */
export interface WrapperEdit {
  readonly name?: string
  readonly rules?: Rules
}

/** Pages to try rules on: these, or those of a job with the layout of the first example. */
export interface CheckedPages {
  readonly urls?: ReadonlyArray<string>
  readonly job_id?: JobId
}

type Found<A, E = never> = Effect.Effect<Option.Option<A>, E | StoreUnavailable>

/** The wrappers of each key. A wrapper of another key does not exist for a caller. */
export class Wrappers extends Context.Service<Wrappers, {
  /** Stores a wrapper, which some node then learns. Without examples, a model reads its pages. */
  create(owner: string, plan: WrapperPlan): Effect.Effect<
    Wrapper,
    NoModel | NoPages | TooManyWrappers | StoreUnavailable
  >
  get(owner: string, id: WrapperId): Found<Wrapper>
  /** Oldest first. */
  list(owner: string, range: JobRange): Effect.Effect<Slice<Wrapper>, StoreUnavailable>
  /** Edited rules replace those that are being learnt. */
  edit(owner: string, id: WrapperId, edit: WrapperEdit): Found<Wrapper>
  /**
   * Learns its rules anew from known data, as some node does. Until then the rules before are used. A wrapper that is
   * being learnt is returned unchanged.
   */
  relearn(owner: string, id: WrapperId, relearning: Relearning): Found<Wrapper>
  /** Tries the rules on pages, without storing anything. */
  check(owner: string, id: WrapperId, pages: CheckedPages): Found<WrapperCheck>
  /** Rules for the pages of a request. */
  choose(
    owner: string,
    options: Pick<PageOptions, "schema" | "wrapper">
  ): Effect.Effect<ChosenRules | undefined, WrapperUnusable | StoreUnavailable>
  /** The operator's model, to read one page. Undefined without a model, or without a schema. */
  askModel(options: Pick<PageOptions, "schema">): AskModel | undefined
  /** Deletes the wrapper. Nothing is fetched for it afterwards on this node, and on others within seconds. */
  delete(owner: string, id: WrapperId): Found<Wrapper>
}>()("gleaner/crawling/wrappers/Wrappers") {
  static readonly layerNoDeps = Layer.effect(
    Wrappers,
    Effect.gen(function*() {
      const store = yield* WrapperStore
      const learner = yield* WrapperLearner
      const model = yield* Model
      const nodes = yield* Nodes
      const jobs = yield* JobStore
      const templates = yield* JobTemplates
      const reader = yield* PageReader
      const settings = yield* Settings
      const { maxWrappers, modelCharacters, requestTimeout } = settings

      /** Replaces a wrapper, again if another write was first. */
      const replaced = Effect.fnUntraced(function*(
        owner: string,
        id: WrapperId,
        change: (wrapper: StoredWrapper) => StoredWrapper
      ) {
        for (;;) {
          const found = yield* store.get(owner, id)
          if (Option.isNone(found)) return Option.none<StoredWrapper>()
          const after = change(found.value)
          if (after === found.value) return found
          if (yield* store.save(after)) return Option.some(after)
        }
      })

      return Wrappers.of({
        create: Effect.fn("Wrappers.create")(function*(owner, plan) {
          const { examples, job_id, urls } = plan.sources
          if (examples.length === 0) {
            if (!model.isAvailable) return yield* new NoModel()
            if (urls.length === 0 && job_id === undefined) return yield* new NoPages()
          }
          const wrapper = newWrapper(WrapperId.make((yield* NewId)()), owner, plan, yield* nodes.now)
          if ((yield* store.create(wrapper, maxWrappers)) === "full") {
            return yield* new TooManyWrappers({ limit: maxWrappers })
          }
          return shownWrapper(wrapper)
        }),
        get: (owner, id) => Effect.map(store.get(owner, id), Option.map(shownWrapper)),
        list: (owner, range) =>
          Effect.map(store.list(owner, range), (slice) => ({ ...slice, items: slice.items.map(shownWrapper) })),
        edit: Effect.fnUntraced(function*(owner, id, edit) {
          const now = yield* nodes.now
          const wrapper = yield* replaced(owner, id, (wrapper) => edited(wrapper, edit, now))
          if (edit.rules !== undefined && Option.isSome(wrapper)) yield* learner.stop(id)
          return Option.map(wrapper, shownWrapper)
        }),
        relearn: Effect.fn("Wrappers.relearn")(function*(owner, id, relearning) {
          const now = yield* nodes.now
          return Option.map(yield* replaced(owner, id, (wrapper) => relearnt(wrapper, relearning, now)), shownWrapper)
        }),
        check: Effect.fn("Wrappers.check")(function*(owner, id, { job_id, urls = [] }) {
          const found = yield* store.get(owner, id)
          if (Option.isNone(found)) return Option.none<WrapperCheck>()
          const { examples, model = [] } = found.value.state.sources
          const like = [...examples, ...model][0]?.url
          const ofJob = job_id === undefined
            ? []
            : yield* layoutUrls({ jobs, templates }, job_id, like, maxCheckedPages)
          return Option.some(yield* checkWrapper({ reader, settings }, found.value, [...urls, ...ofJob]))
        }),
        choose: (owner, options) => chooseRules(store, owner, options),
        askModel: ({ schema }) =>
          schema === undefined || !model.isAvailable
            ? undefined
            : askOnce(model, schema, { characters: modelCharacters, requestTimeout }),
        delete: Effect.fn("Wrappers.delete")(function*(owner, id) {
          const found = yield* store.get(owner, id)
          if (Option.isNone(found)) return Option.none<Wrapper>()
          yield* store.forget(id)
          yield* learner.stop(id)
          return Option.some(shownWrapper(found.value))
        })
      })
    })
  ).pipe(Layer.provide(JobTemplates.layerNoDeps))
}

const newWrapper = (id: WrapperId, owner: string, plan: WrapperPlan, now: number): StoredWrapper => {
  const { name, schema, sources } = plan
  const first = sources.examples[0]?.url ?? sources.urls[0]
  return {
    id,
    owner,
    version: 0,
    isDeleted: false,
    dueAt: now,
    state: {
      name,
      host: first === undefined ? "" : new URL(first).host,
      status: "learning",
      created_at: now,
      schema,
      rules: null,
      fields: [],
      pages: { learnt: 0, checked: 0 },
      model: { calls: 0, tokens: 0 },
      problem: null,
      drift: null,
      digest: schemaDigest(schema),
      sources
    }
  }
}

/** Without rules it learns from its sources again. */
const relearnt = (wrapper: StoredWrapper, relearning: Relearning, now: number): StoredWrapper => {
  const { state } = wrapper
  if (state.status === "learning") return wrapper
  const { modelFault: _, ...sources } = state.sources
  const again = { ...state, status: "learning" as const, problem: null }
  return {
    ...wrapper,
    dueAt: now,
    state: state.rules === null ? { ...again, sources } : { ...again, relearning }
  }
}

/** Shares that were measured with other rules do not count for the edited ones. */
const edited = (wrapper: StoredWrapper, { name, rules }: WrapperEdit, now: number): StoredWrapper => {
  const state = { ...wrapper.state, name: name ?? wrapper.state.name }
  if (rules === undefined) return { ...wrapper, state }
  const rulesOf = (all: Rules | null, pointer: string) =>
    JSON.stringify(all?.fields.filter((field) => field.pointer === pointer))
  const pointers = new Set(rules.fields.map(({ pointer }) => pointer))
  const fields = [...pointers].map((pointer) => {
    const { attribute = null, selector = "" } = rules.fields.find((field) => field.pointer === pointer) ?? {}
    const isSame = rulesOf(rules, pointer) === rulesOf(state.rules, pointer)
      && JSON.stringify(rules.rows) === JSON.stringify(state.rules?.rows)
    const before = isSame ? state.fields.find((field) => field.pointer === pointer) : undefined
    return { pointer, selector, attribute, agreement: before?.agreement ?? 0, fill: before?.fill ?? 0 }
  })
  if (isDeepStrictEqual(rules, state.rules)) return stopped({ ...wrapper, state })
  const { coverage, driftEvent: _, relearning: _relearning, ...rest } = state
  const unchanged = fields.filter(({ agreement }) => agreement > 0).map(({ pointer }) => pointer)
  return {
    ...wrapper,
    dueAt: null,
    state: {
      ...rest,
      status: "ready",
      rules,
      fields,
      problem: null,
      drift: null,
      rulesAt: now,
      ...(coverage === undefined ? {} : { coverage: coverageOf(coverage, unchanged) })
    }
  }
}

/** The rules that a wrapper has already end its learning. */
const stopped = (wrapper: StoredWrapper): StoredWrapper => {
  const { relearning: _, ...state } = wrapper.state
  return { ...wrapper, dueAt: null, state: { ...state, status: "ready" } }
}

const coverageOf = ({ filled, pages }: Coverage, pointers: ReadonlyArray<string>): Coverage => ({
  pages,
  filled: Object.fromEntries(Object.entries(filled).filter(([pointer]) => pointers.includes(pointer)))
})

/** As responses show it. */
const shownWrapper = ({ id, state }: StoredWrapper): Wrapper => {
  const {
    coverage: _coverage,
    digest: _digest,
    driftEvent: _driftEvent,
    known: _known,
    relearning: _relearning,
    rulesAt: _rulesAt,
    sources: _sources,
    ...wrapper
  } = state
  return { ...wrapper, id, created_at: state.created_at / 1000 }
}
