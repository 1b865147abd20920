import { Effect, Result } from "effect"
import type { Warning } from "../core/domain/document/Trace.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import { RequestContext } from "../core/kernel/RequestContext.ts"
import { shownUrl } from "../core/kernel/shown-url.ts"
import { type FrameInput, maxFrames } from "../extract/parsers/frames/frame-input.ts"
import { BodyScope } from "../web/fetch/BodyBudget.ts"
import type { PageSource } from "../web/fetch/PageSource.ts"
import type { Extracted, Projection } from "./projections.ts"
import { extract, type SentPage, unlessFailed, warned } from "./SentPage.ts"

/**
 * Fetches the frames that the extraction wants, and extracts the page again with them in their places. A frame may have
 * frames. Without a frame, or if it takes too long, the page is what it was, with a warning. `maxBytes`: those of all
 * frames, without their codings.
 */
export const readFrames = Effect.fnUntraced(function*<A extends Extracted, P, E>(
  page: SentPage,
  source: PageSource<E>,
  projection: Projection<A, P>,
  first: A | undefined,
  maxBytes: number
) {
  let whole: Whole<A> = { page, extraction: first }
  for (let round = 0; round < maxRounds; round++) {
    const wanted = whole.extraction?.shell.frames
    if (wanted === undefined) break
    const [elapsed, answers] = yield* RequestContext.timed(
      Effect.forEach(wanted, (address) => fetchFrame(page, source, address, Math.floor(maxBytes / maxFrames)))
    )
    const missing = answers.flatMap(({ warning }) => warning ?? [])
    const framed = withFrames(warned(whole.page, ...missing), answers.map(({ frame }) => frame), elapsed)
    if (missing.length === answers.length) return { ...whole, page: warned(whole.page, ...missing) }
    const extracted = yield* Effect.result(extract(page.request, projection, framed.input, framed.provenance))
    if (Result.isFailure(extracted)) return { ...whole, page: warned(whole.page, notRead(extracted.failure)) }
    whole = { page: framed, extraction: extracted.success }
  }
  return whole
})

interface Whole<A> {
  readonly page: SentPage
  readonly extraction: A | undefined
}

/** A frame in a frame in a frame is the last. */
const maxRounds = 3

const fetchFrame = Effect.fnUntraced(function*<E>(
  { bodies }: SentPage,
  { frame }: PageSource<E>,
  address: string,
  maxBytes: number
) {
  const fetched = yield* unlessFailed(Effect.provideService(frame(new URL(address)), BodyScope, bodies))
  if (Result.isFailure(fetched)) return { frame: { address }, warning: missingFrame(address, fetched.failure.detail) }
  const { body, finalUrl, headers, status } = fetched.success
  return status >= 400
    ? { frame: { address }, warning: missingFrame(address, `the site answered ${status}`) }
    : { frame: { address, response: { finalUrl, headers, body, maxBytes } } }
})

const withFrames = (page: SentPage, frames: ReadonlyArray<FrameInput>, elapsed: number): SentPage => {
  const { input, provenance } = page
  const all = [...input.frames ?? [], ...frames]
  const included = all.filter(({ response }) => response !== undefined).map(({ address }) => shownUrl(address))
  const others = provenance.warnings.filter(({ code }) => code !== "frames_included")
  return {
    ...page,
    input: { ...input, frames: all },
    provenance: {
      ...provenance,
      fetchElapsed: provenance.fetchElapsed + elapsed,
      warnings: [...others, {
        code: "frames_included",
        message: `The page includes its frames: ${included.join(", ")}`
      }]
    }
  }
}

const missingFrame = (address: string, why: string): Warning => ({
  code: "frame_missing",
  message: `The frame ${shownUrl(address)} may have content of the page, and could not be fetched (${why}).`
})

const notRead = ({ detail }: PageError): Warning => ({
  code: "frame_missing",
  message: `The page could not be read with its frames (${detail}).`
})
