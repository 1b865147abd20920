import { Context, Effect, Layer } from "effect"
import { PageError } from "../domain/PageError.ts"
import type { PageInput, ParsedPage } from "./Page.ts"
import { mediaTypes, parserName } from "./parsers/media-types.ts"
import { parsers } from "./parsers/parsers.ts"

/** From bytes to one parsed page: the charset, then the parser of the media type. */
export class Parse extends Context.Service<Parse, {
  parse(input: PageInput): Effect.Effect<ParsedPage, PageError>
}>()("gleaner/extract/Parse") {
  static readonly layer = Layer.succeed(Parse, {
    parse: (input) =>
      Effect.suspend(() => {
        const name = parserName(input.mediaType)
        return name === undefined
          ? Effect.fail(unsupported(input))
          : Effect.flatMap(parsers[name], ({ parse }) => parse(input))
      })
  })
}

const unsupported = (input: PageInput): PageError =>
  new PageError({
    url: input.url,
    code: "unsupported_content_type",
    detail: `There is no parser for ${input.mediaType}; what can be read is ${mediaTypes.join(", ")}.`
  })
