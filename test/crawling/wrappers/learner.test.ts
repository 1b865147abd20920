import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Option, Scope } from "effect"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Model } from "../../../src/crawling/wrappers/model/Model.ts"
import { WrapperLearner } from "../../../src/crawling/wrappers/WrapperLearner.ts"
import { type StoredWrapper, WrapperStore } from "../../../src/crawling/wrappers/WrapperStore.ts"
import { timePasses } from "../../../src/testing/time-passes.ts"
import { servicesOver } from "../../support/entries/crawl-over.ts"
import { type FakePage, fakeWeb } from "../../support/web/fake-web.ts"
import { completion, scriptedModel } from "../../support/web/scripted-model.ts"
import { wrapperOf } from "../stores/contract/wrappers.ts"

const page = "https://shop.test/1"
const next = "https://shop.test/2"
const html = "<!doctype html><title>Shop</title><main><h1>Anvil</h1><p class=price>12.00 EUR</p></main>"

const anvil: StoredWrapper = {
  ...wrapperOf(0),
  state: {
    ...wrapperOf(0).state,
    sources: { examples: [page, next].map((url) => ({ url, data: { price: 12 } })), urls: [] }
  }
}

/** A node with a learner of its own over the shared store, and how to stop it. */
const node = Effect.gen(function*() {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const built = yield* Layer.buildWithScope(Layer.fresh(WrapperLearner.layerNoDeps), scope)
  const learner = Context.get(built, WrapperLearner)
  return { ...learner, crash: Scope.close(scope, Exit.void) }
})

const statusOf = Effect.flatMap(
  WrapperStore,
  (store) =>
    Effect.map(store.get("a", anvil.id), Option.match({ onNone: () => "gone", onSome: ({ state }) => state.status }))
)

const over = <A, E, R>(
  shop: FakePage,
  test: (web: ReturnType<typeof fakeWeb>) => Effect.Effect<A, E, R>,
  wrapper = anvil
) => {
  const web = fakeWeb({ [page]: shop, [next]: shop })
  return Effect.gen(function*() {
    yield* Effect.flatMap(WrapperStore, (store) => store.create(wrapper, 9))
    return yield* test(web)
  }).pipe(Effect.scoped, Effect.provide(servicesOver(web)))
}

describe("a learner of wrappers", () => {
  it.effect("leaves what it has not learnt to another node when it crashes", () =>
    over(
      ({ count, url }) => ({
        takes: count === 1 && url.href === page ? "1 hour" : 0,
        headers: { "content-type": "text/html" },
        body: html
      }),
      () =>
        Effect.gen(function*() {
          const [first, second] = [yield* node, yield* node]
          yield* first.learnDue
          yield* timePasses("1 second")
          yield* first.crash
          yield* second.learnDue
          yield* timePasses("1 second")
          assert.strictEqual(yield* statusOf, "learning")
          yield* timePasses("20 seconds")
          yield* second.learnDue
          yield* timePasses("5 seconds")
          assert.strictEqual(yield* statusOf, "ready")
        })
    ))

  it.effect("learns rules anew, which another node goes on with after a crash; the rules before are used meanwhile", () =>
    over(
      ({ count, url }) => ({
        takes: count === 1 && url.href === page ? "1 hour" : 0,
        headers: { "content-type": "text/html" },
        body: html
      }),
      () =>
        Effect.gen(function*() {
          const store = yield* WrapperStore
          const rules = { rows: [], fields: [{ pointer: "/price", selector: ".before", attribute: null }] }
          const state = {
            ...anvil.state,
            rules,
            fields: [{ ...rules.fields[0]!, agreement: 1, fill: 1 }],
            relearning: {}
          }
          yield* store.save({ ...anvil, state })
          const [first, second] = [yield* node, yield* node]
          yield* first.learnDue
          yield* timePasses("1 second")
          yield* first.crash
          assert.lengthOf(yield* store.ready("a", state.digest), 1)
          yield* timePasses("20 seconds")
          yield* second.learnDue
          yield* timePasses("5 seconds")
          const [found] = yield* store.ready("a", state.digest)
          assert.deepInclude(found?.state, { status: "ready", problem: null })
          assert.notInclude(JSON.stringify(found?.state.rules), ".before")
          assert.notProperty(found?.state, "relearning")
        })
    ))

  it.effect("has a wrapper for itself, however long its pages take", () =>
    over(
      { takes: "15 seconds", headers: { "content-type": "text/html" }, body: html },
      (web) =>
        Effect.gen(function*() {
          const [first, second] = [yield* node, yield* node]
          for (let seconds = 0; seconds < 34; seconds += 2) {
            yield* first.learnDue
            yield* second.learnDue
            yield* timePasses("2 seconds")
          }
          assert.strictEqual(yield* statusOf, "ready")
          assert.strictEqual(web.count(page), 1)
        })
    ))

  it.effect("stops within seconds when the wrapper is deleted on another node, and does not bring it back", () =>
    over(
      { takes: "15 seconds", headers: { "content-type": "text/html" }, body: html },
      (web) =>
        Effect.gen(function*() {
          const { learnDue } = yield* node
          yield* learnDue
          yield* timePasses("2 seconds")
          yield* Effect.flatMap(WrapperStore, (store) => store.forget(anvil.id))
          yield* timePasses("30 seconds")
          assert.strictEqual(yield* statusOf, "gone")
          assert.isUndefined(web.pages()[0]?.endedAt)
        })
    ))

  it.effect("does not have a page read twice that the model has read before a crash", () => {
    const model = scriptedModel((_, number) => ({
      ...completion({ price: "12.00" }),
      takes: number === 2 ? "1 hour" : 0
    }))
    const setting = Option.some({ url: "http://model.test/v1", name: "small", keyFile: undefined })
    const modelLayer = Model.layerNoDeps.pipe(
      Layer.provide(model.layer),
      Layer.provide(Settings.layerWith({ model: setting }))
    )
    return over(
      { headers: { "content-type": "text/html" }, body: html },
      () =>
        Effect.gen(function*() {
          const [first, second] = [yield* node, yield* node]
          yield* first.learnDue
          yield* timePasses("2 seconds")
          assert.lengthOf(model.requests, 2)
          yield* first.crash
          yield* timePasses("30 seconds")
          yield* second.learnDue
          yield* timePasses("5 seconds")
          assert.strictEqual(yield* statusOf, "ready")
          assert.lengthOf(model.requests, 3)
          const found = yield* Effect.flatMap(WrapperStore, (store) => store.get("a", anvil.id))
          assert.deepStrictEqual(Option.getOrThrow(found).state.model, { calls: 2, tokens: 240 })
        }).pipe(Effect.provide(modelLayer)),
      { ...anvil, state: { ...anvil.state, sources: { examples: [], urls: [page, next] } } }
    )
  })

  it.effect("removes a failed wrapper after the retention of jobs", () =>
    over({ status: 500, body: "" }, () =>
      Effect.gen(function*() {
        const { learnDue } = yield* node
        yield* learnDue
        yield* timePasses("10 seconds")
        assert.strictEqual(yield* statusOf, "failed")
        yield* learnDue
        assert.strictEqual(yield* statusOf, "failed")
        yield* timePasses("15 minutes")
        yield* learnDue
        yield* timePasses("1 second")
        assert.strictEqual(yield* statusOf, "gone")
      })))
})
