import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import type { StageTiming } from "../domain/Document.ts"

/** Tells in the answer how long each stage took (W3C Server Timing). */
export const serverTiming = (timings: ReadonlyArray<StageTiming>) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setHeader(
        response,
        "server-timing",
        timings.map(({ elapsed_ms, name }) => `${name};dur=${elapsed_ms}`).join(", ")
      )
    )
  )
