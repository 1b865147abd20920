import { Effect } from "effect"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { monotonicMillis } from "../../../core/kernel/RequestContext.ts"
import { type Extraction, type PageClaim, type PageInput, unowned } from "../../Page.ts"
import type { Ocr } from "./Ocr.ts"

type Extract = (page: PageInput, claim: PageClaim) => Effect.Effect<Extraction, PageError>

/** Extracts a page, and once more with the text of its scanned pages, if it has any. */
export const withScans = (extract: Extract, { languages, read }: Ocr["Service"]) =>
  Effect.fnUntraced(function*(page: PageInput, claim: PageClaim = unowned) {
    if (languages.length === 0 || page.options?.ocr === false) return yield* extract(page, claim)
    const started = yield* monotonicMillis
    const first = yield* extract({ ...page, ocr: "wanted" }, claim)
    if (first.scans === undefined) return first
    // The next extraction takes about as long as the first.
    const reserve = 2 * ((yield* monotonicMillis) - started) + minReserve
    const { deadline = Infinity } = claim
    const reading = yield* read(page, first.scans, { ...claim, deadline: deadline - reserve })
    return yield* extract({ ...page, ocr: reading }, claim)
  })

/** Milliseconds. */
const minReserve = 1000
