import type { StageTiming, Trace, Warning } from "../../core/domain/document/Trace.ts"
import { rightsOf } from "../../web/rights/Statement.ts"
import type { Extraction, Provenance } from "../Page.ts"
import { encodeLine } from "./encode-line.ts"

/**
 * The whole Document as JSON bytes, encoded once, then stored and sent as they are. Its last keys are the pictures, if
 * there are any, and the trace.
 */
export const withTrace = (extraction: Extraction, provenance: Provenance): Uint8Array => {
  const { isTraced, json } = extraction
  const { pictures = [] } = provenance.actions ?? {}
  const members = [
    ...(json.byteLength === 1 ? [] : [""]),
    ...(pictures.length === 0 ? [] : [`"pictures":${JSON.stringify(pictures)}`]),
    ...(isTraced ? [`"trace":${JSON.stringify(traceOf(extraction, provenance))}`] : [])
  ]
  const end = encodeLine(`${members.join(",")}}`)
  const bytes = new Uint8Array(json.byteLength + end.byteLength)
  bytes.set(json)
  bytes.set(end, json.byteLength)
  return bytes
}

const traceOf = (extraction: Extraction, provenance: Provenance): Trace => ({
  stages: allTimings(extraction, provenance),
  waits: {
    turn_ms: inMicros(provenance.waits.turn),
    robots_ms: inMicros(provenance.waits.robots),
    render_ms: inMicros(provenance.waits.render)
  },
  cache_hit: provenance.cacheHit,
  rendered: provenance.rendered,
  rendered_because: provenance.renderedBecause ?? "",
  ...(provenance.actions === undefined ? {} : { actions: provenance.actions.steps }),
  ...(extraction.data === undefined ? {} : { data: extraction.data }),
  redirects: provenance.redirects,
  retries: provenance.retries,
  robots: { directives: extraction.robots, signals: provenance.signals },
  rights: rightsOf([...provenance.statements, ...extraction.statements]),
  ...(extraction.hidden === undefined ? {} : { hidden: extraction.hidden }),
  ...(extraction.ocr === undefined ? {} : { ocr: extraction.ocr }),
  ...(extraction.variant === undefined ? {} : { variant: extraction.variant }),
  warnings: allWarnings(extraction, provenance)
})

/** Warnings of the provenance first. */
export const allWarnings = (extraction: Extraction, provenance: Provenance): ReadonlyArray<Warning> => [
  ...provenance.warnings,
  ...extraction.warnings.filter(({ code }) => !isReported(code, provenance.warnings))
]

/** The eight stages of a Document, fetch first. */
export const allTimings = (
  { timings }: Pick<Extraction, "timings">,
  { fetchElapsed }: Provenance
): ReadonlyArray<StageTiming> => [
  { name: "fetch", elapsed_ms: inMicros(fetchElapsed) },
  ...timings
]

/** Milliseconds, to the microsecond. */
const inMicros = (millis: number): number => Math.round(millis * 1000) / 1000

/** The warning about rendering already says that the page needs JavaScript. */
const isReported = (code: Warning["code"], warnings: ReadonlyArray<Warning>): boolean =>
  code === "javascript_required" && warnings.some((warning) => warning.code.startsWith("render"))
