import { Duration, Effect, type Scope } from "effect"
import { monotonicMillis } from "../domain/Asker.ts"
import { PageError } from "../domain/PageError.ts"
import type { Settings } from "../Settings.ts"
import type { PooledRoom } from "./BrowserPool.ts"
import type { BrowserLost, Room } from "./Chromium.ts"
import { isThere, type Snapshot, snapshot } from "./in-page.ts"
import { comeToRest, failedNavigation, inWorld, type LoadedPage, loadPage, notAPage } from "./load-page.ts"
import type { RenderedPage, RenderRequest } from "./Renderer.ts"

/** One page in its room: open it, let it come to rest, wait for what its caller needs, read it. All of it has this `time`. */
export const renderPage = Effect.fnUntraced(function*(
  room: PooledRoom,
  request: RenderRequest,
  settings: Settings["Service"],
  time: Duration.Duration
): Effect.fn.Return<RenderedPage, PageError | BrowserLost, Scope.Scope> {
  const end = (yield* monotonicMillis) + Duration.toMillis(time) - reserve
  const loaded = yield* loadPage(room, request, settings, false)
  const { guard, warnings, watch } = loaded
  if (request.waitFor !== undefined) {
    yield* Effect.timeoutOption(
      appears(room, loaded, request.waitFor, settings),
      Duration.millis(Math.max(0, end - (yield* monotonicMillis)))
    )
    const refusal = guard.refusal()
    if (refusal !== undefined) return yield* refusal
  }
  // A navigation at this moment takes the tree away. Then the next document is the page.
  const taken = yield* Effect.retry(
    inWorld<Snapshot>(room.session, guard.mainFrame, snapshot(settings.maxBody)),
    { times: 3 }
  )
  // A navigation that failed after the page had loaded leaves an error page of the browser.
  if (!/^https?:/.test(taken.url)) return yield* failedNavigation(request.url, guard, room, "no answer")
  if (taken.truncated) {
    return yield* new PageError({
      url: request.url.href,
      code: "body_too_large",
      detail: "The rendered page is larger than the size limit."
    })
  }
  if (!/html|xml/.test(watch.mediaType())) return yield* notAPage(request.url)
  return { html: taken.html, finalUrl: taken.url, status: watch.status(), warnings }
}, Effect.scoped)

/** Milliseconds left for taking the page when the wait for an element has ended. */
const reserve = 1000

/** Returns when the element is there, and what came with it. Never completes without it: the caller bounds it. */
const appears = (
  { session }: Room,
  { guard, watch }: LoadedPage,
  selector: string,
  settings: Settings["Service"]
): Effect.Effect<void> =>
  Effect.gen(function*() {
    for (let looks = 0;; looks++) {
      // A navigation at this moment takes the tree away.
      const isFound = yield* Effect.orElseSucceed(
        inWorld<boolean>(session, guard.mainFrame, isThere(selector)),
        () => false
      )
      if (isFound && looks === 0) return
      if (isFound) {
        const rest = Effect.timeoutOption(comeToRest(session, guard.mainFrame, watch), settings.renderSettle)
        return yield* Effect.ignore(rest)
      }
      yield* Effect.sleep(betweenLooks)
    }
  })

const betweenLooks = Duration.millis(100)
