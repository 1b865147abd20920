import { Duration, Effect, type Scope } from "effect"
import type { CDPSession } from "puppeteer-core"
import type { PictureOptions } from "../../core/domain/document/Picture.ts"
import type { Warning } from "../../core/domain/document/Trace.ts"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { compact } from "../../core/kernel/compact.ts"
import { monotonicMillis } from "../../core/kernel/RequestContext.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import { actOn } from "./actions/run-actions.ts"
import type { PooledContext } from "./browser/BrowserPool.ts"
import { attempt, type BrowserLost } from "./browser/Chromium.ts"
import { inNextWorld, type World } from "./browser/in-world.ts"
import { pictureDifference } from "./in-comparison.ts"
import { scrollThrough, stopAnimations } from "./in-picture.ts"
import { failedNavigation, loadPage } from "./page/load-page.ts"
import { hideOverlays } from "./page/overlays/hide-overlays.ts"
import type { PageGuard } from "./page/page-guard.ts"
import { settleInRealTime } from "./page/settle-page.ts"
import { appearsInRealTime, readLoaded, type RenderedPage } from "./render-page.ts"
import type { RenderRequest } from "./RenderRequest.ts"

export interface PictureRequest extends RenderRequest {
  readonly options: PictureOptions
  /** Read the page too, as `renderPage` does. */
  readonly isRead?: boolean
}

export interface RenderedPicture {
  readonly bytes: Uint8Array
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** The page, if it `isRead`. */
  readonly page?: RenderedPage
  readonly finalUrl: string
  readonly status: number
  /**
   * Share of the pixels, from 0 to 1, that differ from those of the `earlier` picture. Absent if there is none, or it is
   * unreadable.
   */
  readonly change?: number
  /** Warnings of the actions that ran first, and of the picture. */
  readonly warnings: ReadonlyArray<Warning>
  /** That the picture lacks frames, if the actions have not said so. */
  readonly framesLeftOut?: Warning
}

/**
 * Loads a page in a window of this size, lets it settle, performs its actions, stops its animations, and captures it,
 * all within `time`.
 */
export const takePicture = Effect.fnUntraced(function*(
  context: PooledContext,
  request: PictureRequest,
  settings: Settings["Service"],
  time: Duration.Duration
): Effect.fn.Return<RenderedPicture, PageError | BrowserLost, Scope.Scope> {
  const end = (yield* monotonicMillis) + Duration.toMillis(time) - reserve
  const { session } = context
  const { full_page, height, width } = request.options
  yield* attempt(() => prepare(session, width, height))
  const loaded = yield* loadPage(context, request, settings, true)
  const { guard, watch } = loaded
  const acted = request.actions === undefined ? undefined : yield* actOn(context, loaded, request, settings, end)
  if (request.waitFor !== undefined) {
    const time = acted === undefined ? settings.renderSettle : settings.actionTimeout
    yield* appearsInRealTime(loaded, request.waitFor, time)
  }
  const page = request.isRead === true ? yield* readLoaded(context, loaded, request, settings, acted) : undefined
  const hide = request.options.hide_overlays === false ? Effect.void : hideOverlays(loaded)
  yield* hide
  if (full_page) {
    yield* inNextWorld(loaded, scrollThrough)
    yield* settleInRealTime(loaded, settings.renderSettle)
    yield* hide
  }
  const shown = yield* inNextWorld<Shown>(loaded, stopAnimations)
  if (!/^https?:/.test(shown.url)) return yield* failedNavigation(request.url, guard, context, "no answer")
  const refusal = guard.refusal()
  if (refusal !== undefined) return yield* refusal
  const bytes = yield* request.options.format === "pdf"
    ? printed(session, request, shown, settings.pictureBytes)
    : captured(session, request, shown)
  if (bytes === undefined || bytes.length > settings.pictureBytes) {
    return yield* fault.pictureTooLarge(request.url, settings.pictureBytes)
  }
  const change = yield* changeOf(loaded, request.options.earlier, bytes)
  const size = { width, height: heightOf(request.options, shown) }
  const facts = { bytes, ...size, change, page, finalUrl: shown.url, status: watch.status() }
  return compact({ ...facts, ...warningsOf(guard, acted?.warnings ?? []) })
}, Effect.scoped)

const warningsOf = ({ framesLeftOut }: PageGuard, ofActions: ReadonlyArray<Warning>) => {
  const warning = framesLeftOut()
  return warning === undefined || ofActions.includes(warning)
    ? { warnings: ofActions }
    : { warnings: [...ofActions, warning], framesLeftOut: warning }
}

/** Milliseconds left for the picture after the actions. */
const reserve = 5000

/** The page after its animations were stopped. */
interface Shown {
  readonly url: string
  /** Of the whole content, in CSS pixels. */
  readonly height: number
}

const prepare = async (session: CDPSession, width: number, height: number): Promise<void> => {
  await session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false })
  // Pages that respect this query use fewer animations.
  await session.send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-reduced-motion", value: "reduce" }]
  })
}

/** The picture stays if the comparison fails. */
const changeOf = (
  world: World,
  earlier: Uint8Array | undefined,
  bytes: Uint8Array
): Effect.Effect<number | undefined> => {
  if (earlier === undefined) return Effect.succeed(undefined)
  if (Buffer.compare(earlier, bytes) === 0) return Effect.succeed(0)
  return Effect.orElseSucceed(inNextWorld<number>(world, pictureDifference(earlier, bytes)), () => undefined)
}

/** The highest WebP. Chromium draws one pixel more. This many pixels are 128 MiB in the browser. */
const maxHeight = 16_383
const maxPixels = 32 * 1024 * 1024

/** CSS pixels. A sheet of a PDF is at most 200 inches high. */
const inch = 96
const maxSheet = 200 * inch

const heightOf = ({ format, full_page, height, width }: PictureOptions, shown: Shown): number => {
  const wanted = full_page ? Math.max(shown.height, height) : height
  return format === "pdf" ? Math.min(wanted, maxSheet) : Math.min(wanted, maxHeight, Math.floor(maxPixels / width))
}

const captured = (session: CDPSession, { options }: PictureRequest, shown: Shown) => {
  const { format, full_page, width } = options
  return attempt(async () => {
    const { data } = await session.send("Page.captureScreenshot", {
      format: format === "pdf" ? "png" : format,
      ...(format === "png" ? {} : { quality: 85 }),
      captureBeyondViewport: full_page,
      clip: { x: 0, y: 0, width, height: heightOf(options, shown), scale: 1 }
    })
    return Buffer.from(data, "base64")
  })
}

/** In sheets of the window's size, or one sheet for the whole page. Undefined over the limit. */
const printed = (session: CDPSession, { options }: PictureRequest, shown: Shown, limit: number) => {
  const { width } = options
  return attempt(async () => {
    const { stream = "" } = await session.send("Page.printToPDF", {
      transferMode: "ReturnAsStream",
      printBackground: true,
      marginTop: 0,
      marginBottom: 0,
      marginLeft: 0,
      marginRight: 0,
      paperWidth: width / inch,
      paperHeight: heightOf(options, shown) / inch
    })
    const parts: Array<Buffer> = []
    let size = 0
    for (;;) {
      const { base64Encoded, data, eof } = await session.send("IO.read", { handle: stream, size: 1024 * 1024 })
      const part = Buffer.from(data, base64Encoded === true ? "base64" : "latin1")
      parts.push(part)
      size += part.length
      if (size > limit) return undefined
      if (eof) return Buffer.concat(parts)
    }
  })
}
