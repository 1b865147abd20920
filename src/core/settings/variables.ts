import { ConfigProvider, Effect } from "effect"

const prefix = "GLEANER_"

/** All `GLEANER_` variables that are set, known or not. */
export const variablesGiven: Effect.Effect<ReadonlyArray<string>> = Effect.gen(function*() {
  const provider = yield* ConfigProvider.ConfigProvider
  const found: Array<string> = []
  const walk = (path: ReadonlyArray<string>): Effect.Effect<void> =>
    Effect.gen(function*() {
      const name = path.join("_")
      // The provider splits names of variables at `_`. Descend only into names that begin with the prefix.
      if (!name.startsWith(prefix) && !`${name}_`.startsWith(prefix) && path.length > 0) return
      const node = yield* Effect.orElseSucceed(provider.load(path), () => undefined)
      if (node?.value !== undefined && name.startsWith(prefix)) found.push(name)
      if (node?._tag === "Record") yield* Effect.forEach(node.keys, (key) => walk([...path, key]), { discard: true })
      if (node?._tag === "Array") {
        yield* Effect.forEach(Array.from({ length: node.length }, (_, at) => String(at)), (at) => walk([...path, at]), {
          discard: true
        })
      }
    })
  yield* walk([])
  return found
})
