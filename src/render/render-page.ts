import { Effect, type Scope } from "effect"
import { PageError } from "../domain/PageError.ts"
import type { Settings } from "../Settings.ts"
import type { BrowserLost, Room } from "./Chromium.ts"
import { type Snapshot, snapshot } from "./in-page.ts"
import { failedNavigation, inWorld, loadPage, notAPage } from "./load-page.ts"
import type { RenderedPage, RenderRequest } from "./Renderer.ts"

/** One page in its room: open it, let it come to rest, read it. */
export const renderPage = Effect.fnUntraced(function*(
  room: Room,
  request: RenderRequest,
  settings: Settings["Service"]
): Effect.fn.Return<RenderedPage, PageError | BrowserLost, Scope.Scope> {
  const { guard, warnings, watch } = yield* loadPage(room, request, settings, false)
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
