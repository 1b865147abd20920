import { Context, Effect, Layer } from "effect"
import { HttpEffect, HttpRouter } from "effect/http"

/**
 * `fetch` for the service's own routes, within this process: for other protocols in front of the API. Keys, limits and
 * errors are those of any other request. Aborting a request interrupts its work.
 */
export class LocalFetch extends Context.Service<LocalFetch, {
  readonly fetch: typeof globalThis.fetch
}>()("gleaner/serving/server/http/LocalFetch") {
  static readonly layer = Layer.effect(
    LocalFetch,
    Effect.gen(function*() {
      const router = yield* HttpRouter.HttpRouter
      const context = yield* Effect.context<never>()
      let handler: ((request: Request) => Promise<Response>) | undefined
      return LocalFetch.of({
        fetch: (input, init) => {
          // Only now does the router have all its routes.
          handler ??= HttpEffect.toWebHandlerWith(context)(router.asHttpEffect() as LocalApp)
          return handler(new Request(input, init))
        }
      })
    })
  )
}

/** Each request gets the services that a route still needs. */
type LocalApp = Parameters<ReturnType<typeof HttpEffect.toWebHandlerWith<never>>>[0]

/** Requests of this process to itself go to no host. */
export const localOrigin = "http://gleaner.internal"
