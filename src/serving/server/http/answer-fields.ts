import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import type { StageTiming } from "../../../core/domain/document/Trace.ts"

/** Sets header fields of any answer to the current request. */
export const answerFields = (fields: Readonly<Record<string, string>>) =>
  HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(HttpServerResponse.setHeaders(response, fields)))

/** The time of each stage, as a header field (W3C Server Timing). */
export const serverTiming = (timings: ReadonlyArray<StageTiming>) =>
  answerFields({ "server-timing": timings.map(({ elapsed_ms, name }) => `${name};dur=${elapsed_ms}`).join(", ") })
