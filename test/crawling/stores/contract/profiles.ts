import { assert, describe } from "@effect/vitest"
import { Effect, Option } from "effect"
import { profileId, ProfileStore, type StoredProfile } from "../../../../src/crawling/profiles/ProfileStore.ts"
import { testOf } from "./clock.ts"
import type { Engine } from "./engine.ts"

const profileOf = (name: string, owner = "a"): StoredProfile => ({
  id: profileId(owner, name),
  owner,
  version: 0,
  isDeleted: false,
  dueAt: null,
  state: {
    name,
    origins: ["https://a.test"],
    cookies: ["session"],
    headers: [],
    storage: {},
    login: null,
    created_at: 1,
    updated_at: 1,
    logged_in_at: null,
    sealed: `sealed ${name}`
  }
})

/** The contract of every ProfileStore. */
export const profilesContract = (engine: Engine): void => {
  const test = testOf(engine)
  const namesOf = (profiles: ReadonlyArray<StoredProfile>) => profiles.map(({ state }) => state.name)

  describe(`profiles in ${engine.name}`, () => {
    test("belong to one owner, by their names, up to the limit, and are gone when they are deleted", () =>
      Effect.gen(function*() {
        const store = yield* ProfileStore
        for (const name of ["y", "x"]) assert.strictEqual(yield* store.create(profileOf(name), 2), "created")
        assert.strictEqual(yield* store.create(profileOf("z"), 2), "full")
        assert.strictEqual(yield* store.create(profileOf("x", "b"), 2), "created")
        assert.deepStrictEqual(yield* store.get("a", profileId("a", "x")), Option.some(profileOf("x")))
        assert.isTrue(Option.isNone(yield* store.get("b", profileId("a", "x"))))
        const { items, total } = yield* store.list("a", { limit: 9 })
        assert.deepStrictEqual([namesOf(items), total], [["y", "x"], 2])
        assert.deepStrictEqual(yield* store.take(9, Number.MAX_SAFE_INTEGER), [])
        yield* store.forget(profileId("a", "y"))
        assert.deepStrictEqual(namesOf((yield* store.list("a", { limit: 9 })).items), ["x"])
        assert.strictEqual(yield* store.create(profileOf("z"), 2), "created")
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("are written by the first of two writers", () =>
      Effect.gen(function*() {
        const store = yield* ProfileStore
        const row = profileOf("x")
        yield* store.create(row, 9)
        const other = { ...row, state: { ...row.state, sealed: "of another node" } }
        for (const max of [9, 1]) assert.strictEqual(yield* store.create(other, max), "taken")
        assert.deepStrictEqual(yield* store.get("a", row.id), Option.some(row))
        const changed = { ...row, state: { ...row.state, sealed: "a login" } }
        assert.isTrue(yield* store.save(changed))
        assert.isFalse(yield* store.save({ ...row, state: { ...row.state, sealed: "another" } }))
        const found = Option.getOrThrow(yield* store.get("a", row.id))
        assert.deepStrictEqual([found.version, found.state.sealed], [1, "a login"])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    const { place } = engine
    if (place === undefined) return

    test("are there when the store is opened again", () =>
      Effect.gen(function*() {
        const open = yield* place
        const first = Effect.flatMap(ProfileStore, (store) => store.create(profileOf("x"), 9))
        yield* first.pipe(Effect.scoped, Effect.provide(open()))
        const again = Effect.flatMap(ProfileStore, (store) => store.get("a", profileId("a", "x")))
        assert.deepStrictEqual(
          yield* again.pipe(Effect.scoped, Effect.provide(open())),
          Option.some(profileOf("x"))
        )
      }).pipe(Effect.scoped))
  })
}
