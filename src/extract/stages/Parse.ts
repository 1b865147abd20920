import { Context, Effect, Layer, Result } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { bodyFault, decodeBody } from "../../web/fetch/decode-body.ts"
import type { PageInput, ParsedPage } from "../Page.ts"
import { parserName, readableTypes } from "../parsers/media-types.ts"
import { parsers } from "../parsers/parsers.ts"

/** Parses bytes: the content codings, the charset, then the parser of the media type. */
export class Parse extends Context.Service<Parse, {
  parse(input: PageInput): Effect.Effect<ParsedPage, PageError>
}>()("gleaner/extract/stages/Parse") {
  static readonly layer = Layer.succeed(Parse, {
    parse: Effect.fnUntraced(function*(sent) {
      const input = yield* Effect.fromResult(opened(sent))
      const name = parserName(input.mediaType)
      if (name === undefined) return yield* fault.noParser(input.url, input.mediaType, readableTypes())
      const { parse } = yield* parsers[name]
      return yield* parse(input)
    })
  })
}

/**
 * Decodes here and not in the fetching process: decoded bytes would fill the main thread, and the transport to a
 * reader.
 */
const opened = (input: PageInput): Result.Result<PageInput, PageError> => {
  const { asSent, ...page } = input
  if (input.isJsonString === true) {
    return Result.try({
      try: () => ({ ...page, body: Buffer.from(String(JSON.parse(Buffer.from(page.body).toString()))) }),
      catch: () => fault.notJsonString(input.url)
    })
  }
  if (asSent === undefined) return Result.succeed(input)
  const { maxBytes } = asSent
  return Result.mapBoth(decodeBody(input, maxBytes), {
    onFailure: bodyFault(input.url, maxBytes),
    onSuccess: (read) => ({ ...page, ...read })
  })
}
