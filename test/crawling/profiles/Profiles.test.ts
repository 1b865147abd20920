import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Fiber, Layer, Option, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Profiles } from "../../../src/crawling/profiles/Profiles.ts"
import type { ProfileSession } from "../../../src/crawling/profiles/ProfileSession.ts"
import { ProfileStore } from "../../../src/crawling/profiles/ProfileStore.ts"
import { Secrets } from "../../../src/crawling/profiles/Secrets.ts"
import { memoryRows } from "../../../src/crawling/stores/shared/local-rows.ts"
import type { RenderedPage } from "../../../src/web/render/render-page.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"

const origin = "https://a.example"
const login = Redacted.make({ url: `${origin}/login`, actions: [{ click: "button" }], done: "#in" })
const cookiesOf = (session: ProfileSession) => {
  const cookies = session.credentialsFor(origin)?.cookies
  return cookies && Redacted.value(cookies)
}

/** The row that is stored just before the first profile: one of another node, or a damaged one, which a store hides. */
const rowBefore = Context.Reference<"none" | "whole" | "damaged">("rowBefore", { defaultValue: () => "none" })

const storeBesideOther = Layer.effect(
  ProfileStore,
  Effect.gen(function*() {
    const store = yield* ProfileStore
    const sealed = yield* rowBefore
    let isNext = sealed !== "none"
    return ProfileStore.of({
      ...store,
      get: (owner, id) => Effect.map(store.get(owner, id), Option.filter(({ state }) => state.sealed !== "damaged")),
      create: Effect.fnUntraced(function*(row, max) {
        if (isNext) yield* store.create({ ...row, state: { ...row.state, sealed } }, max)
        isNext = false
        return yield* store.create(row, max)
      })
    })
  })
).pipe(Layer.provide(memoryRows))

/** Each login is a session with its number. The first ends when the second does, or by `end`. */
const firstLogin = Effect.gen(function*() {
  const begun = yield* Deferred.make<void>()
  const ended = yield* Deferred.make<void>()
  let logins = 0
  const render = Effect.gen(function*() {
    const session = `${++logins}`
    yield* Deferred.succeed(logins === 1 ? begun : ended, undefined)
    yield* Deferred.await(ended)
    const page: RenderedPage = {
      html: "",
      finalUrl: `${origin}/home`,
      status: 200,
      warnings: [],
      session: Redacted.make({ cookies: { [origin]: { session } }, storage: {} })
    }
    return page
  })
  const layer = Profiles.layerNoDeps.pipe(
    Layer.provide([
      storeBesideOther,
      Secrets.layerOf(randomBytes(32)),
      Layer.mock(Renderer, { available: true, render: () => render }),
      Layer.mock(Visits, { browse: (_url, use) => Effect.result(use(() => Effect.void)) })
    ]),
    Layer.provide(Settings.layerWith({}))
  )
  return { begun: Deferred.await(begun), end: Deferred.succeed(ended, undefined), layer }
})

const byCaller = RequestContext.by("first", "interactive", Duration.minutes(1))

describe("profiles", () => {
  it.effect("keep their values when a login of a deleted one with the same name ends", () =>
    Effect.gen(function*() {
      const { begun, end, layer } = yield* firstLogin
      yield* Effect.gen(function*() {
        const { open, put, remove } = yield* Profiles
        yield* put("first", "shop", { origins: [origin], login })
        const opening = yield* Effect.forkChild(open("first", "shop"))
        yield* begun
        yield* remove("first", "shop")
        yield* put("first", "shop", { origins: [origin], cookies: Redacted.make({ kept: "by the second" }) })
        yield* end
        yield* Fiber.join(opening)
        assert.deepStrictEqual(cookiesOf(yield* open("first", "shop")), { kept: "by the second" })
      }).pipe(byCaller, Effect.provide(layer))
    }))

  it.effect("do not wait for the login of the values that they had before", () =>
    Effect.gen(function*() {
      const { begun, end, layer } = yield* firstLogin
      yield* Effect.gen(function*() {
        const { open, put } = yield* Profiles
        yield* put("first", "shop", { origins: [origin], login })
        const opening = yield* Effect.forkChild(open("first", "shop"))
        yield* begun
        yield* put("first", "shop", { origins: [origin], login })
        const second = yield* Effect.forkChild(open("first", "shop"))
        yield* Effect.repeat(Effect.yieldNow, { times: 100 })
        yield* end
        assert.deepStrictEqual(cookiesOf(yield* Fiber.join(second)), { session: "2" })
        assert.deepStrictEqual(cookiesOf(yield* Fiber.join(opening)), { session: "1" })
        assert.deepStrictEqual(cookiesOf(yield* open("first", "shop")), { session: "2" })
      }).pipe(byCaller, Effect.provide(layer))
    }))

  it.effect.each(["whole", "damaged"] as const)(
    "replace a %s row that is there under the same name",
    (row) =>
      Effect.gen(function*() {
        const { layer } = yield* firstLogin
        yield* Effect.gen(function*() {
          const { open, put } = yield* Profiles
          yield* put("first", "shop", { origins: [origin], cookies: Redacted.make({ mine: "kept" }) })
          assert.deepStrictEqual(cookiesOf(yield* open("first", "shop")), { mine: "kept" })
        }).pipe(byCaller, Effect.provide(layer))
      }).pipe(Effect.provideService(rowBefore, row))
  )
})
