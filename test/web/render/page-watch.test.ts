import { assert, describe, it } from "@effect/vitest"
import { EventEmitter } from "node:events"
import type { CDPSession } from "puppeteer-core"
import { watchPage } from "../../../src/web/render/page/PageWatch.ts"

/** The events of a page as the browser sends them. */
const watched = () => {
  const session = new EventEmitter()
  const watch = watchPage(session as unknown as CDPSession, "main", () => undefined)
  return {
    watch,
    requested: (requestId: string, loaderId: string, type: string, frameId = "main") =>
      session.emit("Network.requestWillBeSent", { requestId, loaderId, type, frameId }),
    finished: (requestId: string) => session.emit("Network.loadingFinished", { requestId }),
    navigated: (loaderId: string, id = "main") => session.emit("Page.frameNavigated", { frame: { id, loaderId } })
  }
}

describe("the watch over a page's requests", () => {
  it("waits for no request of a document that has been left, whose end the browser may not report", () => {
    const { finished, navigated, requested, watch } = watched()
    navigated("blank")
    requested("first", "first", "Document")
    navigated("first")
    requested("script", "first", "Script")
    requested("second", "second", "Document")
    assert.isTrue(watch.isNavigating())
    navigated("second")
    // The second document is still loading.
    assert.isTrue(watch.isBusy())
    finished("second")
    assert.isFalse(watch.isBusy())
  })

  it("still waits for the requests of the page when a frame of it has gone to another document", () => {
    const { finished, navigated, requested, watch } = watched()
    requested("page", "page", "Document")
    navigated("page")
    requested("data", "page", "Fetch")
    requested("frame", "frame", "Document", "inner")
    navigated("frame", "inner")
    requested("next", "next", "Document", "inner")
    navigated("next", "inner")
    finished("page")
    finished("next")
    assert.isTrue(watch.isBusy())
    finished("data")
    assert.isFalse(watch.isBusy())
  })
})
