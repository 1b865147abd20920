import { Effect } from "effect"
import { unreadableOffice } from "../../../../core/domain/errors/page-errors.ts"
import { textContent } from "../../../dom/walk.ts"
import type { PageInput } from "../../../Page.ts"
import type { PageParser } from "../../Parser.ts"
import { broken, repaired, tooLarge } from "../office-archive.ts"
import { soundArchive } from "./sound-archive.ts"

/** A parser that gets damaged documents repaired, and warns about the repair. */
export const repairing = (parser: PageParser): PageParser => {
  const read = Effect.fnUntraced(function*(input: PageInput, isRejected: boolean) {
    const { body, isRepaired } = yield* Effect.try({
      try: () => soundArchive(input.body, isRejected),
      catch: () => unreadableOffice(input.url, tooLarge)
    })
    const page = yield* parser.parse({ ...input, body })
    if (!isRepaired) return { ...page, input }
    // Nothing is left of the text.
    if (textContent(page.html.body).trim() === "" && page.hidden === undefined) {
      return yield* unreadableOffice(input.url, broken)
    }
    return { ...page, input, warnings: [...page.warnings, repaired] }
  })
  return {
    parse: (input) =>
      Effect.catchIf(
        read(input, false),
        ({ detail }) => detail.includes(broken),
        (error) => Effect.mapError(read(input, true), () => error)
      )
  }
}
