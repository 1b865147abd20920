import type { StageTiming } from "../../domain/document/Document.ts"
import { answerFields } from "./answer-fields.ts"

/** The time of each stage, as a header field (W3C Server Timing). */
export const serverTiming = (timings: ReadonlyArray<StageTiming>) =>
  answerFields({ "server-timing": timings.map(({ elapsed_ms, name }) => `${name};dur=${elapsed_ms}`).join(", ") })
