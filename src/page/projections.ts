import { Effect } from "effect"
import type { Explanation } from "../core/domain/document/Explanation.ts"
import type { Signals } from "../core/domain/document/Signals.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import type { PageOptions } from "../core/domain/options/PageOptions.ts"
import { RequestContext } from "../core/kernel/RequestContext.ts"
import type { Extractor } from "../extract/Extractor.ts"
import type {
  ExplainedExtraction,
  Extraction,
  LinkExtraction,
  PageInput,
  Provenance,
  ShellVerdict
} from "../extract/Page.ts"
import { encodeLine } from "../extract/works/encode-line.ts"
import { allTimings, allWarnings, withTrace } from "../extract/works/with-trace.ts"
import type { FetchedPage } from "../web/fetch/Hop.ts"
import { ignoredOf } from "../web/rights/Statement.ts"
import { recordStages } from "./page-metrics.ts"
import type { PagePicture } from "./Pictures.ts"
import { type AskModel, readByModel } from "./read-by-model.ts"

/** Results of the extractor, by the projection of a page. */
interface Extractions {
  readonly document: Extraction
  readonly links: LinkExtraction
  readonly explanation: ExplainedExtraction
}

/** Results for the caller. */
interface Pages {
  /**
   * `json` is the whole Document, with its trace. With `isStored` it is compressed, unless the page looks like a shell.
   * `warnings` are those of all stages.
   */
  readonly document: Omit<Extraction, "isTraced" | "isCompressed"> & {
    readonly signals: Signals
    /** The page as its site sent it: neither rendered nor with frames. */
    readonly isAsSent: boolean
  }
  readonly links: LinkExtraction
  readonly explanation: ExplainedExtraction
}

export type ProjectionName = keyof Pages

export type ReadPage<N extends ProjectionName> = Pages[N] & Pick<FetchedPage, "finalUrl" | "status"> & {
  /** If the page was rendered, and the request has a `picture`. */
  readonly picture?: PagePicture
  /** Elements of a rendered page that the browser shows to nobody. */
  readonly unseen?: PageInput["unseen"] & {}
}

export interface Extracted {
  readonly shell: ShellVerdict
}

/** One way to extract a page and to return it. */
export interface Projection<A extends Extracted, P> {
  readonly extract: (input: PageInput) => Effect.Effect<A, PageError, RequestContext>
  /** Completes an extraction with the answer of a language model. Absent: there is nothing to complete. */
  readonly readByModel?: (input: PageInput, extraction: A, ask: AskModel) => Effect.Effect<A, PageError, RequestContext>
  /** Whether the rendered page has something that the static one does not. */
  readonly isGain: (before: A, rendered: A) => boolean
  readonly pageOf: (extraction: A, provenance: Provenance) => P
}

type Projections = { readonly [N in ProjectionName]: Projection<Extractions[N], Pages[N]> }

export const projectionsOver = (extractor: Extractor["Service"]): Projections => ({
  document: {
    extract: Effect.fnUntraced(function*(input) {
      const context = yield* RequestContext
      const [elapsed, extraction] = yield* RequestContext.timed(extractor.extract(input, context))
      // The time beyond its stages was a wait for a free process.
      context.queueTime.millis += Math.max(0, elapsed - ownTime(extraction))
      yield* recordStages(extraction.timings)
      return extraction
    }),
    readByModel: readByModel(extractor),
    isGain: (before, rendered) => before.textHash !== rendered.textHash,
    pageOf: (extraction, provenance) => ({
      ...extraction,
      json: extraction.isCompressed ? extraction.json.slice() : withTrace(extraction, provenance),
      timings: allTimings(extraction, provenance),
      signals: provenance.signals,
      statements: [...provenance.statements, ...extraction.statements],
      isAsSent: !provenance.rendered && !provenance.warnings.some(({ code }) => code === "frames_included"),
      warnings: allWarnings(extraction, provenance)
    })
  },
  links: {
    extract: (input) =>
      Effect.flatMap(RequestContext, (context) =>
        Effect.catchIf(
          extractor.links({ ...input, options: linksAlone }, context),
          (error) => error.code === "unsupported_content_type",
          () => Effect.succeed(noLinks)
        )),
    isGain: (before, rendered) => {
      const known = new Set(before.links.map(({ url }) => url))
      return rendered.links.some(({ url }) => !known.has(url))
    },
    pageOf: withAllTimings
  },
  explanation: {
    extract: (input) => Effect.flatMap(RequestContext, (context) => extractor.explain(input, context)),
    isGain: (before, rendered) => before.textHash !== rendered.textHash,
    pageOf: (extraction, provenance) => ({
      ...withAllTimings(extraction, provenance),
      json: withIgnored(extraction.json, ignoredOf(provenance.statements))
    })
  }
})

const withIgnored = (json: Uint8Array, ignored: Explanation["ignored"] = []): Uint8Array =>
  ignored.length === 0
    ? json
    : Buffer.concat([json.subarray(0, -1), encodeLine(`,"ignored":${JSON.stringify(ignored)}}`)])

const withAllTimings = <A extends Pick<Extraction, "timings">>(extraction: A, provenance: Provenance): A => ({
  ...extraction,
  timings: allTimings(extraction, provenance)
})

/** No markdown is written for links. */
const linksAlone: PageOptions = { fields: ["links"] }

/** For media types without links. */
const noLinks: LinkExtraction = { links: [], shell: { isShell: false, evidence: "" }, timings: [] }

const ownTime = ({ timings }: Extraction): number => timings.reduce((sum, { elapsed_ms }) => sum + elapsed_ms, 0)
