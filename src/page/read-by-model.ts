import { Effect, Schema } from "effect"
import type { PageError } from "../core/domain/errors/PageError.ts"
import { RequestContext } from "../core/kernel/RequestContext.ts"
import type { Extractor } from "../extract/Extractor.ts"
import type { Extraction, ModelAnswer, PageInput } from "../extract/Page.ts"

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
    const text = yield* extractor.extract({ ...page, options: textOptions }, context)
    const answer = text.json.byteLength > maxBytes
      ? { fault: "The page is too large for the language model." }
      : yield* ask(textIn(text.json))
    return yield* extractor.extract({ ...input, model: answer }, context)
  })

/** Values are beside the main content, too. */
const textOptions = { fields: ["title", "markdown"], include_selectors: ["body"] } as const

/** Read in the main thread. */
const maxBytes = 1024 * 1024

const isHtml = ({ headers, mediaType }: PageInput): boolean =>
  /html/i.test(mediaType === "" ? headers["content-type"] ?? "html" : mediaType)

/** The JSON of an extraction without its last brace. */
const textIn = (json: Uint8Array): string => {
  const { markdown, title } = decode(`${new TextDecoder().decode(json)}}`)
  return title === "" || markdown.includes(title) ? markdown : `${title}\n\n${markdown}`
}

/** Our own JSON. */
const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ title: Schema.String, markdown: Schema.String }))
)
