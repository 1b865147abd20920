import { Result } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { bodyFault, decodeBody } from "../../web/fetch/decode-body.ts"
import type { PageInput } from "../Page.ts"

/**
 * Decodes here and not in the fetching process: decoded bytes would fill the main thread, and the transport to a
 * reader.
 */
export const openedInput = (input: PageInput): Result.Result<PageInput, PageError> => {
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
