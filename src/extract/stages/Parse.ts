import { Context, Effect, Layer } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { PageInput, ParsedPage } from "../Page.ts"
import { parserName, readableTypes } from "../parsers/media-types.ts"
import { stageFunctions } from "./loaded-functions.ts"

/** Parses bytes: the content codings, the charset, then the parser of the media type. */
export class Parse extends Context.Service<Parse, {
  parse(input: PageInput): Effect.Effect<ParsedPage, PageError>
}>()("gleaner/extract/stages/Parse") {
  static readonly layer = Layer.effect(
    Parse,
    Effect.map(stageFunctions, ({ openedInput, parsers }) => ({
      parse: Effect.fnUntraced(function*(sent) {
        const input = yield* Effect.fromResult(openedInput(sent))
        const name = parserName(input.mediaType)
        if (name === undefined) return yield* fault.noParser(input.url, input.mediaType, readableTypes())
        const { parse } = yield* parsers[name]
        return yield* parse(input)
      })
    }))
  )
}
