import type { StageTiming, Trace, Warning } from "../../domain/document/Document.ts"
import type { Extraction, Provenance } from "../Page.ts"
import { encodeLine } from "../workers/encode-line.ts"

/** The whole Document as JSON bytes, encoded once, then stored and sent as they are. The trace is its last key. */
export const withTrace = (extraction: Extraction, way: Provenance): Uint8Array => {
  const { isTraced, json } = extraction
  const isFirst = json.byteLength === 1
  const trace = encodeLine(
    isTraced ? `${isFirst ? "" : ","}"trace":${JSON.stringify(traceOf(extraction, way))}}` : "}"
  )
  const bytes = new Uint8Array(json.byteLength + trace.byteLength)
  bytes.set(json)
  bytes.set(trace, json.byteLength)
  return bytes
}

const traceOf = (extraction: Extraction, way: Provenance): Trace => ({
  stages: allTimings(extraction, way),
  cache_hit: way.cacheHit,
  rendered: way.rendered,
  rendered_because: way.renderedBecause ?? "",
  redirects: way.redirects,
  retries: way.retries,
  robots: { directives: extraction.robots, signals: way.signals },
  warnings: allWarnings(extraction, way)
})

/** Those of the way first. */
export const allWarnings = (extraction: Extraction, way: Provenance): ReadonlyArray<Warning> => [
  ...way.warnings,
  ...extraction.warnings.filter(({ code }) => !isTold(code, way.warnings))
]

/** The eight stages of a Document, fetch first. */
export const allTimings = (
  { timings }: Pick<Extraction, "timings">,
  { fetchElapsed }: Provenance
): ReadonlyArray<StageTiming> => [
  { name: "fetch", elapsed_ms: Math.round(fetchElapsed * 1000) / 1000 },
  ...timings
]

/** The warning about rendering already says that the page needs JavaScript. */
const isTold = (code: Warning["code"], warnings: ReadonlyArray<Warning>): boolean =>
  code === "javascript_required" && warnings.some((warning) => warning.code.startsWith("render"))
