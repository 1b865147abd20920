import { Effect } from "effect"
import type { PageError } from "../core/domain/errors/PageError.ts"
import { RequestContext } from "../core/kernel/RequestContext.ts"
import type { Extractor } from "../extract/Extractor.ts"
import type { Extraction, ModelAnswer, PageInput } from "../extract/Page.ts"
import { modelText, modelTextOptions } from "./model-text.ts"

/** Has a language model read the text of a page. A fault of the model is a part of its answer. */
export type AskModel = (text: string) => Effect.Effect<ModelAnswer>

/**
 * Has the model read a page whose data has missing values, and extracts the page again with its answer: the page alone
 * says which values it has. A page that is to be rendered or completed first is returned as it is, and so is one with a
 * wrapper: what its rules miss is not there, and reading it costs no request.
 */
export const readByModel = (extractor: Extractor["Service"]) =>
  Effect.fnUntraced(function*(
    input: PageInput,
    extraction: Extraction,
    ask: AskModel
  ): Effect.fn.Return<Extraction, PageError, RequestContext> {
    const { data, shell } = extraction
    const isOpen = shell.isShell || shell.refresh !== undefined || shell.frames !== undefined
    const isMissing = data !== undefined && data.wrapper === null && data.missing.length > 0
    if (isOpen || !isMissing || !isHtml(input)) return extraction
    const context = yield* RequestContext
    const { wrapperRules: _, ...page } = input
    const { json } = yield* extractor.extract({ ...page, options: modelTextOptions }, context)
    const text = modelText(json, true)
    const answer = text === undefined
      ? { fault: "The page is too large for the language model." }
      : yield* ask(text)
    return yield* extractor.extract({ ...input, model: answer }, context)
  })

const isHtml = ({ headers, mediaType }: PageInput): boolean =>
  /html/i.test(mediaType === "" ? headers["content-type"] ?? "html" : mediaType)
